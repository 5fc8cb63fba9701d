import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyLink } from '../../../parts/copy-button.tsx';

interface PanelProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
}

/** A dialog at the edge of the view. It stays open while its content changes, and is then read from its title on. */
export function Panel({ title, onClose, children }: PanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  // at once: one that opens after it is drawn leaves the keys to the view behind it for a moment
  useLayoutEffect(() => {
    // a click beside the dialog closes it, as Escape does
    dialog.current?.setAttribute('closedby', 'any');
    dialog.current?.showModal();
  }, []);
  useLayoutEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    dialog.current?.scrollTo(0, 0);
    heading.current?.focus();
  }, [title]);
  return (
    <dialog ref={dialog} class="panel" aria-labelledby="panel-title" onClose={onClose}>
      <div class="panel-content">
        <button type="button" class="close" onClick={() => dialog.current?.close()}>
          Close
        </button>
        <p class="onward">
          <CopyLink />
        </p>
        <h2 ref={heading} id="panel-title" tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
