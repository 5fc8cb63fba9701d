import { WORKBOOK_PART, type WorkbookArchive } from './workbook-archive.ts';
import { readElements, shorten } from './xml.ts';

/** Charts, dialogs and macros are sheets too, but hold no cells. */
const ANY_SHEET_TYPE = /sheet$/i;

const OTHER_FORMATS = new Map([
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument spreadsheet (.ods) or another OpenDocument file'],
]);

/** A sheet with cells, as the workbook lists it. */
export interface ListedSheet {
  name: string;
  part: string;
  isHidden: boolean;
}

/** The name of another format that the zip file is in; `undefined` if it is none of them. */
export function otherFormat({ names }: WorkbookArchive): string | undefined {
  return [...OTHER_FORMATS].find(([part]) => names.has(part))?.[1];
}

/** The target of a relation with a sheet, with the texts or the styles, whose part is missing. */
export function missingPart({ relations }: WorkbookArchive): string | undefined {
  const needed = ['worksheet', 'sharedStrings', 'styles'];
  return [...relations.values()].find(({ type, part }) => part === null && needed.includes(type))?.target;
}

/** The sheets with cells, in order. Throws if one has no part of its own. */
export function listedSheets(archive: WorkbookArchive): ListedSheet[] {
  const sheets: ListedSheet[] = [];
  for (const attributes of readElements(archive.parts.get(WORKBOOK_PART) ?? '', 'sheets', 'sheet')) {
    const { name = '', state = 'visible' } = attributes;
    const relation = archive.relations.get(attributes['r:id'] ?? '');
    if (!relation || !ANY_SHEET_TYPE.test(relation.type))
      throw new Error(`the sheet ${shorten(name)} has no part`);
    if (relation.type !== 'worksheet') continue;
    const part = relation.part ?? '';
    if (sheets.some((other) => other.part === part))
      throw new Error(`the sheet ${shorten(name)} has the part of another`);
    sheets.push({ name, part, isHidden: state !== 'visible' });
  }
  return sheets;
}
