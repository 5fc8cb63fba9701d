import { formatMonth, monthOfDate } from '../../domain/month.ts';
import type { Asked, Filter } from './filter.ts';

export const OF_STATE = {
  kind: 'choice',
  of: 'state',
  meaning: 'The state',
  isArgument: true,
  isRequired: true,
} as const satisfies Filter;

/** The places of a question: all of the state, or these. */
export const SELECTION = {
  state: OF_STATE,
  type: { kind: 'choice', of: 'type', meaning: 'Only jurisdictions of this type' },
  county: { kind: 'text', of: 'county', meaning: 'Only jurisdictions in this county' },
  jurisdictions: { kind: 'ids', meaning: 'Only these jurisdictions' },
} as const;

/** One jurisdiction, by its address, or by what a command is given. */
export const OF_PLACE = {
  id: { kind: 'ids', meaning: 'Its id, code or name', isArgument: true, isRequired: true },
  state: { kind: 'choice', of: 'state', meaning: 'Search only in this state', isForCommand: true },
  type: { kind: 'choice', of: 'type', meaning: 'Search only jurisdictions of this type', isForCommand: true },
  county: {
    kind: 'text',
    of: 'county',
    meaning: 'Search only jurisdictions in this county',
    isForCommand: true,
  },
} as const;

export const FIELD = {
  kind: 'text',
  meaning: 'The field to count. Default: the payment',
  example: 'net_payment',
} as const satisfies Filter;

export const FISCAL_YEAR_START = {
  kind: 'count',
  of: 'calendar_month',
  meaning: 'Calendar month in which the fiscal year starts, 1 to 12',
} as const satisfies Filter;

/** By which month payments count. */
export const BASES = ['payment', 'sales'] as const;
export type Basis = (typeof BASES)[number];

export const BASIS = {
  kind: 'choice',
  meaning:
    'Whether payments count in the month of payment or in the month of the sales. It decides which months a sum has. Default: payment',
  choices: BASES,
} as const satisfies Filter;

/** Leaves out what was small before, because its changes in percent say little. */
export const MINIMUM = {
  kind: 'count',
  meaning: 'Only records with at least this many dollars in the other months',
  example: 100_000,
  most: 1_000_000_000,
} as const satisfies Filter;

/** The unit of figures: dollars as they were paid, if nothing is asked. */
export const CONVERSION = {
  per: {
    kind: 'choice',
    meaning: 'Divide figures by the people of the places, by the register of populations',
    choices: ['head'],
    register: 'population',
  },
  prices: {
    kind: 'span',
    of: 'one_month',
    meaning: 'Show figures in the dollars of this month, by the register of consumer prices',
    example: '2020-06',
    register: 'prices',
  },
} as const satisfies Record<string, Filter>;

export type AskedConversion = Asked<typeof CONVERSION>;

/** `per head, in dollars of June 2020`; undefined for figures as paid. */
export function conversionInWords({ per, prices }: AskedConversion): string | undefined {
  const words = [
    ...(per ? ['per head'] : []),
    ...(prices?.from ? [`in dollars of ${formatMonth(monthOfDate(prices.from))}`] : []),
  ];
  return words.join(', ') || undefined;
}

export const MONTHS = {
  kind: 'span',
  meaning:
    'Only these months: of payment, or of sales with basis=sales. An end can be open, as in 2026-01.., for all later months',
} as const satisfies Filter;

/** The months of a question that is about one span. */
export const SPAN = {
  kind: 'span',
  meaning: 'The months: of payment, or of sales with basis=sales. Default: the newest month of the state',
} as const satisfies Filter;

export const AGAINST = {
  kind: 'span',
  meaning: 'As many months to set them against. Default: the same months a year before',
} as const satisfies Filter;

/** The last month that a question knows. */
export const THROUGH = {
  kind: 'month',
  meaning:
    'The last known month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state',
} as const satisfies Filter;
