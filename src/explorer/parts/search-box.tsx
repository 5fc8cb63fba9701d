import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Jurisdiction, StateOverview } from '../../client/generated/types.gen.ts';
import { joinNames } from '../../records/files/source.ts';
import { linkTo } from '../address/address.ts';
import { goTo } from '../address/navigation.ts';
import { groupOfId, groupsIn, type PlaceOrGroup } from '../selection.ts';
import { useOverview } from '../service/overview.ts';
import { ALL, placesQuestion } from '../service/questions.ts';
import type { Fault } from '../service/request.ts';
import { useAnswer } from '../service/use-answer.ts';
import { countOf, showType } from '../words/figures.ts';

const PAUSE_MS = 120;
/** Letters of a county's name. */
const LEAST_OF_COUNTY = 3;
const FIRST_FOUND = 10;
const MOST_GROUPS = 3;
const MOST_OF_COUNTY = 100;

interface SearchBoxProps {
  isCompact?: boolean;
  label?: string;
  /** The state whose places to find, by its code. Default: all states. */
  ofState?: string;
  /** What to do with the chosen place. Default: open its view. */
  onChoose?(place: PlaceOrGroup): void;
}

/**
 * Finds a place by name, former name, code or county: an editable combobox with a list, as the ARIA Authoring Practices
 * describe it.
 */
export function SearchBox({
  isCompact = false,
  label = 'Find a city, county, district or state',
  ofState,
  onChoose = ({ id }) => goTo(linkTo(`/jurisdictions/${id}`)),
}: SearchBoxProps) {
  const id = useId();
  const combobox = useCombobox(onChoose, ofState);
  const { asked, found, options, more, fault, isShown, active, choose, ...input } = combobox;
  const field = useRef<HTMLInputElement>(null);
  useFocusBySlash(field);
  const { states } = useOverview();
  return (
    <div class={isCompact ? 'search compact' : 'search'}>
      <label for={`${id}-text`} class={isCompact ? 'unseen' : undefined}>
        {label}
      </label>
      <input
        ref={field}
        id={`${id}-text`}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={isCompact ? 'Find a place' : 'Raleigh, Wake County, cities of Texas, a code'}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        {...input}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" hidden={!isShown || options.length === 0}>
        {options.map((option, at) => (
          <div
            key={option?.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => {
              // keeps the focus, whose loss would close the list before the click
              event.preventDefault();
              choose(option);
            }}
          >
            {option ? <Found place={option} /> : <b>All {options.length - 1 + more} places</b>}
          </div>
        ))}
      </div>
      <p role="status" class={isShown && found?.length === 0 ? 'search-none' : 'unseen'}>
        {isShown &&
          (found?.length
            ? countOf(found.length, 'place')
            : `No place matches “${asked}”. ${adviceWithout(states)}`)}
        {fault?.message}
      </p>
    </div>
  );
}

/** Where to go if a search finds nothing: a sample has few places, and other states may not be loaded. */
function adviceWithout(states: readonly StateOverview[]): string {
  const loaded = states
    .filter(({ newest }) => newest !== null)
    .map(
      ({ name, jurisdictions, has_invented }) =>
        `${countOf(jurisdictions, has_invented ? 'invented place' : 'place')} of ${name}`,
    );
  return `The dataset has ${joinNames(loaded)}. For others, load their reports: docs/guides/getting-started.md has the steps.`;
}

