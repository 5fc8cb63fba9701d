import { readElements, shorten } from './xml.ts';

/** Number formats up to this number need no definition. Of the later ones, some show percentages. */
const LAST_BUILT_IN = 58;

const FORMAT_CODE = /\bformatCode\s*=\s*(["'])(?:(?!\1).)*\1/gis;
/** A percent sign that is only text; it may be a numeric reference. */
const ESCAPED_PERCENT = /\\(?:%|&#0*37;|&#x0*25;)/gi;
/** Stands for an escaped percent sign, because exceljs drops the mark that escapes it. */
export const ESCAPED_PERCENT_MARK = '\u2030\u2030';

/** The numbers of the formats that show dates and times without a definition. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, LAST_BUILT_IN],
];
const BUILT_IN_PERCENTAGES = [9, 10];

/** What a number format without a definition shows, as a format of its kind; `null` if it needs a definition. */
export function builtInFormat(number: number): string | null {
  if (number > LAST_BUILT_IN) return null;
  if (BUILT_IN_PERCENTAGES.includes(number)) return '0%';
  return BUILT_IN_DATES.some(([from, to]) => number >= from && number <= to) ? 'yyyy-mm-dd' : 'General';
}

/** A number format with a mark for each escaped percent sign. */
export function markPercentsIn(format: string): string {
  return format.replace(ESCAPED_PERCENT, ESCAPED_PERCENT_MARK);
}

/** The styles that cells name by number. */
export class CellStyles {
  private readonly formats: readonly string[];
  private readonly defined: ReadonlySet<string>;

  constructor(xml: string) {
    this.formats = readElements(xml, 'cellXfs', 'xf').map(({ numFmtId = '0' }) => numFmtId.trim());
    this.defined = new Set(
      readElements(xml, 'numFmts', 'numFmt').map(({ numFmtId = '' }) => numFmtId.trim()),
    );
  }

  /** Why the numbers of cells with this style cannot be read; `null` if they can. */
  faultOf(style: number): string | null {
    const format = this.formats[style];
    if (format === undefined)
      return style === 0
        ? null
        : `has the style ${style}; the workbook has ${this.formats.length}, counted from 0`;
    if (this.defined.has(format) || Number(format) <= LAST_BUILT_IN) return null;
    return `has the number format ${shorten(format)}, which the workbook does not define`;
  }
}

export function markEscapedPercents(xml: string): string {
  const mark = Buffer.from(ESCAPED_PERCENT_MARK).toString('latin1');
  return xml.replace(FORMAT_CODE, (code) => code.replace(ESCAPED_PERCENT, mark));
}
