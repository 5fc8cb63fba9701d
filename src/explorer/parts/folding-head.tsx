import { useState } from 'preact/hooks';

interface FoldingHeadProps {
  title: string;
  /** What the button is for. */
  label: string;
  /** Whether there is something to show before the choices. */
  canFold?: boolean;
}

/** The name of a view. On a phone it has a button for the choices, so that figures come first there. */
export function FoldingHead({ title, label, canFold = true }: FoldingHeadProps) {
  // who begins with nothing to show stays in the choices
  const [isOpen, setOpen] = useState(!canFold);
  return (
    <div class="folding-head">
      <h1>{title}</h1>
      {canFold && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </button>
      )}
    </div>
  );
}
