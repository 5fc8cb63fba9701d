/** Significant digits of numbers in Excel. */
const KEPT_DIGITS = 15;

/** How JavaScript prints numbers below a millionth. */
const SMALL_NUMBER = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/;

/** How far floating-point cents may be off: less than half of the last decimal of any figure. */
const RESIDUE = 4.9e-7;

/** More decimals than people print, as programs write the sum of decimal fractions: `632609.1200000001`, `5.8e-11`. */
const LONG_DECIMAL = /^([\s$(-]*)(\d+|\d{1,3}(?:,\d{3})+)(\.\d{5,}(?:e[+-]?\d+)?|\.\d+e[+-]?\d+)([\s)-]*)$/i;
/** Such a number is longer. */
const SHORT_NUMBER = 6;

/** A number with the digits that Excel keeps, without the rounding residue of sums. */
export function numberText(value: number): string {
  const inCents = Math.round(value * 100) / 100;
  return decimalText(Math.abs(value - inCents) < RESIDUE ? inCents : value);
}

/** A fraction as a percentage, as Excel shows it. */
export function percentText(value: number): string {
  return `${decimalText(value * 100)}%`;
}

/** The text of a cell; a number with long decimals is read as in a workbook. */
export function withoutNoise(text: string): string {
  if (text.length < SHORT_NUMBER) return text;
  return text.replace(LONG_DECIMAL, (_, before, whole, decimals, after) => {
    const value = numberText(Number(`${whole.replaceAll(',', '')}${decimals}`));
    return Number(value) === 0 ? '0' : `${before}${value}${after}`;
  });
}

function decimalText(value: number): string {
  const shortest = String(value);
  // only long numbers can have too many digits
  const text = shortest.length <= KEPT_DIGITS ? shortest : String(Number(value.toPrecision(KEPT_DIGITS)));
  const small = text.includes('e-') ? SMALL_NUMBER.exec(text) : null;
  if (!small) return text;
  const [, sign, first, rest = '', exponent] = small;
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${rest}`;
}
