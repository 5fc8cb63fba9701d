/** How a row or a cell begins. */
const BEGINNING = /<(row|c)(?=[\s/>])([^<>]*)>/g;
const CELL_END = /<\/c\s*>/g;
const OTHER_CELL = /<c[\s/>]/;
/** Where a row or cell stands, and what a cell's type is. */
const REFERENCE = /\sr\s*=\s*["']([^"']*)["']/;
const TYPE = /\st\s*=\s*["']([^"']*)["']/;
/** A value and, where nothing but text is in it, its end. */
const VALUES = /<v(?:\s[^<>]*)?(?<!\/)>([^<]*)(<\/v\s*>)?/g;
/** A text within the cell; it may be put together of several only where they have fonts of their own. */
const INLINE = /<is[\s>]/g;
const TEXT = /<t[\s>]/g;
const RUN = /<r[\s>]/g;
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;
const INDEX = /^\s*\d+\s*$/;
/** A cell's text is at most 32,767 characters; escaped and with its formula it stays below this. */
const LONGEST_CELL = 1_000_000;
/** How much of a value a message repeats. */
const LONGEST_SHOWN = 200;

/**
 * Looks whether the cells of a sheet hold what their type says and none is there twice. exceljs takes the beginning of
 * what is no number for a number, two values for one, and of two rows or cells in one place the last. Throws an
 * `Error` that names the cell at fault.
 */
export function checkSheet(part: string, xml: string): void {
  new SheetCheck(part).check(xml);
}

class SheetCheck {
  private readonly part: string;
  private readonly rows = new Set<string>();
  private readonly cellsOfRow = new Set<string>();

  constructor(part: string) {
    this.part = part;
  }

  check(xml: string): void {
    for (const { 0: tag, 1: element, 2: attributes = '', index } of xml.matchAll(BEGINNING)) {
      if (element === 'row') this.beginRow(attributes);
      else
        this.checkCell(attributes, attributes.endsWith('/') ? '' : this.contentAt(xml, index + tag.length));
    }
  }

  /** What is in a cell whose content begins there. */
  private contentAt(xml: string, begin: number): string {
    CELL_END.lastIndex = begin;
    const end = CELL_END.exec(xml);
    const content = end ? xml.slice(begin, end.index) : '';
    if (!end || OTHER_CELL.test(content)) throw new Error(`${this.part} has a cell that does not end`);
    if (content.length > LONGEST_CELL) throw new Error(`${this.part} has a cell longer than any can be`);
    return content;
  }

  private beginRow(attributes: string): void {
    const number = REFERENCE.exec(attributes)?.[1];
    this.cellsOfRow.clear();
    if (number === undefined) return;
    if (this.rows.has(number)) throw new Error(`row ${number} of ${this.part} is there twice`);
    this.rows.add(number);
  }

  private checkCell(attributes: string, content: string): void {
    const name = REFERENCE.exec(attributes)?.[1];
    if (name !== undefined && this.cellsOfRow.has(name)) this.refuse(attributes, 'is there twice');
    if (name !== undefined) this.cellsOfRow.add(name);
    VALUES.lastIndex = 0;
    const [, value, end] = VALUES.exec(content) ?? [];
    if (content.includes('<t') && hasOtherText(content, value !== undefined))
      this.refuse(attributes, 'holds two values');
    if (value === undefined) return;
    if (VALUES.exec(content)) this.refuse(attributes, 'holds two values');
    if (end === undefined) this.refuse(attributes, 'holds a value that does not end');
    const type = TYPE.exec(attributes)?.[1] ?? 'n';
    if (type === 'n' && value === '') this.refuse(attributes, 'holds nothing, as a formula without a result');
    const shown = `"${value.slice(0, LONGEST_SHOWN)}"`;
    if (type === 'n' && !NUMBER.test(value)) this.refuse(attributes, `holds ${shown}, which is no number`);
    if (type !== 's') return;
    if (/<f[\s/>]/.test(content) || !INDEX.test(value))
      this.refuse(attributes, `holds ${shown} as a shared text, which it is not`);
  }

  private refuse(attributes: string, reason: string): never {
    throw new Error(`cell ${REFERENCE.exec(attributes)?.[1] ?? 'without a name'} of ${this.part} ${reason}`);
  }
}

/** Whether a cell holds texts that exceljs would put behind each other, or behind its value. */
function hasOtherText(content: string, hasValue: boolean): boolean {
  const texts = countOf(TEXT, content);
  return (
    texts > 0 && (hasValue || countOf(INLINE, content) > 1 || texts > Math.max(1, countOf(RUN, content)))
  );
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}
