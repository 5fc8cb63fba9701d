import { useEffect, useId, useState } from 'preact/hooks';
import type { Jurisdiction } from '../../client/types.gen.ts';
import { linkTo } from '../address/address.ts';
import { goTo } from '../address/navigation.ts';
import { overviewQuestion, searchQuestion } from '../service/questions.ts';
import { useAnswer } from '../service/use-answer.ts';
import { countOf, showType } from '../words/figures.ts';

const PAUSE_MS = 120;

/**
 * Finds a place by name, former name, code or county: an editable combobox with a list, as the ARIA Authoring Practices
 * describe it.
 */
export function SearchBox({ isCompact = false }: { isCompact?: boolean }) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const asked = useSettled(text.trim());
  const { value, fault } = useAnswer(asked === '' ? null : searchQuestion(asked));
  const found = value?.data ?? [];
  const isShown = isOpen && asked !== '' && value !== null;
  const choose = (jurisdiction: Jurisdiction | undefined) => {
    if (!jurisdiction) return;
    setText('');
    setOpen(false);
    goTo(linkTo(`/jurisdictions/${jurisdiction.id}`));
  };
  const move = (step: number) => {
    setOpen(true);
    if (found.length > 0) setActive((active + step + found.length) % found.length);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(active < 0 ? 0 : -1),
      Enter: () => choose(found[Math.max(0, active)]),
      Escape: () => (isShown ? setOpen(false) : setText('')),
    };
    const act = actions[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div class={isCompact ? 'search compact' : 'search'}>
      <label for={`${id}-text`} class={isCompact ? 'unseen' : undefined}>
        Find a city, county or district
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
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setOpen(true);
          setActive(-1);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Places" hidden={!isShown || found.length === 0}>
        {found.map((jurisdiction, at) => (
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
      <p role="status" class={isShown && found.length === 0 ? 'search-none' : 'unseen'}>
        {isShown &&
          (found.length === 0 ? `No place matches “${asked}”.` : countOf(value.meta.total, 'place'))}
        {fault?.message}
      </p>
    </div>
  );
}

function Found({
  jurisdiction: { name, type, county, state, sales_tax_id },
}: {
  jurisdiction: Jurisdiction;
}) {
  const overview = useAnswer(overviewQuestion()).value?.data;
  const stateName = overview?.states.find((known) => known.state === state)?.name ?? state.toUpperCase();
  return (
    <>
      <b>{name}</b>
      <small>
        {[showType(type), county && `${county} County`, stateName, sales_tax_id].filter(Boolean).join(' · ')}
      </small>
    </>
  );
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
