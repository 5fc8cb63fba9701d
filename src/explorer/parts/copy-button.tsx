import { useState } from 'preact/hooks';

interface CopyButtonProps {
  label: string;
  /** What to copy. Read at the click, because an address changes with every choice. */
  textOf(): string;
  /** What to say then. */
  done?: string;
}

/** Copies a text, and returns what to say then. Browsers copy only over HTTPS and on this machine; elsewhere the reader does. */
async function copy(label: string, text: string, done = 'Copied'): Promise<string> {
  if (navigator.clipboard)
    try {
      await navigator.clipboard.writeText(text);
      return done;
    } catch {
      prompt(label, text);
      return 'Not copied: the browser refused it';
    }
  prompt(label, text);
  return '';
}

/** A button that copies a text. */
export function CopyButton({ label, textOf, done }: CopyButtonProps) {
  const [said, say] = useState('');
  return (
    <>
      <button
        type="button"
        onClick={async () => say(await copy(label, textOf(), done))}
        onBlur={() => say('')}
      >
        {label}
      </button>{' '}
      <span role="status" class="hint">
        {said}
      </span>
    </>
  );
}
