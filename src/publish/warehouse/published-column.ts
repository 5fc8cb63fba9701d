import type { Unit } from '../../domain/allocation.ts';
import type { DatapointColumn } from '../../store/query/datapoints.ts';

/** What a published column holds. `revised` is a figure of any unit, in millionths. `time` is ISO 8601 in UTC. */
export type ColumnContent = DatapointColumn['content'] | 'revised' | 'time';

/** A column of a published table. */
export interface PublishedColumn {
  name: string;
  content: ColumnContent;
  /** The SQL expression of the stored value. */
  sql: string;
  /** Whether every row has a value. */
  isRequired: boolean;
  /** A sentence without its full stop. */
  meaning: string;
}

/** The decimals of a content that is stored as an integer and published as a decimal number. */
export const DECIMALS: Readonly<Partial<Record<ColumnContent, number>>> = {
  amount: 2,
  percent: 6,
  ratio: 6,
  revised: 6,
};

/** All digits of published decimal numbers. */
export const PRECISION = 18;

/** The unit of a content, for people; `null` if the values need none. */
export const UNIT_NAMES: Readonly<Record<ColumnContent, string | null>> = {
  amount: 'US dollars',
  percent: 'percent',
  ratio: 'fraction: 0.05 is 5 %',
  revised: 'US dollars or percent',
  month: 'first day of the month',
  time: 'UTC',
  number: null,
  text: null,
};

/** Stored cents and millionths of a percent as millionths of the shown unit. */
export const TO_MILLIONTHS: Readonly<Record<Unit, number>> = { amount: 10_000, percent: 1 };

/** What the columns hold that every state has, by name. */
export const SHARED_MEANINGS: Readonly<Record<string, string>> = {
  jurisdiction_id: 'The jurisdiction. Its id never changes',
  sales_tax_id: 'The code that the state gives. Text, because zeros at its start count',
  name: 'The newest name of the jurisdiction',
  type: 'city, county, transit or special_district. Null if unknown',
  county: 'County of the jurisdiction, without the word County. Null if unknown',
  sales_tax_rate: 'Sales tax rate from the registers or, in Texas, from comparison sheets. Null if unknown',
  allocation_period: 'The month in which the money was released to the jurisdiction',
  revenue_period: 'The month in which the tax was reported',
  sales_period: 'The month of the sale',
  quarter: 'Fiscal quarter of the sales period, 1 to 4',
  corrected: 'Fields whose figure comes from the register of corrections, separated by blanks',
};
