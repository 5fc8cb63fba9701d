/** Types of records. */
const [END, BEGIN, CONTINUED] = [0x0a, 0x809, 0x3c];
const [FONT, FORMAT, STYLE, SHEET, PASSWORD, UNCALCULATED] = [0x31, 0x41e, 0xe0, 0x85, 0x2f, 0x5e];
const [FORMULA, NUMBERS] = [0x06, 0xbd];
/** Also short number, text by number, text with fonts, number, text, boolean or error. */
const CELLS = new Set([FORMULA, NUMBERS, 0x27e, 0xfd, 0xd6, 0x203, 0x204, 0x205]);
/** What else the library needs: texts, 1904, and what formulas name. */
const NEEDED = new Set([END, BEGIN, CONTINUED, SHEET, 0xfc, 0x22, 0x207, 0x21, 0x221, 0x4bc]);
const NAMED_BY_FORMULAS = new Set([0x1ae, 0x17, 0x18, 0x23, 0x218, 0x223]);
/** A record that the library skips. */
const SKIPPED = 0x5a;

const VERSION_8 = 0x600;
const WORKSHEET = 0;
const STRUCK_OUT = 8;

/** A cell that holds something. Rows and columns count from 1. */
interface BiffCell {
  row: number;
  column: number;
  style: number;
  isFormula: boolean;
}

export interface BiffSheet {
  name: string;
  isHidden: boolean;
  /** Whether its formulas were not calculated before it was saved. */
  isUncalculated: boolean;
  cells: BiffCell[];
}

/** The sheets with cells, the styles, and why nothing more is read. */
export class BiffRecords {
  readonly sheets: BiffSheet[] = [];
  refusal: 'password' | 'version' | null = null;
  readonly formats = new Map<number, string>();
  readonly styles: { font: number; format: number }[] = [];
  private readonly struckOut: boolean[] = [];
  private readonly byPosition = new Map<number, BiffSheet | null>();
  /** The open part: what holds for all sheets, a sheet, or a chart. Charts in sheets make it deeper. */
  private part: BiffSheet | 'workbook' | null = null;
  private depth = 0;

  /**
   * Lists the records of a workbook of Excel 97 to 2003, and overwrites the types of those that hold no figures: the
   * library would throw at some, and would not end at others. Throws if a record or a sheet is cut off or missing.
   */
  constructor(stream: Buffer) {
    for (let at = 0; at + 4 <= stream.length && this.refusal === null; ) {
      const type = stream.readUInt16LE(at);
      // what follows the last part is no record
      if (this.depth === 0 && type !== BEGIN) break;
      const end = at + 4 + stream.readUInt16LE(at + 2);
      if (end > stream.length) throw new Error('it ends within a record');
      if (type === 0) throw new Error('a part of it is gone: it has zeros in place of records');
      this.read(at, type, stream.subarray(at + 4, end));
      if (!CELLS.has(type) && !NEEDED.has(type) && !NAMED_BY_FORMULAS.has(type))
        stream.writeUInt16LE(SKIPPED, at);
      at = end;
    }
    if (this.refusal !== null) return;
    if (this.depth > 0) throw new Error('its last sheet is cut off');
    const [missing] = [...this.byPosition.values()].flatMap((sheet) => sheet ?? []);
    if (missing) throw new Error(`the sheet "${missing.name}" is missing`);
    for (const { cells } of this.sheets) cells.sort((a, b) => a.row - b.row || a.column - b.column);
  }

  /** Whether a style strikes its text out. No font has the number 4. */
  strikesOut(style: number): boolean {
    const font = this.styles[style]?.font ?? 0;
    return this.struckOut[font > 4 ? font - 1 : font] ?? false;
  }

  private read(at: number, type: number, data: Buffer): void {
    if (type === BEGIN) {
      if (at === 0 && data.readUInt16LE(0) !== VERSION_8) this.refusal = 'version';
      if (this.depth === 0) {
        this.part = at === 0 ? 'workbook' : (this.byPosition.get(at) ?? null);
        this.byPosition.delete(at);
      }
      this.depth += 1;
    } else if (type === END) {
      this.depth -= 1;
    } else if (this.depth > 1 || this.part === null) return;
    else if (this.part === 'workbook') this.readForAll(type, data);
    else if (type === UNCALCULATED) this.part.isUncalculated = true;
    else if (CELLS.has(type)) addCells(this.part, type, data);
  }

  private readForAll(type: number, data: Buffer): void {
    if (type === PASSWORD) this.refusal = 'password';
    else if (type === FORMAT) this.formats.set(data.readUInt16LE(0), textIn(data, 4));
    else if (type === STYLE) this.styles.push({ font: data.readUInt16LE(0), format: data.readUInt16LE(2) });
    else if (type === FONT) this.struckOut.push((data.readUInt16LE(2) & STRUCK_OUT) !== 0);
    else if (type === SHEET) {
      const [state = 0, kind] = data.subarray(4, 6);
      const sheet = {
        name: textIn(data, 7),
        isHidden: (state & 3) !== 0,
        isUncalculated: false,
        cells: [],
      };
      this.byPosition.set(data.readUInt32LE(0), kind === WORKSHEET ? sheet : null);
      if (kind === WORKSHEET) this.sheets.push(sheet);
    }
  }
}

/** A text, from the byte that says how wide its characters are to the end. */
function textIn(data: Buffer, at: number): string {
  return data.toString((data[at] ?? 0) & 1 ? 'utf16le' : 'latin1', at + 1);
}

function addCells({ cells }: BiffSheet, type: number, data: Buffer): void {
  const [row, column] = [data.readUInt16LE(0) + 1, data.readUInt16LE(2) + 1];
  // several numbers have six bytes each, and two bytes follow them
  const count = type === NUMBERS ? Math.floor((data.length - 6) / 6) : 1;
  for (let at = 0; at < count; at += 1)
    cells.push({
      ...{ row, column: column + at, style: data.readUInt16LE(4 + 6 * at) },
      isFormula: type === FORMULA,
    });
}
