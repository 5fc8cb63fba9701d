import type { ComponentChildren } from 'preact';

interface ChosenProps {
  id: string;
  name: string;
  onRemove(): void;
  children: ComponentChildren;
}

/** One of several chosen places, with a way to remove it. */
export function Chosen({ id, name, onRemove, children }: ChosenProps) {
  return (
    <li data-place={id}>
      {children}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={({ currentTarget }) => {
          const item = currentTarget.parentElement;
          const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
          onRemove();
          // the focus stays in the list; without one it is at the search
          const near = neighbour ?? document.querySelector('main .search');
          near?.querySelector<HTMLElement>('button, input')?.focus();
        }}
      >
        ✕
      </button>
    </li>
  );
}
