import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { readDollars } from '../../domain/text/rounded.ts';
import { showFigure } from '../words/figures.ts';

interface AmountFieldProps {
  label: string;
  value: number | null;
  onChoose(dollars: number | null): void;
}

/** A field for dollars. What is no amount stays in it, and the browser says so. */
export function AmountField({ label, value, onChoose }: AmountFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // not as a property: an answer that arrives would remove what is being typed
  useLayoutEffect(() => {
    if (input.current) input.current.value = value === null ? '' : showFigure(value, 'count');
  }, [value]);
  return (
    <label for={id}>
      {label}{' '}
      <input
        ref={input}
        id={id}
        class="amount"
        type="text"
        placeholder="$"
        onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        onChange={({ currentTarget }) => {
          const dollars = readDollars(currentTarget.value);
          const isWrong = dollars === null && currentTarget.value.trim() !== '';
          currentTarget.setCustomValidity(
            isWrong ? 'Write dollars, such as 110,000,000 or 110 million.' : '',
          );
          if (currentTarget.reportValidity()) onChoose(dollars || null);
        }}
      />
    </label>
  );
}
