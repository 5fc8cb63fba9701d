import type { ComparableFigure } from '../../../derive/analysis.ts';
import { column, type WrittenColumn } from '../../description.ts';
import { doubtGroup, type ShownDoubt } from '../shared-columns.ts';
import { COMPARED_PARTS, taxColumns } from './compared-figures.ts';

/** How many payments the checks doubt in the mean of twelve months, and in the year to date. */
export interface DoubtedSums {
  doubtful: Readonly<Record<'mean' | 'yearToDate', number>>;
}

export const DOUBTED_SUMS: readonly WrittenColumn<DoubtedSums>[] = [
  column(
    'mean_of_year_doubtful',
    'number',
    '12-month mean, doubtful',
    'How many payments of the twelve months the checks doubt',
    { read: ({ doubtful }) => doubtful.mean },
  ),
  column(
    'year_to_date_doubtful',
    'number',
    'Year to date, doubtful',
    'How many payments of the year so far the checks doubt',
    { read: ({ doubtful }) => doubtful.yearToDate },
  ),
];

/** A payment with its comparable change from the year before, and why that is doubtful. */
export interface JudgedPayment extends DoubtedSums {
  payment: ComparableFigure;
  doubt: ShownDoubt | null;
}

/** What files of datapoints say of the change of a payment. */
export const JUDGED_COLUMNS: readonly WrittenColumn<JudgedPayment>[] = [
  ...taxColumns<JudgedPayment>(
    { ...COMPARED_PARTS.payment, meaning: 'the payment' },
    ({ payment }) => payment,
  ),
  ...doubtGroup<JudgedPayment>(({ doubt }) => doubt).columns.map((column) => ({
    ...column,
    flatName: `doubt_${column.name}`,
    isNullable: true as const,
  })),
  ...DOUBTED_SUMS,
];
