import type { Filter } from '../../filters/filter.ts';

/** The month that a list about one place is of. */
export const MONTH_OF_PLACE = {
  kind: 'month',
  meaning:
    'The month: of payment, or of sales with basis=sales. No later month is used. Default: the newest month of the state',
} as const satisfies Filter;

export const MONTH_OF_PLACE_META = {
  allocation_period: {
    type: 'month',
    meaning: 'The month of payment. null if the state has no datapoints',
    isNullable: true,
    example: '2024-05-01',
  },
  sales_period: {
    type: 'month',
    meaning: 'The month of its sales. null if the state has no datapoints, or if no source states it',
    isNullable: true,
    example: '2024-03-01',
  },
} as const;
