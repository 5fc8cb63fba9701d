import { isSheet, RELATIONS_PART, WORKBOOK_PART, type WorkbookArchive } from './workbook-archive.ts';
import { decodeBytes, localName, readXml, shorten } from './xml.ts';

const ANY_SHEET_PART = /^\/?xl\/worksheets\/[^/]+\.xml$/i;

/** Charts, dialogs and macros are sheets too, but hold no cells. */
const ANY_SHEET_TYPE = /sheet$/i;

/** Excel's own limit; exceljs allocates room for all numbers up to the largest. */
const LARGEST_SHEET_NUMBER = 65_534;
const SHEET_NUMBER = /^[1-9]\d{0,4}$/;

/** The only names under which exceljs finds the texts and the styles. */
const NAMED_PARTS = new Map([
  ['sharedStrings', 'sharedStrings.xml'],
  ['styles', 'styles.xml'],
]);

/** Other formats, by a part that only they have. */
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

/** A part that exceljs would ignore silently: sheets, texts or styles that are missing or have another name. */
export function unreadPart(archive: WorkbookArchive): string | undefined {
  const { names } = archive;
  const sheet = [...names].find((part) => ANY_SHEET_PART.test(part) && !isSheet(part));
  if (sheet) return sheet;
  return [...relationsOf(archive).values()].find(({ type, target }) => {
    if (type === 'worksheet') return !isSheet(`xl/${target}`) || !names.has(`xl/${target}`);
    const part = NAMED_PARTS.get(type);
    return part !== undefined && (target.replace(/^\.\//, '') !== part || !names.has(`xl/${part}`));
  })?.target;
}

/** The sheets with cells, in order. Throws if exceljs would skip one or confuse two. */
export function listedSheets(archive: WorkbookArchive): ListedSheet[] {
  const relations = relationsOf(archive);
  const sheets: ListedSheet[] = [];
  for (const attributes of elementsOf(archive, WORKBOOK_PART, 'sheets', 'sheet')) {
    const { name = '' } = attributes;
    const relation = relations.get(relationOf(attributes));
    if (!relation || !ANY_SHEET_TYPE.test(relation.type))
      throw new Error(`the sheet ${shorten(name)} has no part`);
    if (relation.type !== 'worksheet') continue;
    const number = Number(attributes.sheetId);
    if (!SHEET_NUMBER.test(attributes.sheetId ?? '') || number > LARGEST_SHEET_NUMBER)
      throw new Error(
        `the sheet ${shorten(name)} has the invalid number ${shorten(attributes.sheetId ?? '')}`,
      );
    const part = `xl/${relation.target}`;
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

interface Relation {
  /** The last word of its address. */
  type: string;
  /** From the folder `xl`. */
  target: string;
}

function relationsOf(archive: WorkbookArchive): Map<string, Relation> {
  const relations = new Map<string, Relation>();
  for (const { Id = '', Type = '', Target = '' } of elementsOf(
    archive,
    RELATIONS_PART,
    'Relationships',
    'Relationship',
  )) {
    if (relations.has(Id)) throw new Error(`${RELATIONS_PART} has two relations named ${shorten(Id)}`);
    relations.set(Id, { type: Type.replace(/^.*\//s, ''), target: Target.replace(/^\/xl\//, '') });
  }
  return relations;
}

/** The attributes of every element with this name and parent. */
function elementsOf({ parts }: WorkbookArchive, part: string, parent: string, name: string) {
  const found: Readonly<Record<string, string>>[] = [];
  const path: string[] = [];
  const open = (element: string, attributes: Readonly<Record<string, string>>) => {
    if (element === name && path.at(-1) === parent) found.push(attributes);
    path.push(element);
  };
  const xml = parts.get(part);
  if (xml !== undefined) readXml(xml, { open, close: () => path.pop() });
  return found;
}
