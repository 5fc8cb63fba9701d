import { DOMImplementation } from '@xmldom/xmldom';
import { stateOf } from '../../states/index.ts';
import { readStateSources } from '../../store/query/overview.ts';
import { readSources } from '../../store/query/sources.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { openRuns } from '../../store/write/runs.ts';
import type { Beside } from '../list.ts';
import { makePlaceNote, type NoteQuestion, type PlaceNote } from './note.ts';

/** Reads the note of one place from a dataset. See `makePlaceNote`. */
export function readPlaceNote(
  view: DatasetView,
  asked: NoteQuestion,
  programVersion: string,
  beside: Beside,
): PlaceNote | null {
  return makePlaceNote(view, asked, {
    ...{ ...beside, programVersion, hasAllPlaces: true, updatedAt: toldOf(view).updatedAt },
    isInvented: (state) => toldOf(view).invented.some((code) => code === state),
    rowsOf: ({ id, state }, from, to) =>
      [...readSources(view.dataset, stateOf(state), id, { from, to })].reverse(),
  });
}

/** A document without a browser, in which the chart of a note is drawn. */
export function newDocument(): Document {
  return new DOMImplementation().createDocument('http://www.w3.org/1999/xhtml', 'html') as never;
}

/** When the version was made, and the states with invented figures: found once for each version. */
const toldOf = perView(({ dataset }) => ({
  updatedAt: openRuns(dataset).ofVersions(1)[0]?.finished_at ?? null,
  invented: readStateSources(dataset).flatMap(({ state, hasInvented }) => (hasInvented ? state.code : [])),
}));
