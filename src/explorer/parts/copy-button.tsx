import { useState } from 'preact/hooks';
import { isOnThisMachine } from '../service/session.ts';

interface CopyButtonProps {
  label: string;
  /** What to copy. Read at the click, because an address changes with every choice. */
  textOf(): string;
  /** What to say then. */
  done?: string;
}

/** Copies a text. Browsers allow it only over HTTPS and on this machine; elsewhere the reader gets the text to copy. */
export function CopyButton({ label, textOf, done = 'Copied' }: CopyButtonProps) {
  const [said, say] = useState('');
  const copy = async () => {
    if (!navigator.clipboard) return void prompt(label, textOf());
    await navigator.clipboard.writeText(textOf()).then(
      () => say(done),
      () => {
        say('Not copied: the browser refused it');
        prompt(label, textOf());
      },
    );
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {label}
      </button>{' '}
      <span role="status" class="hint">
        {said}
      </span>
    </>
  );
}

/** Copies the address of what the reader sees. */
export function CopyLink() {
  return (
    <CopyButton
      label="Copy link"
      textOf={() => location.href}
      done={isOnThisMachine() ? 'Copied. The link works on this machine only' : 'Copied'}
    />
  );
}
