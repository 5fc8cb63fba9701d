/** Facts that findings of several codes carry, and their words. */

/** The jurisdiction and the month of a row, as printed. */
export interface RowSubject {
  code: string;
  name: string;
  month: string;
}

/** `01990 ALDER CREEK, 2024-01`. */
export function subjectOf({ code, name, month }: RowSubject): string {
  return `${code} ${name}, ${month}`;
}

/** One figure of a sum; sign `-1` subtracts it. */
export type Term = readonly [field: string, sign: 1 | -1];

/** A sum of figures, or a percentage of that sum. */
export interface Formula {
  percent: number | null;
  terms: readonly Term[];
}

/** `paid + advance − cost`, `2 % of (paid − cost)`. */
export function formulaText({ percent, terms }: Formula): string {
  const words = terms.map(([field, sign], at) => `${sign < 0 ? '− ' : at > 0 ? '+ ' : ''}${field}`);
  const sum = words.join(' ') || 'the sum of no figures';
  if (percent === null) return sum;
  return `${percent} % of ${terms.length > 1 ? `(${sum})` : sum}`;
}
