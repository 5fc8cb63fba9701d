const THREE_DIGITS = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const UNITS = [
  [1e9, ' billion'],
  [1e6, ' million'],
] as const;

/** Dollars for sentences, with three digits: `$6.54 million`, `$137,000`, `−$1.2 billion`. */
export function roundedDollars(dollars: number): string {
  const size = Math.abs(dollars);
  // what rounds to a thousand millions is a billion
  const [scale, unit] = UNITS.find(([one]) => size >= one * 0.9995) ?? [1, ''];
  return `${dollars < 0 ? '−' : ''}$${THREE_DIGITS.format(scale === 1 ? Math.round(size) : size / scale)}${unit}`;
}
