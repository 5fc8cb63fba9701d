import type { CellContent } from '../layouts/report-kind.ts';

/** What a text that could not be read looks like, and what to do about it. */
interface Hint {
  looksLike: RegExp;
  /** What the cell should hold; anything where there is none. */
  expected?: readonly CellContent[];
  hint: string;
}

const FIGURES: readonly CellContent[] = ['amount', 'percent'];
const DATES: readonly CellContent[] = ['month', 'date'];
const AMOUNTS: readonly CellContent[] = ['amount'];

/** The first that fits is given. */
const HINTS: readonly Hint[] = [
  {
    looksLike: /^=/,
    hint: 'a formula stands there without its result: open the file in Excel and save it, or paste the column as values',
  },
  {
    // what becomes of 2022-10-01 where a workbook stores it as a text of the type of dates
    looksLike: /^1905-\d\d-\d\d$/,
    expected: DATES,
    hint: "some programs store dates in a form that cannot be read: save the workbook in Excel's ordinary format, or export it as CSV",
  },
  {
    looksLike: /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i,
    hint: 'it is an error of the spreadsheet; mend the formula',
  },
  {
    looksLike: /^(?:na|nan|null|none|[-\u2012-\u2015\u2212]+)$/i,
    expected: FIGURES,
    hint: 'leave the cell blank where there is no figure',
  },
  {
    // 1.842.107,25, 1 842 107,25, 1107,5 and 1.842.107
    looksLike:
      /^[-($€\s]*(?:\d+,\d{1,2}|\d{1,3}(?:[.\s]\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,})(?:\s?(?:€|EUR|%))?[-)\s]*$/i,
    expected: FIGURES,
    hint: 'it looks like a decimal comma; save with a decimal point',
  },
  {
    looksLike: /^[-($\s]*\d{1,3}\.\d{3}[-)\s]*$/,
    expected: AMOUNTS,
    hint: 'it has more than two decimals; round it to cents, or take out the point if it stands between thousands',
  },
  {
    looksLike: /^[-($\s]*[\d,]*\.\d{3,}[-)\s]*$/,
    expected: AMOUNTS,
    hint: 'it has more than two decimals; round it to cents',
  },
];

/** No figure is longer. */
const LONGEST = 60;

/** What to do about a cell that cannot be read; `null` where nothing is known. */
export function cellHint(text: string, content: CellContent): string | null {
  const printed = text.trim();
  if (printed.length > LONGEST && !printed.startsWith('=')) return null;
  const known = HINTS.find(
    ({ looksLike, expected }) => (expected?.includes(content) ?? true) && looksLike.test(printed),
  );
  return known?.hint ?? null;
}
