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
          // the focus stays in the list, or near it if this was the last place
          const item = currentTarget.parentElement;
          const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
          const rest = neighbour ?? item?.closest('section');
          rest?.querySelector<HTMLElement>('button, input')?.focus();
          onRemove();
        }}
      >
        ✕
      </button>
    </li>
  );
}
