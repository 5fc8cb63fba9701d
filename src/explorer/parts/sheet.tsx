import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface SheetProps {
  /** What the button says that opens it on a phone. */
  label?: string;
  /** Whether there are figures to see without it. Otherwise it begins open. */
  canFold?: boolean;
  children: ComponentChildren;
}

/** What comes before figures in a wide window, and is behind a button on a phone. */
export function Sheet({ label = 'Choices', canFold = true, children }: SheetProps) {
  // who begins with nothing to show stays in the choices
  const [isOpen, setOpen] = useState(!canFold);
  return (
    <>
      {canFold && (
        <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {label}
        </button>
      )}
      <div class="folded">{children}</div>
    </>
  );
}

/** A row of lists and fields, which is a sheet on a phone. */
export function Choices({ children }: { children: ComponentChildren }) {
  return (
    <Sheet>
      <div class="choices">{children}</div>
    </Sheet>
  );
}
