import type { CellStyles } from './cell-styles.ts';
import { type CellValue, NO_VALUE, textValue } from './cell-value.ts';
import type { CellKind } from './sheet-listing.ts';
import { mayHoldText, TextPieces } from './text-structure.ts';
import { type Attributes, decodeBytes, NUMBER, shorten, tagOf } from './xml.ts';

const INDEX = /^\s*\d+\s*$/;
const STYLE = /^\d+$/;
/** A cell's text has at most 32,767 characters. As bytes, and with its formula, it stays below this. */
const LONGEST_CELL = 1_000_000;

interface CellType {
  name: string;
  kind: CellKind;
  elements: readonly string[];
}

const TYPES: ReadonlyMap<string, CellType> = new Map(
  (
    [
      ['n', 'number', ['f', 'v']],
      ['str', 'text', ['f', 'v']],
      ['b', 'boolean', ['f', 'v']],
      ['e', 'error', ['f', 'v']],
      ['s', 'text', ['v']],
      ['inlineStr', 'text', ['is']],
    ] as const
  ).map(([name, kind, elements]) => [name, { name, kind, elements }]),
);
const PLAIN: CellType = { name: 'n', kind: 'number', elements: ['f', 'v'] };

/** Reads the content of one cell after another. Throws an `Error` that says what is wrong with the cell. */
export class CellReader {
  private readonly sharedTexts: readonly CellValue[];
  private readonly styles: CellStyles;
  private style = 0;
  private type = PLAIN;
  /** The text of `<v>`, and the text of `<is>`. */
  private content = '';
  private inlineText = '';
  private length = 0;
  private elements: string[] = [];
  private isValueSelfClosing = false;
  private isFormula = false;
  private readonly pieces = new TextPieces();

  constructor(sharedTexts: readonly CellValue[], styles: CellStyles) {
    this.sharedTexts = sharedTexts;
    this.styles = styles;
  }

  begin({ t, s }: Attributes): void {
    const type = t === undefined ? PLAIN : TYPES.get(t);
    if (!type) throw new Error(`has the unknown type ${shorten(t ?? '')}`);
    if (s !== undefined && !STYLE.test(s))
      throw new Error(`has the style ${shorten(s)}, which is not a number`);
    this.style = Number(s ?? 0);
    this.type = type;
    this.content = '';
    this.inlineText = '';
    this.length = 0;
    this.elements = [];
    this.isValueSelfClosing = false;
    this.isFormula = false;
    this.pieces.begin();
  }

  /** An element begins in the cell. `parent` is the element around it. */
  open(parent: string, name: string, { t }: Attributes, isSelfClosing: boolean): void {
    const { type, elements } = this;
    if (parent !== 'c') {
      if (!mayHoldText(parent, name)) throw new Error(`holds ${tagOf(name)}, which does not belong there`);
      if (!this.pieces.count(parent, name)) throw new Error('holds two values');
      return;
    }
    if (!type.elements.includes(name))
      throw new Error(`holds ${tagOf(name)}, which does not belong in a cell of the type "${type.name}"`);
    if (elements.includes(name)) throw new Error(name === 'f' ? 'holds two formulas' : 'holds two values');
    elements.push(name);
    if (name === 'v') this.isValueSelfClosing = isSelfClosing;
    if (name === 'f' && t) this.isFormula = true;
  }

  addText(parent: string, text: string): void {
    this.length += text.length;
    if (this.length > LONGEST_CELL) throw new Error('holds a text that is too long for a cell');
    if (parent === 'v') this.content += text;
    else if (parent === 'f') this.isFormula = true;
    else this.inlineText += text;
  }

  /** What the cell holds, at its end; `null` if it holds nothing. */
  kind(): CellKind | null {
    const { type, content } = this;
    const fault = type.name === 'n' && content !== '' ? this.styles.faultOf(this.style) : null;
    if (fault !== null) throw new Error(fault);
    if (this.elements.includes('v') && !this.isValueSelfClosing) checkContent(type, content);
    if (this.isFormula) return 'formula';
    if (type.name === 'inlineStr') return this.inlineText !== '' || this.pieces.runs > 0 ? 'text' : null;
    return content === '' ? null : type.kind;
  }

  /** The value of a cell that holds something. */
  value(): CellValue {
    const { type, content } = this;
    if (type.name === 'inlineStr') return textValue(decodeBytes(this.inlineText));
    if (content === '') return NO_VALUE;
    if (type.name === 'n' || type.name === 'b') return Number(content);
    if (type.name !== 's') return textValue(decodeBytes(content));
    const text = this.sharedTexts[Number(content)];
    if (text === undefined)
      throw new Error(
        `names the shared text ${Number(content)}; the workbook has ${this.sharedTexts.length}, counted from 0`,
      );
    if (Number.isNaN(text)) throw new Error(`names the shared text ${Number(content)}, which has no content`);
    return text;
  }
}

function checkContent({ name }: CellType, content: string): void {
  if (name === 'n' && content === '') throw new Error('is empty, like a formula without a result');
  if (name === 'n' && !NUMBER.test(content))
    throw new Error(`holds ${shorten(content)}, which is not a number`);
  if (name === 's' && !INDEX.test(content))
    throw new Error(`holds ${shorten(content)} instead of the number of a shared text`);
  if (name === 'b' && !['', '0', '1'].includes(content))
    throw new Error(`holds ${shorten(content)}, which is neither 0 nor 1`);
}
