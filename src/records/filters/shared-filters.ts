import type { Filter } from './filter.ts';

/** The jurisdictions of a state to choose. */
export const OF_STATE = {
  type: { kind: 'type', meaning: 'Only jurisdictions of this type' },
  county: { kind: 'county', meaning: 'Only jurisdictions in this county' },
  jurisdictions: { kind: 'jurisdictions', meaning: 'Only these jurisdictions' },
} as const;

export const FISCAL_YEAR_START = {
  kind: 'first_month',
  meaning: 'Calendar month in which the fiscal year starts, 1 to 12',
} as const satisfies Filter;

/** The months of an answer. */
export const MONTHS = {
  from: { kind: 'month', meaning: 'Only this allocation period and later ones' },
  to: { kind: 'month', meaning: 'Only this allocation period and earlier ones' },
} as const;

/** What `meta` says about the figures of an answer. */
export const FIGURE_META = {
  field: { type: 'text', heading: 'Field', meaning: 'The analyzed field' },
  fiscal_year_start: {
    type: 'number',
    heading: 'First month of the fiscal year',
    meaning: 'Calendar month in which the fiscal year starts',
  },
} as const;
