import { UNIT_SCALES } from '../../domain/allocation.ts';
import type { Filter } from './filter.ts';

/** The jurisdictions of a state to choose. */
export const OF_STATE = {
  type: { kind: 'type', meaning: 'Only jurisdictions of this type' },
  county: { kind: 'county', meaning: 'Only jurisdictions in this county' },
  jurisdictions: { kind: 'jurisdictions', meaning: 'Only these jurisdictions' },
} as const;

/** One jurisdiction, by its address, or by what a command is given. */
export const OF_PLACE = {
  id: { kind: 'jurisdiction', meaning: 'Its id, code or name', isArgument: true, isRequired: true },
  state: { kind: 'state', meaning: 'Search only in this state', isForCommand: true },
  type: { kind: 'type', meaning: 'Search only jurisdictions of this type', isForCommand: true },
  county: { kind: 'county', meaning: 'Search only jurisdictions in this county', isForCommand: true },
} as const;

export const FISCAL_YEAR_START = {
  kind: 'first_month',
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
  meaning: 'Only records with at least this many dollars in the period to compare with',
  example: 100_000,
  most: 1_000_000_000,
} as const satisfies Filter;

/** Whether an earlier sum has at least so many dollars, if a request names a minimum. */
export function reaches(before: number | null, minimum: number | undefined): boolean {
  return minimum === undefined || (before ?? 0) >= minimum * UNIT_SCALES.amount;
}

export const MONTHS = {
  from: {
    kind: 'month',
    meaning: 'Only this month and later ones: months of payment, or of sales with basis=sales',
  },
  to: { kind: 'month', meaning: 'Only this month and earlier ones' },
} as const;

/** What `meta` says about the figures of an answer. */
export const FIGURE_META = {
  field: { type: 'text', heading: 'Field', meaning: 'The analyzed field' },
  fiscal_year_start: {
    type: 'number',
    heading: 'First month of the fiscal year',
    meaning: 'Calendar month in which the fiscal year starts',
  },
  basis: {
    type: 'text',
    heading: 'Counted by',
    isInLines: true,
    meaning: 'Whether payments count in the month of payment or in the month of the sales',
  },
} as const;
