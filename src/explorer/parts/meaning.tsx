interface MeaningSignProps {
  /** What the sign explains. */
  name: string;
  isOpen: boolean;
  onClick(): void;
}

/** A sign beside a name. It opens the meaning of what has the name. */
export function MeaningSign({ name, isOpen, onClick }: MeaningSignProps) {
  return (
    <button
      type="button"
      class="sign"
      aria-label={`What "${name}" means`}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      ?
    </button>
  );
}

/** The meaning that a sign opened. */
export function Meaning({ name, text, onClose }: { name: string; text: string; onClose(): void }) {
  return (
    <p class="meaning lines" role="status">
      <b>{name}</b>: {text}.{' '}
      <button type="button" onClick={onClose}>
        Close
      </button>
    </p>
  );
}
