import { UNIT_SCALES } from '../../domain/allocation.ts';
import { monthOfDate } from '../../domain/month.ts';
import type { BesideFigures, RevisedFigure } from '../note/beside.ts';
import { composeNote, NOTE_FILTERS } from '../note/compose.ts';
import { noteHtml } from '../note/html.ts';
import { type ChosenParameters, readChosen } from './answers.ts';
import type { DocumentReading } from './document-reading.ts';
import { DATASET, NotInDocuments } from './document-shelf.ts';
import { rowsOfPlace } from './place-rows.ts';

const ASKED = { filters: NOTE_FILTERS, paging: null };

/** What the overview of the service says that a note shows. */
interface ToldOfDataset {
  updated_at: string | null;
  program_version: string;
  states: readonly { state: string; has_invented: boolean }[];
}

/** The note of a place: a page of HTML, made from documents. Throws as `composeNote` does, or a `NotInDocuments`. */
export function makeNote(view: DocumentReading, id: number, chosen: ChosenParameters): string {
  const { month, fiscal_year_start, basis } = readChosen(ASKED, chosen, view);
  const asked = {
    id,
    ...(typeof month === 'object' && 'from' in month && { month }),
    ...(typeof fiscal_year_start === 'number' && { fiscal_year_start }),
    ...(basis === 'sales' && { basis: 'sales' as const }),
  };
  const note = composeNote(view, asked, besideOf(view));
  if (!note) throw new NotInDocuments('The dataset has no payment of this state.');
  return noteHtml(note);
}

function besideOf(view: DocumentReading): BesideFigures {
  // the program that wrote the documents took it from its own answer
  const told = view.shelf.get('dataset', DATASET)?.overview as ToldOfDataset;
  return {
    updatedAt: told.updated_at,
    programVersion: told.program_version,
    hasAllPlaces: !view.isPart,
    budgets: () => view.own.budgets,
    events: () => view.own.events,
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
