import type { RefObject } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Jurisdiction, StateOverview } from '../../client/generated/types.gen.ts';
import { joinNames } from '../../records/files/source.ts';
import { goTo, placeLink } from '../address/navigation.ts';
import { groupOfId, groupsIn, type PlaceOrGroup } from '../selection.ts';
import { useOverview } from '../service/overview.ts';
import { placesQuestion } from '../service/questions.ts';
import type { Fault } from '../service/request.ts';
import { useAnswer } from '../service/use-answer.ts';
import { countOf, showType } from '../words/figures.ts';

const PAUSE_MS = 120;
/** A shorter text is the start of too many names of groups. */
const LEAST_OF_GROUP = 3;
const [MOST_PLACES, MOST_GROUPS] = [20, 3];

interface SearchBoxProps {
  isCompact?: boolean;
  label?: string;
  /** What to do with the chosen place. Default: open its view. */
  onChoose?(place: PlaceOrGroup): void;
}

/**
 * Finds a place or a group by name, former name or code: an editable combobox with a list, as the ARIA Authoring
 * Practices describe it.
 */
export function SearchBox({
  isCompact = false,
  label = 'Find a city, county, district or state',
  onChoose = ({ id }) => goTo(placeLink(id, { period: null })),
}: SearchBoxProps) {
  const id = useId();
  const { asked, found, fault, isShown, active, choose, ...input } = useCombobox(onChoose);
  const field = useRef<HTMLInputElement>(null);
  useFocusBySlash(field);
  const names = useOverview().states.flatMap(({ name, newest }) => (newest ? [name] : []));
  const isNothing = isShown && found.length === 0;
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
        placeholder={isCompact ? 'Find a place' : 'City, county, type or state'}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        {...input}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" hidden={!isShown || isNothing}>
        {found.map((place, at) => (
          <div
            key={place.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => {
              // keeps the focus, whose loss would close the list before the click
              event.preventDefault();
              choose(place);
            }}
          >
            <Found place={place} />
          </div>
        ))}
      </div>
      <p role="status" class={isNothing ? 'search-none' : 'unseen'}>
        {isNothing && `No place of ${joinNames(names)} matches “${asked}”.`}
        {isShown && !isNothing && countOf(found.length, 'place')}
        {fault?.message}
      </p>
    </div>
  );
}

/** The text of a combobox, what it finds, and what its keys do. The other members are properties of the input. */
function useCombobox(onChoose: (place: PlaceOrGroup) => void) {
  const [value, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isHurried, setHurried] = useState(false);
  const text = value.trim();
  const asked = useSettled(text);
  const answer = useFoundPlaces(asked);
  const found = answer.found ?? [];
  const isAnswered = asked !== '' && answer.found !== null;
  const isShown = isOpen && isAnswered;
  const choose = (place: PlaceOrGroup | undefined) => {
    if (!place) return;
    setText('');
    setOpen(false);
    onChoose(place);
  };
  const isCurrent = isAnswered && asked === text;
  useEffect(() => {
    // who presses Enter before the answer is there gets the first place of that answer
    if (!isHurried || !isCurrent) return;
    setHurried(false);
    choose(found[0]);
  }, [isHurried, isCurrent]);
  const move = (from: number, step: number) => {
    setOpen(true);
    if (found.length > 0) setActive((from + step + found.length) % found.length);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(active, 1),
    ArrowUp: () => move(Math.max(0, active), -1),
    Enter: () => (isCurrent ? choose(found[Math.max(0, active)]) : setHurried(text !== '')),
    Escape: () => (isShown ? setOpen(false) : setText('')),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    setText(event.currentTarget.value);
    setOpen(true);
    setActive(-1);
  };
  const [onFocus, onBlur] = [() => setOpen(true), () => setOpen(false)];
  const places = { asked, found, fault: answer.fault };
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

/** The name of a place, and what tells it from others of that name. */
function Found({ place }: { place: PlaceOrGroup | Jurisdiction }) {
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
          county && type !== 'county' && `${county} County`,
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

/** What a text finds: places by name, former name or code, and groups by name. */
function useFoundPlaces(text: string): { found: PlaceOrGroup[] | null; fault: Fault | null } {
  const { states } = useOverview();
  const { value, isOld, fault } = useAnswer(
    text === '' ? null : placesQuestion({ q: text, limit: MOST_PLACES }),
  );
  if (!value || isOld) return { found: null, fault };
  const groups = groupsNamed(text, states);
  // who types the name of a city or a county means it, and not its group
  const isFirst = ({ name }: PlaceOrGroup) => name.toLowerCase().startsWith(text.toLowerCase());
  const [first, others] = [groups.filter(isFirst), groups.filter((group) => !isFirst(group))];
  return { found: [...first, ...value.data, ...others], fault: null };
}

/** The groups whose names have words that begin with those of a text. */
function groupsNamed(text: string, states: readonly StateOverview[]): PlaceOrGroup[] {
  const words = text.toLowerCase().split(/\s+/);
  const isNamed = ({ name }: PlaceOrGroup) => {
    const own = name.toLowerCase().split(' ');
    return words.every((word) => own.some((one) => one.startsWith(word)));
  };
  if (text.length < LEAST_OF_GROUP) return [];
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
