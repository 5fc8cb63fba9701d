import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface AmountFieldProps {
  label: string;
  value: string | number | null;
  /** Whether anything can be typed, such as commas. Default: only a number. */
  isText?: boolean;
  onChoose(value: string): void;
}

/** A field for dollars. */
export function AmountField({ label, value, isText = false, onChoose }: AmountFieldProps) {
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
        type={isText ? 'text' : 'number'}
        list={undefined}
        inputMode="decimal"
        step="any"
        placeholder="$"
        onChange={(event) => onChoose(event.currentTarget.value)}
      />
    </label>
  );
}
