const THREE_DIGITS = new Intl.NumberFormat('en-US', {
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});
const UNITS = [
  [1e9, ' billion'],
  [1e6, ' million'],
] as const;

/** Dollars for sentences: three digits from a million on, whole dollars below: `$1.50 million`, `$137,471`, `−$823`. */
export function roundedDollars(dollars: number): string {
  const size = Math.abs(dollars);
  // what rounds to a thousand millions is a billion
  const [scale, unit] = UNITS.find(([one]) => Math.round(size) >= one * 0.9995) ?? [1, ''];
  const shown = scale === 1 ? Math.round(size).toLocaleString('en-US') : THREE_DIGITS.format(size / scale);
  return `${dollars < 0 && shown !== '0' ? '−' : ''}$${shown}${unit}`;
}

/** The size of a change in millionths as `9.5%`. Give it unrounded, so that it is rounded once. */
export function tenthsOfPercent(change: number): string {
  return `${(Math.round(Math.abs(change) / 1000) / 10).toFixed(1)}%`;
}

const SHORT_UNITS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, million: 1e6, b: 1e9, billion: 1e9 };

/** Whole dollars as people write them: `110,000,000`, `$110 million`, `110m`; `null` for any other text. */
export function readDollars(text: string): number | null {
  const [, digits, unit = ''] =
    /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)\s*(k|m|million|b|billion)?$/i.exec(text.trim()) ?? [];
  return digits === undefined
    ? null
    : Math.round(Number(digits.replaceAll(',', '')) * (SHORT_UNITS[unit.toLowerCase()] ?? 1));
}
