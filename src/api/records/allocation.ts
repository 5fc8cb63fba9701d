import * as z from 'zod';
import {
  type DerivedFamily,
  RATIO_SCALE,
  revenuePeriod,
  salesPeriod,
  UNIT_SCALES,
} from '../../domain/allocation.ts';
import { firstDay, formatMonth, type Month } from '../../domain/month.ts';
import type { State } from '../../states/state.ts';
import type { ListedAllocation } from '../../store/query/allocations.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import { listingOf } from '../listings.ts';
import { jurisdictionSchema, toJurisdictionRecord } from './jurisdiction.ts';

const EXAMPLES = { amount: 1428564.94, percent: 12.5, delta: 0.0215 };

const FAMILY_MEANINGS: Readonly<Record<DerivedFamily, string>> = {
  deltas:
    'Change from the same month a year before, as a fraction: 0.05 is +5 %. null if that month is missing, or if it was 0 and this month is not 0',
  trends:
    'Mean of twelve months, including this one. For percentages, the mean of their quarter ends. null until there are twelve months',
  ytd: 'Sum of the calendar year so far. For percentages, the mean of its quarter ends. null if a month is missing',
};

/** The schema of one record of a state's list. */
export function allocationSchema(state: State) {
  const { fields } = state;
  const listing = listingOf(state);
  const figure = z.number().nullable();
  return z
    .object({
      dates: z.object({
        allocation_period: dateSchema('Month in which the money was released', '2024-05-01'),
        revenue_period: dateSchema('Month in which the tax was reported', '2024-04-01'),
        sales_period: dateSchema('Month in which the sales occurred', '2024-03-01'),
        formatted: z.string().meta({ description: 'The allocation period as text', examples: ['May 2024'] }),
        ...(listing.showsQuarter && {
          quarter: z
            .int()
            .min(1)
            .max(4)
            .meta({ description: 'Fiscal quarter of the sales period', examples: [3] }),
        }),
      }),
      [listing.subject]: jurisdictionSchema(state),
      ...Object.fromEntries(
        fields.map(({ name, unit, meaning, quarterEndOnly }) => {
          const unitText = unit === 'amount' ? 'in dollars' : 'in percent';
          const offQuarter = quarterEndOnly ? '. 0 in months that are not a quarter end' : '';
          return [
            name,
            figure.meta({
              description: `${meaning}, ${unitText}${offQuarter}. null if unknown`,
              examples: [EXAMPLES[unit]],
            }),
          ];
        }),
      ),
      ...Object.fromEntries(listing.shownFamilies.map((family) => [family, familySchema(state, family)])),
    })
    .meta({ id: `${state.code}_allocation` });
}

/** A month, as the date of its first day. */
function dateSchema(description: string, example: string) {
  return z.string().meta({ format: 'date', description, examples: [example] });
}

function familySchema({ fields }: State, family: DerivedFamily) {
  const figures = fields.map(({ name, unit }) => {
    const examples = [family === 'deltas' ? EXAMPLES.delta : EXAMPLES[unit]];
    return [name, z.number().nullable().meta({ examples })];
  });
  return z.object(Object.fromEntries(figures)).meta({ description: FAMILY_MEANINGS[family] });
}

/** Writes one state's stored datapoints as records. */
export function openRecordWriter(state: State) {
  const { fields } = state;
  const listing = listingOf(state);
  const names = fields.map(({ name }) => name);
  const scales = fields.map(({ unit }) => UNIT_SCALES[unit]);
  const deltaScales = fields.map(() => RATIO_SCALE);

  const figuresOf = (values: readonly unknown[], scaleOf: readonly number[]) => {
    const record: Record<string, number | null> = {};
    names.forEach((name, at) => {
      const value = values[at];
      record[name] = typeof value === 'number' ? value / (scaleOf[at] ?? Number.NaN) : null;
    });
    return record;
  };

  return (allocation: ListedAllocation, jurisdiction: StoredJurisdiction): Record<string, unknown> => ({
    dates: {
      ...datesOf(allocation.month, state),
      ...(listing.showsQuarter && { quarter: allocation.quarter }),
    },
    [listing.subject]: toJurisdictionRecord(state, jurisdiction),
    ...figuresOf(allocation.figures, scales),
    ...Object.fromEntries(
      listing.shownFamilies.map((family) => [
        family,
        figuresOf(allocation.derived[family] ?? [], family === 'deltas' ? deltaScales : scales),
      ]),
    ),
  });
}

function datesOf(month: Month, { calendar }: State) {
  return {
    allocation_period: firstDay(month),
    revenue_period: firstDay(revenuePeriod(month, calendar)),
    sales_period: firstDay(salesPeriod(month, calendar)),
    formatted: formatMonth(month),
  };
}
