import { WORKBOOK_PART, type WorkbookArchive } from './workbook-archive.ts';
import { decodeBytes, localName, readElements, shorten } from './xml.ts';

/** Charts, dialogs and macros are sheets too, but hold no cells. */
const ANY_SHEET_TYPE = /sheet$/i;

/** Excel's own limit; exceljs allocates room for all numbers up to the largest. */
const LARGEST_SHEET_NUMBER = 65_534;
const SHEET_NUMBER = /^[1-9]\d{0,4}$/;

const OTHER_FORMATS = new Map([
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument spreadsheet (.ods) or another OpenDocument file'],
]);

/** A sheet with cells, as the workbook lists it. */
export interface ListedSheet {
  name: string;
  number: number;
  part: string;
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

/** The sheets with cells, in order. Throws if exceljs would skip one or confuse two. */
export function listedSheets(archive: WorkbookArchive): ListedSheet[] {
  const sheets: ListedSheet[] = [];
  for (const attributes of readElements(archive.parts.get(WORKBOOK_PART) ?? '', 'sheets', 'sheet')) {
    const { name = '' } = attributes;
    const relation = archive.relations.get(relationOf(attributes));
    if (!relation || !ANY_SHEET_TYPE.test(relation.type))
      throw new Error(`the sheet ${shorten(name)} has no part`);
    if (relation.type !== 'worksheet') continue;
    const number = Number(attributes.sheetId);
    if (!SHEET_NUMBER.test(attributes.sheetId ?? '') || number > LARGEST_SHEET_NUMBER)
      throw new Error(
        `the sheet ${shorten(name)} has the invalid number ${shorten(attributes.sheetId ?? '')}`,
      );
    const part = relation.readAs ?? '';
    if (sheets.some((other) => other.number === number || other.part === part))
      throw new Error(`the sheet ${shorten(name)} has the number or the part of another`);
    sheets.push({ name: decodeBytes(name), number, part });
  }
  return sheets;
}

/** The id of the relation that an element names, under any prefix. */
function relationOf(attributes: Readonly<Record<string, string>>): string {
  const key = Object.keys(attributes).find((name) => name.includes(':') && localName(name) === 'id');
  return key === undefined ? '' : (attributes[key] ?? '');
}
