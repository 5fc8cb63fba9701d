import type { Figures } from '../../domain/allocation.ts';
import type { MergedSeries, RowsByKind } from '../state.ts';
import { rowsOf } from '../state.ts';
import { TEXAS_FIELDS, type TexasField } from './fields.ts';
import { paymentDetail } from './payment-detail.ts';

/** One payment detail row is one datapoint. */
export function mergeTexas(rows: RowsByKind): MergedSeries {
  const datapoints = rowsOf(rows, paymentDetail).map((row) => {
    const figures = {} as Figures<TexasField>;
    for (const { name } of TEXAS_FIELDS) figures[name] = row.figures[name];
    return { month: row.month, figures, sources: new Map([[paymentDetail.name, row]]) };
  });
  return { datapoints, remarks: [] };
}
