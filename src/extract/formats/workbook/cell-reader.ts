import type { CellStyles } from './cell-styles.ts';
import { type CellValue, numberOrDate, type ReadCell } from './cell-text.ts';
import { columnLetters, columnOf } from './sheet-place.ts';
import { TextReader } from './text-structure.ts';
import { type Attributes, NUMBER, shorten, tagOf } from './xml.ts';

const INDEX = /^\s*\d+\s*$/;
const STYLE = /^\d+$/;
/** A cell's text has at most 32,767 characters. With its formula, and with every character escaped, it stays below this. */
const LONGEST_CELL = 1_000_000;

/** The elements that a cell of each type may hold. */
const TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    ...{ n: ['f', 'v'], str: ['f', 'v'], b: ['f', 'v'], e: ['f', 'v'] },
    ...{ s: ['v'], inlineStr: ['is'] },
  }),
);

/** A cell that another cell of a formula names, with what holds its column and its row. */
const REFERENCE = /(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)([1-9]\d*)(?![\w(])/gi;

/** What holds for all sheets of a workbook. */
export interface WorkbookContent {
  /** The texts that cells name by number; `null` where a text has no content. */
  texts: readonly (CellValue | null)[];
  styles: CellStyles;
  /** Days to add to each date. */
  daysLate: number;
  /** Whether Excel calculates all formulas when it opens the workbook: stored results may be old, and zeros placeholders. */
  isCalculatedLater: boolean;
}

interface SharedFormula {
  formula: string;
  row: number;
  column: number;
}

/** Reads the content of one cell after another. Throws an `Error` that says what is wrong with the cell. */
export class CellReader {
  private readonly workbook: WorkbookContent;
  /** The formulas that several cells share, by their numbers. */
  private readonly shared = new Map<string, SharedFormula>();
  private style = 0;
  private type = 'n';
  private content = '';
  private length = 0;
  private elements: string[] = [];
  private isValueSelfClosing = false;
  private formula: string | undefined;
  private sharedAs: string | undefined;
  private readonly inline = new TextReader();

  constructor(workbook: WorkbookContent) {
    this.workbook = workbook;
  }

  begin({ t = 'n', s }: Attributes): void {
    if (!TYPES.has(t)) throw new Error(`has the unknown type ${shorten(t)}`);
    if (s !== undefined && !STYLE.test(s))
      throw new Error(`has the style ${shorten(s)}, which is not a number`);
    this.style = Number(s ?? 0);
    this.type = t;
    this.content = '';
    this.length = 0;
    this.elements = [];
    this.isValueSelfClosing = false;
    this.formula = undefined;
    this.sharedAs = undefined;
    this.inline.begin();
  }

  /** An element begins in the cell. `parent` is the element around it. */
  open(parent: string, name: string, attributes: Attributes, isSelfClosing: boolean): void {
    const { type, elements } = this;
    if (parent !== 'c') {
      this.inline.open(parent, name, attributes);
      return;
    }
    if (!TYPES.get(type)?.includes(name))
      throw new Error(`holds ${tagOf(name)}, which does not belong in a cell of the type "${type}"`);
    if (elements.includes(name)) throw new Error(name === 'f' ? 'holds two formulas' : 'holds two values');
    elements.push(name);
    if (name === 'v') this.isValueSelfClosing = isSelfClosing;
    if (name !== 'f' || !attributes.t) return;
    this.formula = '';
    if (attributes.t === 'shared') this.sharedAs = attributes.si;
  }

  addText(parent: string, text: string): void {
    this.length += text.length;
    if (this.length > LONGEST_CELL) throw new Error('holds a text that is too long for a cell');
    if (parent === 'v') this.content += text;
    else if (parent === 'f') this.formula = (this.formula ?? '') + text;
    else this.inline.add(text);
  }

  /** The cell in this row and column, at its end; `null` if it holds nothing. */
  end(row: number, column: number): ReadCell | null {
    const { type, content, style } = this;
    const { styles } = this.workbook;
    const numFmt = type === 'n' && content !== '' ? styles.formatOf(style) : 'General';
    if (this.elements.includes('v') && !this.isValueSelfClosing) checkContent(type, content);
    const value = this.value(numFmt);
    const formula = this.formula === undefined ? undefined : this.formulaIn(row, column, this.formula);
    if (value === undefined && formula === undefined) return null;
    return { value, formula, numFmt, isStruckOut: styles.strikesOut(style) };
  }

  private value(numFmt: string): CellValue | undefined {
    const { type, content } = this;
    if (type === 'inlineStr') return this.inline.value() || undefined;
    if (content === '') return undefined;
    if (type === 'n') return numberOrDate(Number(content), numFmt, this.workbook.daysLate);
    if (type === 'b') return content === '1';
    return type === 's' ? this.sharedText(Number(content)) : content;
  }

  private sharedText(number: number): CellValue {
    const { texts } = this.workbook;
    const text = texts[number];
    if (text === undefined)
      throw new Error(`names the shared text ${number}; the workbook has ${texts.length}, counted from 0`);
    if (text === null) throw new Error(`names the shared text ${number}, which has no content`);
    return text;
  }

  /** The formula of the cell. One that it shares is written for another cell. */
  private formulaIn(row: number, column: number, formula: string): string {
    if (this.sharedAs === undefined) return formula;
    if (formula !== '') this.shared.set(this.sharedAs, { formula, row, column });
    const first = this.shared.get(this.sharedAs);
    return first ? slide(first.formula, row - first.row, column - first.column) : '';
  }
}

/** A formula for a cell so many rows and columns further. */
function slide(formula: string, rows: number, columns: number): string {
  return formula.replace(REFERENCE, (_, columnHeld, letters, rowHeld, row) => {
    const column = columnOf(letters.toUpperCase(), '') + (columnHeld ? 0 : columns);
    return `${columnHeld}${columnLetters(column)}${rowHeld}${Number(row) + (rowHeld ? 0 : rows)}`;
  });
}

function checkContent(type: string, content: string): void {
  if (type === 'n' && content === '') throw new Error('is empty, like a formula without a result');
  if (type === 'n' && !NUMBER.test(content))
    throw new Error(`holds ${shorten(content)}, which is not a number`);
  if (type === 's' && !INDEX.test(content))
    throw new Error(`holds ${shorten(content)} instead of the number of a shared text`);
  if (type === 'b' && !['', '0', '1'].includes(content))
    throw new Error(`holds ${shorten(content)}, which is neither 0 nor 1`);
}
