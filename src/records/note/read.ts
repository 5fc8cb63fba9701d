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
    ...{ ...beside, programVersion, hasAllPlaces: true, updatedAt: updatedAt(view) },
    isInvented: (state) => inventedStates(view).has(state),
    rowsOf: ({ id, state }, from, to) =>
      [...readSources(view.dataset, stateOf(state), id, { from, to })].reverse(),
  });
}

/** The states with invented figures, found once for each version of the dataset. */
const inventedStates = perView(
  ({ dataset }) =>
    new Set(readStateSources(dataset).flatMap(({ state, hasInvented }) => (hasInvented ? [state.code] : []))),
);

const updatedAt = perView(({ dataset }) => openRuns(dataset).ofVersions(1)[0]?.finished_at ?? null);
