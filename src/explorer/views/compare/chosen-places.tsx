import type { Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkTo, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { SearchBox } from '../../parts/search-box.tsx';
import { comparisonQuestion } from '../../service/questions.ts';
import { type LoadedAnswer, useAnswer } from '../../service/use-answer.ts';
import { showType, showTypes } from '../../words/figures.ts';
import { type CompareChoice, MOST } from './choice.ts';

interface ChosenPlacesProps {
  address: Address;
  choice: CompareChoice;
  /** By id: what is known of each chosen place. */
  places: ReadonlyMap<string, LoadedAnswer<{ data: Jurisdiction }>>;
}

/** The compared places, each with a way to remove it, and a box to add another. */
export function ChosenPlaces({ address, choice: { ids, tooMany }, places }: ChosenPlacesProps) {
  const linkFor = (wanted: readonly string[]) => linkWith(address, { ids: wanted.join(',') || null });
  return (
    <section class="chosen" aria-label="Compared places">
      <ol>
        {ids.map((id, at) => (
          <ChosenPlace
            key={id}
            id={id}
            at={at}
            answer={places.get(id)}
            onRemove={() => goTo(linkFor(ids.filter((other) => other !== id)))}
          />
        ))}
      </ol>
      {tooMany.length > 0 && (
        <p class="notice">
          A comparison has at most {MOST} places. Left out: {tooMany.join(', ')}.
        </p>
      )}
      {ids.length < MOST ? (
        <SearchBox
          label={ids.length === 0 ? 'Find the first place to compare' : 'Add a place'}
          onChoose={({ id }) => {
            if (!ids.includes(String(id))) goTo(linkFor([...ids, String(id)]));
          }}
        />
      ) : (
        <p class="hint">
          These are {MOST} places, the most that a comparison has. Remove one to add another.
        </p>
      )}
    </section>
  );
}

interface ChosenPlaceProps {
  id: string;
  at: number;
  answer: LoadedAnswer<{ data: Jurisdiction }> | undefined;
  onRemove(): void;
}

function ChosenPlace({ id, at, answer, onRemove }: ChosenPlaceProps) {
  const { value, fault } = answer ?? { value: null, fault: null };
  const name = value?.data.name ?? id;
  return (
    <li data-place={id}>
      <i class={`swatch bars tone-${at + 1}`} />
      {fault ? (
        <span class="down">
          {id}: {fault.message}
        </span>
      ) : (
        <>
          <a href={linkTo(`/jurisdictions/${id}`)}>{name}</a>{' '}
          <span class="hint">{value && describe(value.data)}</span>
        </>
      )}
      <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
        ✕
      </button>
    </li>
  );
}

function describe({ type, county }: Jurisdiction): string {
  return [showType(type), county].filter(Boolean).join(', ');
}

/** How many places a suggested comparison has. */
const SUGGESTED = 5;

/** Comparisons to start with: the largest places of each state. */
export function Suggestions({ states }: { states: readonly StateOverview[] }) {
  return (
    <section aria-label="Suggestions">
      <h2>Start with the largest</h2>
      <ul class="plain">
        {states.map((state) => (
          <Suggestion key={state.state} state={state} />
        ))}
      </ul>
    </section>
  );
}

function Suggestion({ state: { state, name, types, newest } }: { state: StateOverview }) {
  const [type = null] = types;
  const { value } = useAnswer(newest ? comparisonQuestion(state, { type, limit: SUGGESTED }) : null);
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
