import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface AmountFieldProps {
  label: string;
  value: string | number | null;
  onChoose(value: string): void;
}

/** A field for dollars. */
export function AmountField({ label, value, onChoose }: AmountFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // not as a property: an answer that arrives would remove what is being typed
  useLayoutEffect(() => {
    if (input.current) input.current.value = String(value ?? '');
  }, [value]);
  return (
    <label for={id}>
      {label}{' '}
      <input
        ref={input}
        id={id}
        class="amount"
        type="number"
        list={undefined}
        inputMode="decimal"
        step="any"
        placeholder="$"
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}
