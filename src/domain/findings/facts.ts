/** Facts that findings of several codes carry, and their words. */

import { slugOf, titleCase } from '../jurisdiction.ts';
import { fieldInWords, periodInWords } from '../text/wording.ts';

/** A jurisdiction by its printed name and the code that the state gives it. */
export interface PlaceSubject {
  code: string;
  name: string;
}

/** `Alder Creek (01990)`. A code that only repeats the name, where a state gives none, is left out. */
export function placeName({ code, name }: PlaceSubject): string {
  const shown = titleCase(name);
  return code.endsWith(slugOf(name)) ? shown : `${shown} (${code})`;
}

/** The jurisdiction and the month of a row, as printed. */
export interface RowSubject extends PlaceSubject {
  month: string;
}

/** `Alder Creek (01990), January 2024`. */
export function subjectOf({ month, ...place }: RowSubject): string {
  return `${placeName(place)}, ${periodInWords(month)}`;
}

/** One figure of a sum; sign `-1` subtracts it. */
export type Term = readonly [field: string, sign: 1 | -1];

/** A sum of figures, or a percentage of that sum. */
export interface Formula {
  percent: number | null;
  terms: readonly Term[];
}

/** `paid + advance − cost`, `2% of (paid − cost)`. */
export function formulaText({ percent, terms }: Formula): string {
  const words = terms.map(
    ([field, sign], at) => `${sign < 0 ? '− ' : at > 0 ? '+ ' : ''}${fieldInWords(field)}`,
  );
  const sum = words.join(' ') || 'the sum of no figures';
  if (percent === null) return sum;
  return `${percent}% of ${terms.length > 1 ? `(${sum})` : sum}`;
}
