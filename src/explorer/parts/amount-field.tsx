import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { showFigure } from '../words/figures.ts';

const UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, million: 1e6, b: 1e9, billion: 1e9 };

/** Whole dollars as people write them: `110,000,000`, `$110 million`, `110m`; `null` for any other text. */
export function readDollars(text: string): number | null {
  const [, digits, unit = ''] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(k|m|million|b|billion)?$/i.exec(text.trim()) ?? [];
  return digits === undefined
    ? null
    : Math.round(Number(digits.replaceAll(',', '')) * (UNITS[unit.toLowerCase()] ?? 1));
}

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