/** The text of a combobox, what it finds, and what its keys do. The other members are properties of the input. */
function useCombobox(onChoose: (place: PlaceOrGroup) => void, ofState?: string) {
  const [value, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isHurried, setHurried] = useState(false);
  const text = value.trim();
  const asked = useSettled(text);
  const [wanted, setWanted] = useState('');
  const { found, more, fault } = useFoundPlaces(asked, wanted === asked, ofState);
  // the last option asks for all places
  const options = [...(found ?? []), ...(more > 0 ? [null] : [])];
  const isCurrent = asked === text && found !== null;
  const isShown = isOpen && asked !== '' && found !== null;
  const choose = (place: PlaceOrGroup | null | undefined) => {
    if (place === null) setWanted(asked);
    if (!place) return;
    setText('');
    setOpen(false);
    onChoose(place);
  };
  useEffect(() => {
    // who presses Enter before the answer is there gets the first place of that answer
    if (!isHurried || !isCurrent) return;
    setHurried(false);
    choose(found?.[0]);
  }, [isHurried, isCurrent]);
  const move = (step: number) => {
    setOpen(true);
    const { length } = options;
    if (length > 0) setActive(active < 0 && step < 0 ? length - 1 : (active + step + length) % length);
  };
  const onKeyDown = actOnKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(active < 0 ? 0 : -1),
    Enter: () => (isCurrent ? choose(options[Math.max(0, active)]) : setHurried(text !== '')),
    Escape: () => (isShown ? setOpen(false) : setText('')),
  });
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    setText(event.currentTarget.value);
    setOpen(true);
    setActive(-1);
  };
  const [onFocus, onBlur] = [() => setOpen(true), () => setOpen(false)];
  const places = { asked, found, options, more, fault };
  return { ...places, isShown, active, choose, value, onInput, onKeyDown, onFocus, onBlur };
}

/** The key / moves to the search, as long as nobody types into a field. */
function useFocusBySlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || (event.target as Element).closest('input, select, textarea')) return;
      event.preventDefault();
      field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

function actOnKeys(actions: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** The name of a place, and what tells it from others of that name. */
export function Found({ place }: { place: PlaceOrGroup | Jurisdiction }) {
  const { name, type, county, state } = place;
  const { former_name, sales_tax_id } = { former_name: null, sales_tax_id: '', ...place };
  const stateName = useOverview().states.find((known) => known.state === state)?.name ?? state.toUpperCase();
  return (
    <>
      <b>{name}</b>
      <small>
        {[
          former_name && `formerly ${former_name}`,
          groupOfId(place.id) ? 'all together' : showType(type),
          county && `${county} County`,
          stateName,
          // without a code, it is the name again
          /\d/.test(String(sales_tax_id)) && /^\w+$/.test(String(sales_tax_id)) && sales_tax_id,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

/** What a text finds: groups and places by name, former name or code, then those of a county of that name. `more` are not loaded. */
function useFoundPlaces(
  text: string,
  isAll: boolean,
  state?: string,
): { found: PlaceOrGroup[] | null; more: number; fault: Fault | null } {
  const { states } = useOverview();
  const asked = text.toLowerCase().replace(/ county$/, '');
  const county = states
    .flatMap(({ counties }) => counties)
    .find((name) => asked.length >= LEAST_OF_COUNTY && name.toLowerCase().startsWith(asked));
  const named = useAnswer(
    text === '' ? null : placesQuestion({ q: text, state, limit: isAll ? ALL : FIRST_FOUND }),
  );
  const ofCounty = useAnswer(
    county === undefined ? null : placesQuestion({ county, state, limit: MOST_OF_COUNTY }),
  );
  if (!named.value || named.isOld) return { found: null, more: 0, fault: named.fault };
  if (county !== undefined && (!ofCounty.value || ofCounty.isOld))
    return { found: null, more: 0, fault: ofCounty.fault };
  const groups = state === undefined ? groupsNamed(text, states) : [];
  // who types the name of a city or a county means it, and not its group
  const isWhole = ({ name }: PlaceOrGroup) => name.toLowerCase() === text.toLowerCase();
  const [whole, others] = [groups.filter(isWhole), groups.filter((group) => !isWhole(group))];
  const found = new Map(
    [...whole, ...named.value.data, ...others, ...(ofCounty.value?.data ?? [])].map((place) => [
      place.id,
      place,
    ]),
  );
  const { data, meta } = named.value;
  return { found: [...found.values()], more: meta.total - data.length, fault: null };
}

/** The groups whose names have words that begin with those of a text. */
function groupsNamed(text: string, states: readonly StateOverview[]): PlaceOrGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  const isNamed = ({ name }: PlaceOrGroup) => {
    const own = name.toLowerCase().split(' ');
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  if (text.length < LEAST_OF_COUNTY) return [];
  return states
    .filter(({ newest }) => newest !== null)
    .flatMap(groupsIn)
    .filter(isNamed)
    .slice(0, MOST_GROUPS);
}

/** A text as it was after the last pause in typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
