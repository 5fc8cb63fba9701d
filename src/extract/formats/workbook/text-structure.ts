import type { TextRun } from './cell-text.ts';
import { type Attributes, isOn, tagOf } from './xml.ts';

/** The elements that each element of a text may hold. Properties of a font may have any other name. */
const CONTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['is', ['t', 'r']],
  ['si', ['t', 'r', 'rPh', 'phoneticPr']],
  ['r', ['t', 'rPr']],
  ['rPh', ['t']],
]);
/** Names that properties of a font do not have. */
const NO_PROPERTY = new Set(['row', 'c', 'f', 'v', 'is', 'si', 't', 'r', 'rPr', 'rPh', 'phoneticPr']);

/** Reads one text after another: each is either one piece, or runs that have a font and one piece each. */
export class TextReader {
  private runs: TextRun[] = [];
  private piece: string | null = null;
  private piecesOfRun = 0;

  begin(): void {
    this.runs = [];
    this.piece = null;
  }

  /** An element begins in the text. Throws an `Error` if it does not belong there. */
  open(parent: string, name: string, { val }: Attributes): void {
    if (!mayHold(parent, name)) throw new Error(`holds ${tagOf(name)}, which does not belong there`);
    const run = this.runs.at(-1);
    if (name === 'r') {
      this.runs.push({ text: '' });
      this.piecesOfRun = 0;
    } else if (name === 't' && parent === 'r') this.piecesOfRun += 1;
    else if (name === 't' && parent !== 'rPh') {
      if (this.piece !== null) throw new Error('holds two values');
      this.piece = '';
    } else if (parent === 'rPr' && run) {
      if (name === 'strike') run.isStruckOut = isOn(val);
      if (name === 'vertAlign') run.isRaised = val === 'superscript' || val === 'subscript';
    }
    const hasBoth = this.piece !== null && this.runs.length > 0;
    if (this.piecesOfRun > 1 || hasBoth) throw new Error('holds two values');
  }

  /** Adds what an element `t` holds. */
  add(text: string): void {
    const run = this.runs.at(-1);
    if (run) run.text += text;
    else this.piece = (this.piece ?? '') + text;
  }

  /** The text; `null` if it has no content. */
  value(): string | TextRun[] | null {
    return this.runs.length > 0 ? this.runs : this.piece;
  }
}

function mayHold(parent: string, name: string): boolean {
  return parent === 'rPr' ? !NO_PROPERTY.has(name) : (CONTENT.get(parent)?.includes(name) ?? false);
}
