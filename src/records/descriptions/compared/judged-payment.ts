import type { ComparableFigure } from '../../../derive/analysis.ts';
import type { WrittenColumn } from '../../description.ts';
import { doubtGroup, type ShownDoubt } from '../shared-columns.ts';
import { COMPARED_PARTS, taxColumns } from './compared-figures.ts';

/** A payment with its comparable change from the year before, and why that is doubtful. */
export interface JudgedPayment {
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
];
