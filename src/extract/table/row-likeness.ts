import { amount, type ReportKind } from '../layouts/report-kind.ts';

/** A row of a report has at least this many figures. */
const LEAST_FIGURES = 2;
/** Numbers that are more likely years than codes. */
const YEAR = /^(?:19|20)\d\d$/;
/** Numbers that are more likely years or counts than codes. */
const YEAR_OR_COUNT = /^(?:(?:19|20)\d\d|[1-9]\d{0,2})$/;
/** A word that could be a district code, but shows nothing by itself. */
const WORD_OF_THREE = /^[a-z]{3}$/i;
/** A number with at least this many digits is more likely a code than a figure. */
const LONG_CODE = 4;
/** No report has more columns, so further cells are ignored. */
const MOST_CELLS = 100;
/** Words for a unit other than dollars, and the words for money that go with them. */
const THOUSANDS = /\b(?:thousand|million)s?\b/i;
const OF_MONEY = /\$|\b(?:usd|dollars?|amounts?|figures?)\b|^\W*in\b/i;
/** A count of thousands, a city of that name, or a negation. */
const OTHERWISE =
  /\bnot\b|\bthousand (?:oaks|palms)\b|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred))\s*(?:thousand|million)/i;
/** The same units as numbers or letters. */
const NUMBERED =
  /(?<![\d,.])000(?:'?s\b|\s+omitted)|\$\s?1,000'?s\b|\bin \$\s?1,000\b|\$\s?000(?![\d.,])|\(\s*x\s*1,?000\s*\)|(?<!\d)\$\s?[KM]\b/i;

const AMOUNT = amount();

/** Whether a row has code, name, period and figures in cells of their own, in any order. */
export function looksLikeRow(cells: readonly string[], kind: ReportKind): boolean {
  return hasPartsOfRow(cells, kind, (cell) => !YEAR_OR_COUNT.test(cell));
}

function hasPartsOfRow(
  cells: readonly string[],
  { code, period }: ReportKind,
  mayBeCode: (cell: string) => boolean,
): boolean {
  const printed = cells
    .slice(0, MOST_CELLS)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const periods = printed.filter((cell) => period.read(cell));
  const others = printed.filter((cell) => !periods.includes(cell));
  const codes = others.filter((cell) => !WORD_OF_THREE.test(cell) && code.read(cell) && mayBeCode(cell));
  const [longest, ...more] = [...codes].sort((a, b) => b.length - a.length);
  const notFigures = [longest, ...more.filter((cell) => cell.length >= LONG_CODE)];
  const names = others.filter((cell) => /\p{L}{2}/u.test(cell));
  const figures = others.filter(
    (cell) => !notFigures.includes(cell) && typeof AMOUNT.read(cell) === 'number',
  );
  return codes.length > 0 && names.length > 0 && periods.length > 0 && figures.length >= LEAST_FIGURES;
}

/** Whether a text says that figures are in thousands or millions. */
export function saysThousands(text: string): boolean {
  if (OTHERWISE.test(text)) return false;
  return NUMBERED.test(text) || (THOUSANDS.test(text) && OF_MONEY.test(text));
}

/** Whether any cell holds an amount. */
export function hasAmount(cells: readonly string[]): boolean {
  return cells.some((cell) => typeof AMOUNT.read(cell) === 'number');
}

/** Texts that no note holds: errors of a spreadsheet, and struck-out figures. */
const NO_NOTE = /^#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)|^\[struck out: [^\]]*\d/;
/** A figure with a mark after it, which cannot be read. Longer texts are not figures. */
const MARKED_FIGURE = /^[\s$(-]*\d[\d,.]*\s*\)?\s*(?:[a-z]{1,3}|\*+|\[[^\]]*\])$/i;
const LONGEST_MARKED = 40;
const SEPARATORS = /[,;\t|\n]/;
/** A row that is in one cell shows within this many characters. */
const LONGEST_LINE = 2000;

export function isMeantAsFigure(text: string): boolean {
  return /\d/.test(text) && !/\p{L}/u.test(text);
}

export function isMarkedFigure(text: string): boolean {
  return MARKED_FIGURE.test(text.slice(0, LONGEST_MARKED));
}

/** Whether a cell holds an error of a spreadsheet, or a struck-out figure. */
export function isNoNote(text: string): boolean {
  return NO_NOTE.test(text.trim());
}

/** Whether one cell holds a whole row of a report, or more. */
export function holdsRow(cell: string, kind: ReportKind): boolean {
  const cells = cell.slice(0, LONGEST_LINE).replaceAll('"', '').split(SEPARATORS);
  return hasPartsOfRow(cells, kind, (printed) => !YEAR.test(printed));
}
