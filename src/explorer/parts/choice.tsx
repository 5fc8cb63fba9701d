import { useState } from 'preact/hooks';
import { Meaning, MeaningSign } from './meaning.tsx';

interface ChoiceProps {
  label: string;
  value: string;
  /** Values with their texts. */
  options: readonly (readonly [string, string])[];
  onChoose(value: string): void;
  /** What the chosen value means: a sign beside the list opens it. */
  meaning?: { name: string; text: string } | undefined;
}

/** A drop-down list. */
export function Choice({ label, value, options, onChoose, meaning }: ChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const list = (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  if (!meaning) return list;
  return (
    <>
      <span class="explained">
        {list}
        <MeaningSign name={meaning.name} isOpen={isOpen} onClick={() => setOpen(!isOpen)} />
      </span>
      {isOpen && <Meaning {...meaning} onClose={() => setOpen(false)} />}
    </>
  );
}
