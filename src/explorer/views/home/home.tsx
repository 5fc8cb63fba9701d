import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import { usePageTitle } from '../../parts/page-title.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { useOverview, withLastFirst } from '../../service/overview.ts';
import { StateCard } from './state-card.tsx';

/** A card for each state that has something to show, and one line for the others. */
function States({ states }: { states: readonly StateOverview[] }) {
  const isEmpty = ({ newest, held }: StateOverview) => newest === null && held.length === 0;
  const empty = states.filter(isEmpty).map(({ name }) => name);
  return (
    <>
      {states
        .filter((state) => !isEmpty(state))
        .map((state) => (
          <StateCard key={state.state} state={state} />
        ))}
      {empty.length === states.length ? (
        <p>
          Nothing is loaded yet. Load your reports: <code>allocations ingest FILE</code>
        </p>
      ) : (
        empty.length > 0 && <p class="hint">No report of {joinNames(empty)} is loaded yet.</p>
      )}
    </>
  );
}

/** The start page: search, and the newest month of each state. */
export function Home() {
  usePageTitle(null);
  return (
    <>
      <section class="opening">
        <h1>Local sales tax allocations</h1>
        <p class="lead">
          What each city, county and district was paid, month by month, from the states’ own reports.
        </p>
        <SearchBox />
      </section>
      <States states={withLastFirst(useOverview().states)} />
    </>
  );
}
