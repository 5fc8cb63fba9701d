import { messageOf } from '../../../domain/operator-error.ts';
import { mayHoldText, TextPieces } from '../text-structure.ts';
import { readXml, shorten, tagOf } from './xml.ts';

/** Checks that each of the texts that cells share is one text: exceljs loses text around what it does not know. */
export function checkSharedTexts(part: string, xml: string): void {
  const path: string[] = [];
  const pieces = new TextPieces();
  let count = 0;
  const open = (name: string) => {
    const parent = path.at(-1);
    const isKnown = parent === undefined || (parent === 'sst' ? name === 'si' : mayHoldText(parent, name));
    if (!isKnown) throw new Error(`holds ${tagOf(name)}, which is not read there`);
    path.push(name);
    if (name === 'si') {
      count += 1;
      pieces.begin();
    } else if (parent !== undefined && !pieces.count(parent, name)) throw new Error('holds two values');
  };
  const text = (content: string) => {
    if (path.at(-1) !== 't' && content.trim() !== '')
      throw new Error(`holds ${shorten(content)} outside of its values`);
  };
  try {
    readXml(xml, { open, close: () => path.pop(), text });
  } catch (error) {
    throw new Error(`text ${count} of ${part} ${messageOf(error)}`);
  }
}
