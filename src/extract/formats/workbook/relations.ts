import { decodeBytes, readElements, shorten } from './xml.ts';

/** The name under which exceljs finds a part; for sheets, any such name will do. */
const READ_AS = new Map([
  ['sharedStrings', 'xl/sharedStrings.xml'],
  ['styles', 'xl/styles.xml'],
]);
const SHEET_PART = /^xl\/worksheets\/sheet\d+\.xml$/;

export interface Relation {
  /** The last word of its address. */
  type: string;
  /** The address of the part, as it is written. */
  target: string;
  /** The name of the part in the zip file; `null` if it has no such part. */
  part: string | null;
  /** The name under which exceljs finds the part; `null` if it is not read. */
  readAs: string | null;
}

/** The relations by their ids. As in Excel, the case of a part's name does not matter. */
export function readRelations(xml: string, names: ReadonlySet<string>): Map<string, Relation> {
  const parts = new Map([...names].map((name) => [name.toLowerCase(), name]));
  const relations = new Map<string, Relation>();
  for (const { Id = '', Type = '', Target = '' } of readElements(xml, 'Relationships', 'Relationship')) {
    if (relations.has(Id)) throw new Error(`two relations of the workbook have the name ${shorten(Id)}`);
    const type = Type.replace(/^.*\//s, '');
    const path = pathOf(decodeBytes(Target));
    const part = names.has(path) ? path : (parts.get(path.toLowerCase()) ?? null);
    relations.set(Id, { type, target: Target, part, readAs: READ_AS.get(type) ?? null });
  }
  nameSheets(relations);
  return relations;
}

/** Whether exceljs reads a part as a sheet. */
export function isSheet(part: string): boolean {
  return SHEET_PART.test(part);
}

/** The path of a part from the root of the zip file. */
function pathOf(target: string): string {
  try {
    return decodeURIComponent(new URL(target, 'zip://file/xl/workbook.xml').pathname.slice(1));
  } catch {
    return target;
  }
}

/** Gives each sheet a name that exceljs reads: its own, or one that no other part has. */
function nameSheets(relations: ReadonlyMap<string, Relation>): void {
  const sheets = [...relations.values()].filter(({ type }) => type === 'worksheet');
  const taken = new Map(sheets.flatMap(({ part }) => (part !== null && isSheet(part) ? [[part, part]] : [])));
  const used = new Set(taken.values());
  let number = 0;
  for (const sheet of sheets) {
    if (sheet.part === null) continue;
    let name = taken.get(sheet.part);
    while (name === undefined) {
      number += 1;
      const free = `xl/worksheets/sheet${number}.xml`;
      if (!used.has(free)) name = free;
    }
    taken.set(sheet.part, name);
    used.add(name);
    sheet.readAs = name;
  }
}

/** The relations as exceljs expects them. */
export function relationsXml(relations: ReadonlyMap<string, Relation>): string {
  const elements = [...relations].map(([id, { type, target, readAs }]) => {
    const attributes = { Id: id, Type: type, Target: readAs?.replace(/^xl\//, '') ?? target };
    return `<Relationship ${Object.entries(attributes).map(attributeXml).join(' ')}/>`;
  });
  return `<Relationships>${elements.join('')}</Relationships>`;
}

function attributeXml([name, value]: [string, string]): string {
  return `${name}="${value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`;
}
