import { type Facts, type Finding, finding, type Place } from '../../domain/findings/finding.ts';
import { rowListOf } from '../../domain/text/wording.ts';
import type { Grid, GridRow } from '../formats/grid.ts';
import { cellFault } from './cell-fault.ts';

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
      return finding('unreadable-cell', cellFault(text, expects, value.hint), place);
    first ??= { value, told };
    if (value !== first.value) return finding('unclear-fact', contradiction(text, first.told), place);
  }
  const advice = 'Export the report again with its titles, or correct them.';
  const what = `The report needs ${expects}, and has none.`;
  return first?.value ?? finding('unclear-fact', { what, advice }, { sheet });
}

function contradiction(text: string, first: FactText): Facts<'unclear-fact'> {
  const { sheet, row } = first;
  const place = row === null ? 'the name of the file' : rowListOf([{ sheet, row }]);
  return {
    what: `"${text}" contradicts "${first.text}" (${place}).`,
    advice:
      'Find out which is right, and correct the other one. If it is the name of the file, rename the file.',
  };
}

function filledCells(sheet: string | null, { number: row, cells }: GridRow): FactText[] {
  return cells.filter((cell) => cell.trim() !== '').map((cell) => ({ text: cell.trim(), sheet, row }));
}

function firstText({ sheet, rows }: Grid): FactText[] {
  const row = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return row ? filledCells(sheet, row).slice(0, 1) : [];
}
