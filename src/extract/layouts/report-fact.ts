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
interface FactText {
  text: string;
  place: Pick<Place, 'sheet' | 'row'>;
}

/** A fact about a report, or the error if no place tells it or two places disagree. `titles` are the rows above the header. */
export function readFact<Value extends string>(
  { places, read, expects }: ReportFact<Value>,
  { sheet }: Grid,
  titles: readonly GridRow[],
  { sheets, fileName }: ReportParts,
): Value | Finding {
  const texts: Record<FactPlace, () => FactText[]> = {
    title: () => titles.flatMap((row) => filledCells(row).map((text) => placed(text, sheet, row))),
    'other sheet': () => sheets.filter((other) => other.sheet !== sheet).flatMap(firstText),
    'file name': () => [{ text: fileName, place: { sheet: null, row: null } }],
  };
  const told = places
    .flatMap((place) => texts[place]())
    .flatMap(({ text, place }) => {
      const value = read(text);
      return value === undefined ? [] : [{ value, text: text.trim(), place }];
    });
  const [first] = told;
  if (!first) return finding('missing-fact', { expects }, { sheet });
  for (const { value, text, place } of told) {
    if (typeof value === 'object')
      return finding('unreadable-cell', { text, expects, hint: value.hint }, place);
    if (value === first.value) continue;
    const facts = { text, other: { text: first.text, ...first.place } };
    return finding('facts-disagree', facts, place);
  }
  return first.value as Value;
}

function filledCells({ cells }: GridRow): string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

function placed(text: string, sheet: string | null, { number }: GridRow): FactText {
  return { text, place: { sheet, row: number } };
}

function firstText({ sheet, rows }: Grid): FactText[] {
  for (const row of rows) {
    const [text] = filledCells(row);
    if (text !== undefined) return [placed(text, sheet, row)];
  }
  return [];
}
