import type { KnownState } from '../../domain/reading/known-state.ts';
import type { GivingRow } from '../descriptions/source.ts';
import type { DocumentReading } from './document-reading.ts';
import { reportsName } from './document-shelf.ts';

/** The rows behind one month of a place. */
interface PlaceRows {
  /** The first day of the allocation period. */
  period: string;
  corrected: readonly string[];
  sources: readonly GivingRow[];
  state: KnownState;
}

/** The rows behind the figures of a place, newest month first. */
export function rowsOfPlace(view: DocumentReading, id: number): PlaceRows[] {
  const { months = {}, rowLayouts = [] } = view.blocks.rows(id) ?? {};
  const known = months[id];
  const state = view.stateOf(id);
  if (!known || !state) return [];
  const reports = view.shelf.get('reports', reportsName(state.code))?.reports ?? {};
  return known
    .map(([period, rows, corrected = []]) => ({
      ...{ period, corrected, state },
      sources: rows.flatMap(([number, layoutAt, row, lines]): GivingRow[] => {
        const [report, layout] = [reports[number], rowLayouts[layoutAt]];
        return report && layout ? [{ ...report, ...layout, row, ...(lines && { lines }) }] : [];
      }),
    }))
    .reverse();
}
