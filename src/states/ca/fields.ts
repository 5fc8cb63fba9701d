import { type Calendar, type FieldDefinition, settlesCalendarQuarter } from '../../domain/allocation.ts';

/** The numeric fields of a California allocation, in record order. */
export const CALIFORNIA_FIELDS = [
  {
    name: 'net_payment',
    unit: 'amount',
    isSortable: true,
    meaning: 'Net payment made to the jurisdiction',
    readFrom: 'statement, Net Payment',
  },
  {
    name: 'current_distributions',
    unit: 'amount',
    isSortable: true,
    meaning: 'Amount distributed from local sales of the sales period',
    readFrom: 'statement, Current Distributions',
  },
  {
    name: 'current_advance',
    unit: 'amount',
    isSortable: true,
    meaning: "Quarterly taxpayers' local and county payments advanced to the jurisdiction",
    readFrom: 'statement, Current Advance',
  },
  {
    name: 'countywide_pool',
    unit: 'amount',
    quarterEndOnly: true,
    isSortable: true,
    sortAlias: 'county_pool',
    meaning: "Amount allocated from the county's pool",
    readFrom: 'quarterly allocations, County Pool Amount',
  },
  {
    name: 'countywide_pool_percentage',
    unit: 'percent',
    quarterEndOnly: true,
    meaning: "The jurisdiction's share of the county's pool",
    readFrom: 'quarterly allocations, County Pool Percent',
  },
  {
    name: 'statewide_pool',
    unit: 'amount',
    quarterEndOnly: true,
    isSortable: true,
    sortAlias: 'state_pool',
    meaning: "Amount allocated from the state's pool",
    readFrom: 'quarterly allocations, State Pool Amount',
  },
  {
    name: 'statewide_pool_percentage',
    unit: 'percent',
    quarterEndOnly: true,
    meaning: "The jurisdiction's share of the state's pool",
    readFrom: 'quarterly allocations, State Pool Percent',
  },
  {
    name: 'county_share',
    unit: 'amount',
    quarterEndOnly: true,
    isSortable: true,
    meaning:
      'Local payments allocated to the county under the sharing agreement: positive if shared away, negative if refunded',
    readFrom: 'quarterly allocations, County Share Amount',
  },
  {
    name: 'net_prior_allocations',
    unit: 'amount',
    quarterEndOnly: true,
    isSortable: true,
    meaning:
      'Net amount advanced in the earlier months of the quarter: positive if advanced, negative if reversed',
    readFrom: 'statement, Net Prior Allocations; if blank, quarterly allocations, Prior Advance',
  },
  {
    name: 'administrative_cost',
    unit: 'amount',
    quarterEndOnly: true,
    meaning:
      "The state tax administration's cost charged to the jurisdiction: positive if charged, negative if refunded",
    readFrom: 'statement, Administrative Cost; if blank, quarterly allocations, Administrative Cost',
  },
  {
    name: 'other_adjustments',
    unit: 'amount',
    quarterEndOnly: true,
    meaning: 'Total of any other adjustments',
    readFrom: 'statement, Other Adjustments',
  },
] as const satisfies readonly FieldDefinition[];

export const QUARTER_END_FIELDS: readonly CaliforniaField[] = CALIFORNIA_FIELDS.filter(
  (field) => 'quarterEndOnly' in field,
).map(({ name }) => name);

export type CaliforniaField = (typeof CALIFORNIA_FIELDS)[number]['name'];

/**
 * Sales of January are reported in February and paid in March. The fiscal year begins in July; each calendar quarter
 * is settled two months after it ends.
 */
export const CALIFORNIA_CALENDAR: Calendar = {
  lags: { revenue: 1, sales: 2 },
  fiscalYearStart: 7,
  isQuarterEnd: settlesCalendarQuarter,
};
