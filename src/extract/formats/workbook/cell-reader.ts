import { mayHoldText, TextPieces } from '../text-structure.ts';
import type { CellKind } from './sheet-listing.ts';
import { type Attributes, shorten, tagOf } from './xml.ts';

const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const INDEX = /^\s*\d+\s*$/;
const STYLE = /^\d+$/;
/** A cell's text is at most 32,767 characters; as bytes, and with its formula, it stays below this. */
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
  private type = PLAIN;
  private value = '';
  private length = 0;
  /** The elements of the cell itself. */
  private elements: string[] = [];
  private isValueLeftOut = false;
  private isFormula = false;
  private hasText = false;
  private readonly pieces = new TextPieces();

  begin({ t, s }: Attributes): void {
    const type = t === undefined ? PLAIN : TYPES.get(t);
    if (!type) throw new Error(`has the type ${shorten(t ?? '')}, which is not read`);
    if (s !== undefined && !STYLE.test(s)) throw new Error(`has the style ${shorten(s)}, which is no number`);
    this.type = type;
    this.value = '';
    this.length = 0;
    this.elements = [];
    this.isValueLeftOut = false;
    this.isFormula = false;
    this.hasText = false;
    this.pieces.begin();
  }

  /** An element begins within the cell; `parent` is the one around it. */
  open(parent: string, name: string, { t }: Attributes, isSelfClosing: boolean): void {
    const { type, elements } = this;
    if (parent !== 'c') {
      if (!mayHoldText(parent, name)) throw new Error(`holds ${tagOf(name)}, which is not read there`);
      if (!this.pieces.count(parent, name)) throw new Error('holds two values');
      return;
    }
    if (!type.elements.includes(name))
      throw new Error(`holds ${tagOf(name)}, which a cell of the type "${type.name}" does not have`);
    if (elements.includes(name)) throw new Error(name === 'f' ? 'holds two formulas' : 'holds two values');
    elements.push(name);
    if (name === 'v') this.isValueLeftOut = isSelfClosing;
    if (name === 'f' && t) this.isFormula = true;
  }

  addText(parent: string, text: string): void {
    this.length += text.length;
    if (this.length > LONGEST_CELL) throw new Error('holds a text longer than any can be');
    if (parent === 'v') this.value += text;
    else if (parent === 'f') this.isFormula = true;
    else this.hasText = true;
  }

  /** What the cell holds, now that it ends; `null` where it holds nothing. */
  kind(): CellKind | null {
    const { type, value } = this;
    if (this.elements.includes('v') && !this.isValueLeftOut) checkValue(type, value);
    if (this.isFormula) return 'formula';
    if (type.name === 'inlineStr') return this.hasText || this.pieces.runs > 0 ? 'text' : null;
    return value === '' ? null : type.kind;
  }
}

function checkValue({ name }: CellType, value: string): void {
  if (name === 'n' && value === '') throw new Error('holds nothing, as a formula without a result');
  if (name === 'n' && !NUMBER.test(value)) throw new Error(`holds ${shorten(value)}, which is no number`);
  if (name === 's' && !INDEX.test(value))
    throw new Error(`holds ${shorten(value)} as a shared text, which it is not`);
  if (name === 'b' && !['', '0', '1'].includes(value))
    throw new Error(`holds ${shorten(value)}, which is neither 0 nor 1`);
}
