import { UNIT_SCALES } from '../../domain/allocation.ts';
import { monthOfDate } from '../../domain/month.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import type { BesideFigures, RevisedFigure } from '../note/beside.ts';
import { composeNote, NOTE_FILTERS } from '../note/compose.ts';
import { noteHtml } from '../note/html.ts';
import type { DocumentReading } from './document-reading.ts';
import { DATASET } from './document-shelf.ts';
import { idOf } from './local-answer.ts';
import { rowsOfPlace } from './place-rows.ts';
import { placeIn, Refused, readAsked } from './read-address.ts';

const ADDRESS = '/api/jurisdictions/:id/note';
const ASKED = { filters: NOTE_FILTERS, paging: null };

/** What the overview of the service says that a note shows. */
interface ToldOfDataset {
  updated_at: string | null;
  program_version: string;
  states: readonly { state: string; has_invented: boolean }[];
}

/**
 * The page of HTML that the service answers at the absolute address of a note, made from documents. Throws as
 * `answerLocally` does.
 */
export function noteLocally(view: DocumentReading, url: string): string {
  const { pathname, searchParams } = new URL(url);
  const path = pathname.slice(pathname.indexOf('/api/'));
  const id = idOf(placeIn(ADDRESS, path, view)?.id ?? '', view);
  const { month, fiscal_year_start, basis } = readAsked(ASKED, searchParams, undefined, view);
  const asked = {
    id,
    ...(typeof month === 'object' && 'from' in month && { month }),
    ...(typeof fiscal_year_start === 'number' && { fiscal_year_start }),
    ...(basis === 'sales' && { basis: 'sales' as const }),
  };
  try {
    const note = composeNote(view, asked, besideOf(view));
    if (note) return noteHtml(note);
  } catch (error) {
    if (error instanceof WrongFilter) throw new Refused(422, error.message);
    throw error;
  }
  throw new Refused(404, 'The dataset has no payment of this state.');
}

function besideOf(view: DocumentReading): BesideFigures {
  // the program that wrote the documents took it from its own answer
  const told = view.shelf.get('dataset', DATASET)?.overview as ToldOfDataset;
  return {
    updatedAt: told.updated_at,
    programVersion: told.program_version,
    hasAllPlaces: !view.isPart,
    budgets: () => [],
    isInvented: (state) => told.states.some((one) => one.state === state && one.has_invented),
    rowsOf: (id, from, to) =>
      rowsOfPlace(view, id)
        .map(({ period, ...month }) => ({ month: monthOfDate(period), ...month }))
        .filter(({ month }) => month >= from && month <= to),
    revisionsOf: (id, since) =>
      // as the description of revisions writes them
      ((view.blocks.place(id)?.revisions ?? []) as readonly RevisedFigure[])
        .filter(({ revised_at }) => revised_at > since)
        .map(({ before, after, ...one }) => ({ ...one, before: inCents(before), after: inCents(after) })),
  };
}

function inCents(dollars: number | null): number | null {
  return dollars === null ? null : Math.round(dollars * UNIT_SCALES.amount);
}
