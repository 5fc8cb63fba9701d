/** The start of a row; a cell with its attributes and what is in it. */
const ROW_OR_CELL = /<row(?=[\s/>])([^<>]*)>|<c(?=[\s/>])([^<>]*?)(?:\/>|>((?:[^<]|<(?!c[\s/>]))*?)<\/c>)/g;
const NUMBER = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const INDEX = /^\s*\d+\s*$/;
/** A cell's text is at most 32,767 characters; escaped and with its formula it stays below this. */
const LONGEST_CELL = 1_000_000;

/**
 * Looks whether the cells of a sheet hold what their type says and none is there twice, piece by piece as its XML is
 * unpacked. exceljs takes the beginning of what is no number for a number, two values for one, and of two rows or
 * cells in one place the last.
 */
export class SheetCheck {
  private readonly part: string;
  private rest = '';
  private readonly rows = new Set<string>();
  private readonly cellsOfRow = new Set<string>();

  constructor(part: string) {
    this.part = part;
  }

  /** Throws an `Error` that names the cell at fault. */
  feed(xml: string): void {
    const text = this.rest + xml;
    let end = 0;
    for (const match of text.matchAll(ROW_OR_CELL)) {
      const [whole, row, attributes = '', content] = match;
      if (row !== undefined) this.beginRow(row);
      else this.check(attributes, content ?? '');
      end = match.index + whole.length;
    }
    this.rest = unfinished(text, end);
    if (this.rest.length > LONGEST_CELL) throw new Error(`${this.part} has a cell that never ends`);
  }

  private beginRow(attributes: string): void {
    const number = attribute(attributes, 'r');
    this.cellsOfRow.clear();
    if (number === undefined) return;
    if (this.rows.has(number)) throw new Error(`row ${number} of ${this.part} is there twice`);
    this.rows.add(number);
  }

  private check(attributes: string, content: string): void {
    const name = attribute(attributes, 'r');
    if (name !== undefined && this.cellsOfRow.has(name)) this.refuse(attributes, 'is there twice');
    if (name !== undefined) this.cellsOfRow.add(name);
    const values = [...content.matchAll(/<v(?:\s[^>]*)?>([\s\S]*?)<\/v>/g)].map(([, value = '']) => value);
    const type = attribute(attributes, 't') ?? 'n';
    const [value] = values;
    if (value === undefined) return;
    if (values.length > 1) this.refuse(attributes, 'holds two values');
    if (type === 'n' && !NUMBER.test(value)) this.refuse(attributes, `holds "${value}", which is no number`);
    if (type !== 's') return;
    if (/<f[\s/>]/.test(content) || !INDEX.test(value))
      this.refuse(attributes, `holds "${value}" as a shared text, which it is not`);
  }

  private refuse(attributes: string, reason: string): never {
    throw new Error(`cell ${attribute(attributes, 'r') ?? 'without a name'} of ${this.part} ${reason}`);
  }
}

/** What of a piece goes on in the next one: a cell that was begun, or a tag. */
function unfinished(xml: string, from: number): string {
  const cell = xml.slice(from).search(/<c[\s>]/);
  if (cell >= 0) return xml.slice(from + cell);
  const tag = xml.lastIndexOf('<');
  return tag >= from && tag > xml.lastIndexOf('>') ? xml.slice(tag) : '';
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];
}
