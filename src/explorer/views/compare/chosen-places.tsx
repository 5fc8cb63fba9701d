import { linkTo } from '../../address/address.ts';
import { goTo, linkHere, placeLink } from '../../address/navigation.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { groupOfId, idOfGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { showType } from '../../words/figures.ts';
import { MOST } from './compare-choices.tsx';
import type { ChosenId } from './comparison.ts';

interface ChosenPlacesProps {
  chosen: readonly ChosenId[];
  /** Ids beyond the most that can be shown. */
  tooMany: readonly string[];
}

/** The compared places and groups, each with a way to remove it, and the search that adds another. */
export function ChosenPlaces({ chosen, tooMany }: ChosenPlacesProps) {
  const ids = chosen.map(({ id }) => id);
  const show = (wanted: readonly string[]) => goTo(linkHere({ ids: wanted.join(',') || null }));
  return (
    <section class="chosen" aria-label="Compared places">
      <ol>
        {chosen.map((one, at) => (
          <ChosenPlace
            key={one.id}
            one={one}
            at={at}
            onRemove={() => show(ids.filter((other) => other !== one.id))}
          />
        ))}
      </ol>
      {ids.some(groupOfId) && (
        <p class="hint">A group is the total of all its places, including those you compare.</p>
      )}
      {ids.length === 0 && <StateTotals />}
      {ids.length < MOST ? (
        <SearchBox
          label={ids.length === 0 ? 'Find the first place to compare' : 'Add a place or a group'}
          onChoose={({ id }) => show([...new Set([...ids, String(id)])])}
        />
      ) : (
        <p class="hint">
          These are {MOST} places, the most that a comparison has.
          {tooMany.length > 0 && ` Left out: ${tooMany.join(', ')}.`} Remove one to add another.
        </p>
      )}
    </section>
  );
}

/** A comparison to start with. */
function StateTotals() {
  const states = useOverview().states.filter(({ newest }) => newest !== null);
  const ids = states.map(({ state }) => idOfGroup({ state, type: null, county: null }));
  if (ids.length < 2) return null;
  return (
    <a href={linkTo('/compare', { ids: ids.slice(0, MOST).join(',') })}>Compare the totals of the states</a>
  );
}

function ChosenPlace({ one: { id, place }, at, onRemove }: { one: ChosenId; at: number; onRemove(): void }) {
  const name = place?.name ?? id;
  const about = [place && showType(place.type), place?.county].filter(Boolean).join(', ');
  return (
    <li data-place={id}>
      <i class={`swatch bars tone-${at + 1}`} /> <a href={placeLink(id)}>{name}</a>{' '}
      {!groupOfId(id) && <span class="hint">{about}</span>}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={({ currentTarget }) => {
          const item = currentTarget.parentElement;
          const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
          onRemove();
          // the focus stays in the list; without one it is at the search
          const near = neighbour ?? document.querySelector('main .search');
          near?.querySelector<HTMLElement>('button, input')?.focus();
        }}
      >
        ✕
      </button>
    </li>
  );
}
