import { useEffect, useId, useState } from 'preact/hooks';
import type { Jurisdiction } from '../../client/generated/types.gen.ts';
import { linkTo } from '../address/address.ts';
import { goTo } from '../address/navigation.ts';
import { useOverview } from '../service/overview.ts';
import { countyQuestion, searchQuestion } from '../service/questions.ts';
import type { Fault } from '../service/request.ts';
import { useAnswer } from '../service/use-answer.ts';
import { countOf, showType } from '../words/figures.ts';

const PAUSE_MS = 120;
/** Letters of a county's name. */
const LEAST_OF_COUNTY = 3;

interface SearchBoxProps {
  isCompact?: boolean;
  label?: string;
  /** The state whose places to find, by its code. Default: all states. */
  ofState?: string;
  /** What to do with the chosen place. Default: open its view. */
  onChoose?(place: Jurisdiction): void;
}

/**
 * Finds a place by name, former name, code or county: an editable combobox with a list, as the ARIA Authoring Practices
 * describe it.
 */
export function SearchBox({
  isCompact = false,
  label = 'Find a city, county or district',
  ofState,
  onChoose = ({ id }) => goTo(linkTo(`/jurisdictions/${id}`)),
}: SearchBoxProps) {
  const id = useId();
  const { asked, found, fault, isShown, active, choose, ...input } = useCombobox(onChoose, ofState);
  return (
    <div class={isCompact ? 'search compact' : 'search'}>
      <label for={`${id}-text`} class={isCompact ? 'unseen' : undefined}>
        {label}
      </label>
      <input
        id={`${id}-text`}
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck={false}
        placeholder={isCompact ? 'Find a place' : 'Name, former name, code or county'}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        {...input}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" hidden={!isShown || found?.length === 0}>
        {found?.map((jurisdiction, at) => (
          <div
            key={jurisdiction.id}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => {
              // keeps the focus, whose loss would close the list before the click
              event.preventDefault();
              choose(jurisdiction);
            }}
          >
            <Found jurisdiction={jurisdiction} />
          </div>
        ))}
      </div>
      <p role="status" class={isShown && found?.length === 0 ? 'search-none' : 'unseen'}>
        {isShown && (found?.length ? countOf(found.length, 'place') : `No place matches “${asked}”.`)}
        {fault?.message}
      </p>
    </div>
  );
}

/** The text of a combobox, what it finds, and what its keys do. The other members are properties of the input. */
function useCombobox(onChoose: (place: Jurisdiction) => void, ofState?: string) {
  const [value, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [isHurried, setHurried] = useState(false);
  const text = value.trim();
  const asked = useSettled(text);
  const { found, fault } = useFoundPlaces(asked, ofState);
  const isCurrent = asked === text && found !== null;
  const isShown = isOpen && asked !== '' && found !== null;
  const choose = (jurisdiction: Jurisdiction | undefined) => {
    if (!jurisdiction) return;
    setText('');
    setOpen(false);
    onChoose(jurisdiction);
  };
  useEffect(() => {
    // who presses Enter before the answer is there gets the first place of that answer
    if (!isHurried || !isCurrent) return;
    setHurried(false);
    choose(found?.[0]);
  }, [isHurried, isCurrent]);
  const move = (step: number) => {
    setOpen(true);
    if (!found || found.length === 0) return;
    setActive(active < 0 && step < 0 ? found.length - 1 : (active + step + found.length) % found.length);
  };
  const onKeyDown = actOnKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(active < 0 ? 0 : -1),
    Enter: () => (isCurrent ? choose(found[Math.max(0, active)]) : setHurried(text !== '')),
    Escape: () => (isShown ? setOpen(false) : setText('')),
  });
  const onInput = (event: { currentTarget: HTMLInputElement }) => {
    setText(event.currentTarget.value);
    setOpen(true);
    setActive(-1);
  };
  const [onFocus, onBlur] = [() => setOpen(true), () => setOpen(false)];
  return { asked, found, fault, isShown, active, choose, value, onInput, onKeyDown, onFocus, onBlur };
}

function actOnKeys(actions: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

function Found({ jurisdiction }: { jurisdiction: Jurisdiction }) {
  const { name, former_name, type, county, state, sales_tax_id } = jurisdiction;
  const stateName = useOverview().states.find((known) => known.state === state)?.name ?? state.toUpperCase();
  return (
    <>
      <b>{name}</b>
      <small>
        {[
          former_name && `formerly ${former_name}`,
          showType(type),
          county && `${county} County`,
          stateName,
          sales_tax_id,
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </>
  );
}

/** What a text finds: places by name, former name or code, then those of a county of that name. */
function useFoundPlaces(text: string, state?: string): { found: Jurisdiction[] | null; fault: Fault | null } {
  const { states } = useOverview();
  const asked = text.toLowerCase().replace(/ county$/, '');
  const county = states
    .flatMap(({ counties }) => counties)
    .find((name) => asked.length >= LEAST_OF_COUNTY && name.toLowerCase().startsWith(asked));
  const named = useAnswer(text === '' ? null : searchQuestion(text, state));
  const ofCounty = useAnswer(county === undefined ? null : countyQuestion(county, state));
  if (!named.value || named.isOld) return { found: null, fault: named.fault };
  if (county !== undefined && (!ofCounty.value || ofCounty.isOld))
    return { found: null, fault: ofCounty.fault };
  const found = new Map(
    [...named.value.data, ...(ofCounty.value?.data ?? [])].map((place) => [place.id, place]),
  );
  return { found: [...found.values()], fault: null };
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
