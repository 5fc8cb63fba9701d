import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { goTo, linkHere, placeLink } from '../../address/navigation.ts';
import { List } from '../../parts/choice.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { filterOf, groupOfId, groupsOf, idOfGroup, nameOfGroup, type PlaceOrGroup } from '../../selection.ts';
import { questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { showType, showTypes } from '../../words/figures.ts';
import { type CompareChoice, MOST } from './choice.ts';
import type { ChosenId } from './use-compared.ts';

interface ChosenPlacesProps {
  choice: CompareChoice;
  chosen: readonly ChosenId[];
  states: readonly StateOverview[];
}

/** The compared places and groups, each with a way to remove it, and ways to add another. */
export function ChosenPlaces({ choice: { ids, tooMany }, chosen, states }: ChosenPlacesProps) {
  const linkFor = (wanted: readonly string[]) => linkHere({ ids: wanted.join(',') || null });
  const add = (...more: string[]) => goTo(linkFor([...new Set([...ids, ...more])]));
  return (
    <section class="chosen" aria-label="Compared places">
      <ol>
        {chosen.map((one, at) => (
          <ChosenPlace
            key={one.id}
            one={one}
            at={at}
            onRemove={() => goTo(linkFor(ids.filter((other) => other !== one.id)))}
          />
        ))}
      </ol>
      {chosen.some(({ id }) => groupOfId(id)) && (
        <p class="hint">A group is the total of all its places, including those you compare.</p>
      )}
      {tooMany.length > 0 && (
        <p class="notice">
          A comparison has at most {MOST} places. Left out: {tooMany.join(', ')}.
        </p>
      )}
      {ids.length < MOST ? (
        <>
          <SearchBox
            label={ids.length === 0 ? 'Find the first place to compare' : 'Add a place'}
            onChoose={({ id }) => add(String(id))}
          />
          <AddGroup
            places={chosen.flatMap(({ place }) => place ?? [])}
            states={states}
            ids={ids}
            onAdd={add}
          />
        </>
      ) : (
        <p class="hint">
          These are {MOST} places, the most that a comparison has. Remove one to add another.
        </p>
      )}
    </section>
  );
}

interface AddGroupProps {
  places: readonly PlaceOrGroup[];
  states: readonly StateOverview[];
  ids: readonly string[];
  onAdd(...ids: string[]): void;
}

/**
 * Adds a group that one of the compared places belongs to as one line, or its places as lines of their own: the largest, as
 * many as there is room for.
 */
function AddGroup({ places, states, ids, onAdd }: AddGroupProps) {
  const [asked, setAsked] = useState('');
  const groups = new Map(
    places.flatMap(groupsOf).flatMap((group): [string, string][] => {
      const state = states.find((known) => known.state === group.state);
      const id = idOfGroup(group);
      return state && !ids.includes(id) ? [[id, nameOfGroup(group, state)]] : [];
    }),
  );
  const [first = null] = groups.keys();
  const chosen = groups.has(asked) ? asked : first;
  const group = chosen === null ? null : groupOfId(chosen);
  const question =
    group && questionOfState(group.state, 'compare', { ...filterOf(idOfGroup(group)), limit: 2 * MOST });
  const { value, isWaiting, isOld } = useAnswer(question);
  if (chosen === null) return null;
  const others = (value?.data ?? [])
    .flatMap(({ jurisdiction }) => (jurisdiction ? [String(jurisdiction.id)] : []))
    .filter((id) => !ids.includes(id));
  const added = others.slice(0, MOST - ids.length);
  const isAll = value !== null && value.meta.total <= ids.length + added.length;
  return (
    <div class="choices" aria-busy={isWaiting}>
      <List label="A group" value={chosen} options={[...groups]} onChoose={setAsked} />
      <button type="button" onClick={() => onAdd(chosen)}>
        Add the group
      </button>
      {added.length > 0 && (
        <button type="button" disabled={isOld} onClick={() => onAdd(...added)}>
          {isAll ? 'Add all of its places' : `Add its ${added.length} largest places`}
        </button>
      )}
    </div>
  );
}

function ChosenPlace({ one, at, onRemove }: { one: ChosenId; at: number; onRemove(): void }) {
  const { id, place, fault } = one;
  const isGroup = groupOfId(id) !== null;
  const name = place?.name ?? id;
  const about = place && !isGroup && [showType(place.type), place.county].filter(Boolean).join(', ');
  return (
    <Chosen id={id} name={name} onRemove={onRemove}>
      <i class={`swatch bars tone-${at + 1}`} />
      {fault ? (
        <span class="down">{fault.message}</span>
      ) : isGroup ? (
        name
      ) : (
        <>
          <a href={placeLink(id)}>{name}</a> <span class="hint">{about}</span>
        </>
      )}
    </Chosen>
  );
}

interface ChosenProps {
  id: string;
  name: string;
  onRemove(): void;
  children: ComponentChildren;
}

/** One of several chosen places, with a way to remove it. */
function Chosen({ id, name, onRemove, children }: ChosenProps) {
  return (
    <li data-place={id}>
      {children}
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

/** How many places a suggested comparison has. */
const SUGGESTED = 5;

/** Comparisons to start with: the largest places of each state. */
export function Suggestions({ states }: { states: readonly StateOverview[] }) {
  return (
    <section aria-label="Suggestions">
      <h2>Start with the largest</h2>
      <ul>
        {states.map((state) => (
          <Suggestion key={state.state} state={state} />
        ))}
      </ul>
    </section>
  );
}

function Suggestion({ state: { state, name, types, newest } }: { state: StateOverview }) {
  const [type = null] = types;
  const { value, isWaiting } = useAnswer(
    newest ? questionOfState(state, 'compare', { type, limit: SUGGESTED }) : null,
  );
  if (isWaiting) return <li aria-busy="true" />;
  const largest = value?.data.flatMap(({ jurisdiction }) => (jurisdiction ? [jurisdiction] : [])) ?? [];
  if (largest.length === 0) return null;
  return (
    <li>
      <a href={linkTo('/compare', { ids: largest.map(({ id }) => id).join(',') })}>
        {type === null ? 'Places' : showTypes(type)} of {name}
      </a>{' '}
      <span class="hint">{largest.map((place) => place.name).join(', ')}</span>
    </li>
  );
}
