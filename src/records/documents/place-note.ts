import { firstDay } from '../../domain/month.ts';
import { makePlaceNote, type NoteQuestion, type PlaceNote } from '../note/note.ts';
import type { DocumentReading } from './document-reading.ts';
import { NotInDocuments } from './document-shelf.ts';

/** The note of a place, made from documents. Throws as `makePlaceNote` does, or a `NotInDocuments`. */
export function makeNote(view: DocumentReading, asked: NoteQuestion): PlaceNote {
  const { updated_at: updatedAt, program_version: programVersion, states } = view.dataset.overview;
  const note = makePlaceNote(view, asked, {
    ...{ ...view.beside, updatedAt, programVersion, hasAllPlaces: !view.dataset.isPart },
    isInvented: (state) => states.some((one) => one.state === state && one.has_invented),
    rowsOf: (place, from, to) =>
      view.rowsOf(place.id).filter(({ period }) => period >= firstDay(from) && period <= firstDay(to)),
  });
  if (!note) throw new NotInDocuments('The dataset has no payment of this state.');
  return note;
}
