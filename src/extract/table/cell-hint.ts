import type { CellContent } from '../layouts/report-kind.ts';

/** A pattern of unreadable text, and what to do about it. */
interface Hint {
  looksLike: RegExp;
  /** What the cell should hold; anything if left out. */
  expected?: readonly CellContent[];
  hint: string;
}

const FIGURES: readonly CellContent[] = ['amount', 'percent'];
const AMOUNTS: readonly CellContent[] = ['amount'];

/** What spreadsheet programs make of every month of a file: `Oct-22` is shown as `22-Oct`. */
export const CHANGED_MONTHS =
  'this file was saved by a spreadsheet program, which changed the months. Download it again, and load it without opening it';

/** The first hint that fits counts. */
const HINTS: readonly Hint[] = [
  {
    looksLike: /^=/,
    hint: 'the cell holds a formula without its result: open the file in Excel and save it, or paste the column as values',
  },
  { looksLike: /^\d{1,2}-[a-z]{3}$/i, expected: ['month'], hint: CHANGED_MONTHS },
  {
    looksLike: /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)$/i,
    hint: 'the spreadsheet shows an error; fix the formula',
  },
  {
    looksLike: /\\%$/,
    expected: FIGURES,
    hint: 'its number format has an escaped percent sign, so it may mean 7 or 7%: export the sheet as CSV',
  },
  {
    looksLike: /^(?:na|nan|null|none|[-\u2012-\u2015\u2212]+)$/i,
    expected: FIGURES,
    hint: 'if there is no figure, leave the cell blank',
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
    hint: 'it has more than two decimals; round it to cents, or remove the point if it separates thousands',
  },
  {
    looksLike: /^[-($\s]*[\d,]*\.\d{3,}[-)\s]*$/,
    expected: AMOUNTS,
    hint: 'it has more than two decimals; round it to cents',
  },
];

/** A figure is not longer than this. */
const LONGEST = 60;

/** What to do about a cell that cannot be read; `null` if no hint fits. */
export function cellHint(text: string, content: CellContent): string | null {
  const printed = text.trim();
  if (printed.length > LONGEST && !printed.startsWith('=')) return null;
  const known = HINTS.find(
    ({ looksLike, expected }) => (expected?.includes(content) ?? true) && looksLike.test(printed),
  );
  return known?.hint ?? null;
}
