import type { Facts } from '../../domain/findings/finding.ts';
import { SEPARATORS } from './csv.ts';
import { LARGEST_CELL_COUNT, LARGEST_LINE_COUNT } from './grid.ts';

/** Values above which a JSON text is refused. */
const MOST_JSON_VALUES = 8_000_000;
/** Characters in long JSON values above which a JSON text is refused: the parser takes 40 bytes for each of them. */
const MOST_LONG_CHARACTERS = 16_000_000;
/** Values up to this length are dates and amounts; they stay below the limit of memory whatever their number. */
const SHORT_VALUE = 24;
const BACKSLASH = 0x5c;

type Excess = Facts<'file-too-large'>;

/** What a text has too much of, whatever its format; `null` if nothing. Parsing such a text could use up the memory. */
export function excessOfText(text: string): Excess | null {
  return excess('lines', LARGEST_LINE_COUNT, countOf(['\n'], text));
}

/** What a JSON text has too much of; `null` if nothing. Short texts are not counted where they cannot have so much. */
export function excessOfJson(text: string): Excess | null {
  const has = (most: number, count: () => number) => (text.length > most ? count() : 0);
  return (
    excess('JSON objects', LARGEST_LINE_COUNT, countOf(['{', '['], text)) ??
    excess(
      'JSON values',
      MOST_JSON_VALUES,
      has(MOST_JSON_VALUES, () => countOf([','], text)),
    ) ??
    excess(
      'JSON texts',
      MOST_LONG_CHARACTERS,
      has(MOST_LONG_CHARACTERS, () => countLongCharacters(text)),
    )
  );
}

/** What a CSV text has too much of; `null` if nothing. */
export function excessOfCsv(text: string): Excess | null {
  if (text.length <= LARGEST_CELL_COUNT) return null;
  return (
    excess('cells', LARGEST_CELL_COUNT, countOf(SEPARATORS, text)) ??
    excess('quotation marks', LARGEST_CELL_COUNT, countOf(['"'], text))
  );
}

function excess(limit: Excess['limit'], most: number, found: number): Excess | null {
  return found > most ? { limit, most, found } : null;
}

function countOf(characters: readonly string[], text: string): number {
  let count = 0;
  for (const character of characters)
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** Characters in quoted values that are not short. Keys do not count: the parser keeps each of them once. */
function countLongCharacters(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    const end = endOfQuoted(text, start);
    const length = end - start - 1;
    if (length > SHORT_VALUE && !/^\s*:/.test(text.slice(end + 1, end + 10))) count += length;
    start = text.indexOf('"', end + 1);
  }
  return count;
}

/** Where the quoted text that begins here ends. */
function endOfQuoted(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
