/** How counts, lists and stretches of time are put into words. */
import { formatCount } from '../money.ts';

/** Things named in a list; of the others the number is told. */
const NAMED = 3;

/** `1 report`, `2,400 reports`. */
export function counted(count: number, word: string, words = `${word}s`): string {
  return `${formatCount(count)} ${count === 1 ? word : words}`;
}

/** The first few, and how many more. */
export function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** Where a row stands: `march.csv row 12`, `march.xlsx [Statement] row 12`. */
export function rowOf(file: string, { sheet, row }: { sheet: string | null; row: number }): string {
  return `${file}${sheet === null ? '' : ` [${sheet}]`} row ${row}`;
}

/** All from one to another: `2024-01 to 2024-03`, or the only one. */
export function stretch(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** A period with its state; months and quarters differ in their form: `tx 2026-11`, `ca 2026Q3`. */
export function periodLabel({ state, period }: { state: string; period: string }): string {
  return `${state} ${period}`;
}
