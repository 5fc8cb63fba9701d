import type { ComponentChildren, TargetedToggleEvent } from 'preact';
import { useId, useRef } from 'preact/hooks';

/** What stays free between a popover and the edges of the window. */
const EDGE = 8;
/** Where a button is so low in the window that its popover opens above it. */
const LOW = 0.6;

interface PopoverProps {
  /** What the button shows, and what it is called if that says too little. */
  label: ComponentChildren;
  labelInFull?: string | undefined;
  /** Whether the button is a word in a text, or opens a list of things to do. */
  kind: 'word' | 'menu';
  /** What a screen reader says of the content. */
  name: string;
  /** Called before it opens. */
  onOpen?(): void;
  children: ComponentChildren;
}

/**
 * A button with content that opens over the page, so that nothing moves. The browser closes it: by Escape, by a click
 * elsewhere, or when another one opens.
 */
export function Popover({ label, labelInFull, kind, name, onOpen, children }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const place = ({ currentTarget, newState }: TargetedToggleEvent<HTMLElement>) => {
    if (newState !== 'open' || !button.current) return;
    onOpen?.();
    const box = button.current.getBoundingClientRect();
    placeBeside(currentTarget, box);
    // it would stay where its button was; the event of what scrolled before it opened comes after
    const follow = () => {
      if (button.current?.getBoundingClientRect().top === box.top) return;
      removeEventListener('scroll', follow);
      currentTarget.hidePopover();
    };
    addEventListener('scroll', follow);
  };
  return (
    <>
      <button ref={button} type="button" class={kind} aria-label={labelInFull} popovertarget={id}>
        {label}
      </button>
      {/* with the focus, it is heard when it opens */}
      <div
        id={id}
        class="popover"
        popover="auto"
        role="dialog"
        aria-label={name}
        tabIndex={-1}
        autofocus
        onBeforeToggle={place}
      >
        {children}
      </div>
    </>
  );
}

/** Puts a popover below or above a box, within the window. */
function placeBeside({ style }: HTMLElement, box: DOMRect): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const isLow = box.bottom > height * LOW;
  const isRight = box.left > width / 2;
  const left = isRight ? Math.min(box.right, width - EDGE) : Math.max(EDGE, box.left);
  // from the left and the top alone: the other edges of the window are those of its scroll bars
  style.inset = `${isLow ? box.top : box.bottom}px auto auto ${left}px`;
  style.translate = `${isRight ? -100 : 0}% ${isLow ? -100 : 0}%`;
  style.setProperty('--room', `${(isRight ? left : width - left) - EDGE}px`);
  style.maxHeight = `${(isLow ? box.top : height - box.bottom) - EDGE}px`;
}

/** A word that opens what it means. */
export function Meaning({ word, name = word, text }: { word: string; name?: string; text: string }) {
  const sentence = /[.!?]$/.test(text) ? text : `${text}.`;
  return (
    <Popover
      kind="word"
      label={word}
      labelInFull={name.includes(word) ? name : `${word}: ${name}`}
      name={`${name}: ${sentence}`}
    >
      <b>{name}</b>: {sentence}
    </Popover>
  );
}
