import { type Finding, finding, type Place } from '../../domain/findings/finding.ts';
import type { Grid, GridRow } from '../formats/grid.ts';

/** The other sheets of a report, and the name that its file had when it was received. */
export interface ReportParts {
  sheets: readonly Grid[];
  fileName: string;
}

/** A place of a fact: a row above the header, the first filled cell of another sheet, or the name of the file. */
export type FactPlace = 'title' | 'other sheet' | 'file name';

/** Why a text that should tell a fact contradicts itself, and what to do about it. */
export interface Contradiction {
  hint: string;
}

/** A fact about a whole report that its rows do not print, such as its month. All places that tell it must agree. */
export interface ReportFact<Value extends string> {
  /** What a text that tells the fact looks like, for messages. */
  expects: string;
  places: readonly FactPlace[];
  /** The fact according to a text; undefined if the text does not tell it. */
  read(text: string): Value | Contradiction | undefined;
}

/** A text that may tell a fact. The name of the file has no row. */
interface FactText extends Pick<Place, 'sheet' | 'row'> {
  text: string;
}

/** A fact about a report, or the error if no place tells it or two places disagree. `titles` are the rows above the header. */
export function readFact<Value extends string>(
  { places, read, expects }: ReportFact<Value>,
  { sheet }: Grid,
  titles: readonly GridRow[],
  { sheets, fileName }: ReportParts,
): Value | Finding {
  const texts: Record<FactPlace, () => FactText[]> = {
    title: () => titles.flatMap((row) => filledCells(sheet, row)),
    'other sheet': () => sheets.filter((other) => other.sheet !== sheet).flatMap(firstText),
    'file name': () => [{ text: fileName, sheet: null, row: null }],
  };
  let first: { value: Value; told: FactText } | null = null;
  for (const told of places.flatMap((place) => texts[place]())) {
    const { text, ...place } = told;
    const value = read(text);
    if (value === undefined) continue;
    if (typeof value === 'object')
      return finding('unreadable-cell', { text, expects, hint: value.hint }, place);
    first ??= { value, told };
    if (value !== first.value) return finding('facts-disagree', { text, other: first.told }, place);
  }
  return first?.value ?? finding('missing-fact', { expects }, { sheet });
}

function filledCells(sheet: string | null, { number: row, cells }: GridRow): FactText[] {
  return cells.filter((cell) => cell.trim() !== '').map((cell) => ({ text: cell.trim(), sheet, row }));
}

function firstText({ sheet, rows }: Grid): FactText[] {
  const row = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return row ? filledCells(sheet, row).slice(0, 1) : [];
}
