import { isOn, readXml, shorten } from './xml.ts';

/** Number formats up to this number need no definition. Of the later ones, some show percentages. */
const LAST_BUILT_IN = 58;

/** A percent sign that is only text. */
const ESCAPED_PERCENT = /\\%/g;
/** Stands for an escaped percent sign, so that nobody takes it for a percentage. */
export const ESCAPED_PERCENT_MARK = '\u2030\u2030';

/** The numbers of the formats that show dates and times without a definition. */
const BUILT_IN_DATES: readonly (readonly [number, number])[] = [
  [14, 22],
  [45, 47],
];
const BUILT_IN_PERCENTAGES = [9, 10];

/** What a number format without a definition shows, as a format of its kind; `null` if it needs a definition. */
export function builtInFormat(number: number): string | null {
  if (!(number <= LAST_BUILT_IN)) return null;
  if (BUILT_IN_PERCENTAGES.includes(number)) return '0%';
  return BUILT_IN_DATES.some(([from, to]) => number >= from && number <= to) ? 'yyyy-mm-dd' : 'General';
}

/** A number format with a mark for each escaped percent sign. */
export function markPercentsIn(format: string): string {
  return format.replace(ESCAPED_PERCENT, ESCAPED_PERCENT_MARK);
}

/** The styles that cells name by number. */
export class CellStyles {
  private readonly styles: { format: string; font: number }[] = [];
  private readonly formats = new Map<string, string>();
  private readonly struckOut: boolean[] = [];

  constructor(xml = '') {
    const path: string[] = [];
    const open = (name: string, attributes: Readonly<Record<string, string>>) => {
      const [outer, parent] = path.slice(-2);
      const { numFmtId = '0', fontId, formatCode = '', val } = attributes;
      if (parent === 'cellXfs' && name === 'xf')
        this.styles.push({ format: numFmtId.trim(), font: Number(fontId) });
      else if (parent === 'numFmts' && name === 'numFmt')
        this.formats.set(numFmtId.trim(), markPercentsIn(formatCode));
      else if (parent === 'fonts' && name === 'font') this.struckOut.push(false);
      else if (outer === 'fonts' && name === 'strike') this.struckOut[this.struckOut.length - 1] = isOn(val);
      path.push(name);
    };
    if (xml !== '') readXml(xml, { open, close: () => path.pop() });
  }

  strikesOut(style: number): boolean {
    return this.struckOut[this.styles[style]?.font ?? -1] ?? false;
  }

  /** The number format of a style. Throws an `Error` if the workbook does not define it. */
  formatOf(style: number): string {
    const { format } = this.styles[style] ?? {};
    if (format === undefined) {
      if (style === 0) return 'General';
      throw new Error(`has the style ${style}; the workbook has ${this.styles.length}, counted from 0`);
    }
    const code = this.formats.get(format) ?? builtInFormat(Number(format));
    if (code === null)
      throw new Error(`has the number format ${shorten(format)}, which the workbook does not define`);
    return code;
  }
}
