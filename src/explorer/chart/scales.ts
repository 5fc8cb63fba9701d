/** Maps one range of numbers to another, evenly. */
export function linear([from, to]: [number, number], [start, end]: [number, number]) {
  return (value: number) => start + ((value - from) / (to - from || 1)) * (end - start);
}

/** The path of a small line, from its lowest value to its highest; `null` breaks it. */
export function smallLine(values: readonly (number | null)[], width: number, height: number, edge: number) {
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = linear([0, values.length - 1], [edge, width - edge]);
  const y = linear([least, most === least ? least + 1 : most], [height - 3, 3]);
  return values
    .map((value, at) =>
      value === null
        ? ''
        : `${typeof values[at - 1] === 'number' ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('');
}
