/** The elements that each element of a text may hold. Properties of a font may have any other name. */
const CONTENT: ReadonlyMap<string, readonly string[]> = new Map([
  ['is', ['t', 'r']],
  ['si', ['t', 'r', 'rPh', 'phoneticPr']],
  ['r', ['t', 'rPr']],
  ['rPh', ['t']],
]);
/** Names that properties of a font do not have. */
const NO_PROPERTY = new Set(['row', 'c', 'f', 'v', 'is', 'si', 't', 'r', 'rPr', 'rPh', 'phoneticPr']);

/** Whether an element of a text may hold another one. exceljs loses text around unknown elements. */
export function mayHoldText(parent: string, name: string): boolean {
  return parent === 'rPr' ? !NO_PROPERTY.has(name) : (CONTENT.get(parent)?.includes(name) ?? false);
}

/** Counts the parts of one text: either one piece, or runs that have a font and one piece each. */
export class TextPieces {
  runs = 0;
  private pieces = 0;
  private piecesOfRun = 0;

  begin(): void {
    this.runs = 0;
    this.pieces = 0;
  }

  /** Counts an element that begins; `false` if the text now has a piece too many. */
  count(parent: string, name: string): boolean {
    if (name === 'r') {
      this.runs += 1;
      this.piecesOfRun = 0;
    } else if (name === 't' && parent === 'r') this.piecesOfRun += 1;
    else if (name === 't' && parent !== 'rPh') this.pieces += 1;
    return this.piecesOfRun <= 1 && this.pieces + Math.min(this.runs, 1) <= 1;
  }
}
