import { stateOf } from '../../states/index.ts';
import { readStateSources } from '../../store/query/overview.ts';
import { readSources } from '../../store/query/sources.ts';
import { type DatasetView, perView } from '../../store/query/view.ts';
import { openRuns } from '../../store/write/runs.ts';
import { type Beside, EVERYTHING } from '../list.ts';
import { revisions } from '../queries/history/revisions.ts';
import { composeNote, type NoteQuestion } from './compose.ts';
import type { PlaceNote } from './content.ts';

/** Reads the note of one place from a dataset. See `composeNote`. */
export function readPlaceNote(
  view: DatasetView,
  asked: NoteQuestion,
  programVersion: string,
  beside: Beside,
): PlaceNote | null {
  return composeNote(view, asked, {
    ...{ ...beside, programVersion, hasAllPlaces: true, updatedAt: updatedAt(view) },
    isInvented: (state) => inventedStates(view).has(state),
    rowsOf: (id, from, to) => {
      const place = view.jurisdictions.get(id);
      return place ? readSources(view.dataset, stateOf(place.state), id, { from, to }) : [];
    },
    revisionsOf: (id, since) => {
      const day = since.slice(0, 10);
      const { read, length } = revisions.find(view, { jurisdictions: [id], since: day }, EVERYTHING);
      return read(view, 0, length).filter(({ revised_at }) => revised_at > since);
    },
  });
}

/** The states with invented figures, found once for each version of the dataset. */
const inventedStates = perView(
  ({ dataset }) =>
    new Set(readStateSources(dataset).flatMap(({ state, hasInvented }) => (hasInvented ? [state.code] : []))),
);

const updatedAt = perView(({ dataset }) => openRuns(dataset).ofVersions(1)[0]?.finished_at ?? null);
