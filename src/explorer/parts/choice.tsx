interface ChoiceProps {
  label: string;
  value: string;
  /** Values with their texts. */
  options: readonly (readonly [string, string])[];
  onChoose(value: string): void;
}

/** A drop-down list. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
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
}
