import type { GivingRow } from '../descriptions/source.ts';
import type { DocumentReading } from './document-reading.ts';
import { reportsName } from './document-shelf.ts';

/** The rows behind one month of a place. */
interface PlaceRows {
  /** The first day of the allocation period. */
  period: string;
  corrected: readonly string[];
  sources: readonly GivingRow[];
}

/** The rows behind the figures of a place, newest month first; `null` if there is no such place. */
export function rowsOfPlace(view: DocumentReading, id: number): PlaceRows[] | null {
  const { months = {}, rowLayouts = [] } = view.blocks.rows(id) ?? {};
  const known = months[id];
  const state = view.stateOf(id);
  if (!known || !state) return null;
  const reports = view.shelf.get('reports', reportsName(state.code))?.reports ?? {};
  return known
    .map(([period, rows, corrected = []]) => ({
      ...{ period, corrected },
      sources: rows.flatMap(([number, layoutAt, row, lines]): GivingRow[] => {
        const [report, layout] = [reports[number], rowLayouts[layoutAt]];
        return report && layout ? [{ ...report, ...layout, row, ...(lines && { lines }) }] : [];
      }),
    }))
    .reverse();
}
