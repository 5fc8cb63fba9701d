import { messageOf } from '../../../domain/operator-error.ts';
import { type CellValue, NO_VALUE, textValue } from './cell-value.ts';
import { mayHoldText, TextPieces } from './text-structure.ts';
import { decodeBytes, readXml, shorten, tagOf, type XmlHandlers } from './xml.ts';

/**
 * The values of the texts that cells share, by number; `NO_VALUE` where a text has no content. Throws at an unknown
 * element: exceljs loses the text around it.
 */
export function readSharedTexts(part: string, xml: string): CellValue[] {
  const reader = new SharedTextReader();
  try {
    readXml(xml, reader);
  } catch (error) {
    throw new Error(`text ${reader.texts.length} of ${part} ${messageOf(error)}`);
  }
  return reader.texts;
}

class SharedTextReader implements XmlHandlers {
  readonly texts: CellValue[] = [];
  private readonly path: string[] = [];
  private readonly pieces = new TextPieces();
  private content = '';
  private hasContent = false;

  open(name: string): void {
    const parent = this.path.at(-1);
    const isKnown = parent === undefined || (parent === 'sst' ? name === 'si' : mayHoldText(parent, name));
    if (!isKnown) throw new Error(`holds ${tagOf(name)}, which does not belong there`);
    this.path.push(name);
    if (name === 'si') {
      this.pieces.begin();
      this.content = '';
      this.hasContent = false;
    } else if (parent !== undefined && !this.pieces.count(parent, name)) throw new Error('holds two values');
    // pronunciation is not content
    if (parent === 'si' && (name === 't' || name === 'r')) this.hasContent = true;
  }

  text(text: string): void {
    if (this.path.at(-1) !== 't') {
      if (text.trim() !== '') throw new Error(`holds ${shorten(text)} outside its values`);
    } else if (this.path.at(-2) !== 'rPh') this.content += text;
  }

  close(name: string): void {
    this.path.pop();
    if (name === 'si') this.texts.push(this.hasContent ? textValue(decodeBytes(this.content)) : NO_VALUE);
  }
}
