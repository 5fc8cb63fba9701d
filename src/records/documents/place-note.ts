import { UNIT_SCALES } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { composeNote, NOTE_FILTERS, type NoteQuestion } from '../note/compose.ts';
import type { PlaceNote, RevisedFigure } from '../note/content.ts';
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

/** The note of a place, made from documents. Throws as `composeNote` does, or a `NotInDocuments`. */
export function makeNote(view: DocumentReading, id: number, chosen: ChosenParameters): PlaceNote {
  // the filters of a note are read as what a note asks
  const asked = { ...(readChosen(ASKED, chosen, view) as Omit<NoteQuestion, 'id'>), id };
  // the program that wrote the documents took it from its own answer
  const told = view.shelf.get('dataset', DATASET)?.overview as ToldOfDataset;
  const inCents = (dollars: number | null) =>
    dollars === null ? null : Math.round(dollars * UNIT_SCALES.amount);
  const note = composeNote(view, asked, {
    ...{ updatedAt: told.updated_at, programVersion: told.program_version, hasAllPlaces: !view.isPart },
    ...{ budgets: () => view.own.budgets, events: () => view.own.events },
    isInvented: (state) => told.states.some((one) => one.state === state && one.has_invented),
    rowsOf: (placeId, from, to) =>
      rowsOfPlace(view, placeId).filter(({ period }) => period >= firstDay(from) && period <= firstDay(to)),
    revisionsOf: (placeId, since) =>
      // as the description of revisions writes them
      ((view.blocks.place(placeId)?.revisions ?? []) as readonly RevisedFigure[])
        .filter(({ revised_at }) => revised_at > since)
        .map(({ before, after, ...one }) => ({ ...one, before: inCents(before), after: inCents(after) })),
  });
  if (!note) throw new NotInDocuments('The dataset has no payment of this state.');
  return note;
}
