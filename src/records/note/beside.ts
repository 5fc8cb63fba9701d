import type { Month } from '../../domain/month.ts';
import type { FigureSource } from '../../domain/report.ts';
import type { ListedRevision } from '../descriptions/history/revision.ts';
import type { FiguresBeside } from '../found-rows.ts';

/** What a note shows besides figures. The service reads it from SQLite, and a page from documents. */
export interface BesideFigures extends FiguresBeside {
  programVersion: string;
  /** When the version of the dataset was made, ISO 8601 in UTC; `null` before the first run. */
  updatedAt: string | null;
  /** Whether all places of the state are there. */
  hasAllPlaces: boolean;
  /** Whether some figures of a state are invented. */
  isInvented(state: string): boolean;
  /** The rows behind the months of a place, newest first. */
  rowsOf(id: number, from: Month, to: Month): readonly NoteSources[];
  /** The figures of a place that changed after a time, newest change first. */
  revisionsOf(id: number, since: string): readonly RevisedFigure[];
}

/** The rows that the figures of one month come from. */
export interface NoteSources {
  month: Month;
  /** The fields whose figure comes from the register of corrections. */
  corrected: readonly string[];
  sources: readonly Pick<FigureSource, 'file_name' | 'sheet' | 'row' | 'sha256' | 'received_at'>[];
}

/** A changed figure. Payments are in cents. */
export type RevisedFigure = Pick<
  ListedRevision,
  'field' | 'allocation_period' | 'before' | 'after' | 'revised_at'
>;
