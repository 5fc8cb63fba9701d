import { isSheet, RELATIONS_PART, type WorkbookArchive } from './workbook-archive.ts';

const ANY_SHEET_PART = /^\/?xl\/worksheets\/[^/]+\.xml$/i;

/** The names under which exceljs finds the texts and the styles. */
const NAMED_PARTS = new Map([
  ['sharedStrings', 'sharedStrings.xml'],
  ['styles', 'styles.xml'],
]);

/** A part that workbooks of other formats have, and what they are. */
const OTHER_FORMATS = new Map([
  ['xl/workbook.bin', 'a binary workbook (.xlsb)'],
  ['content.xml', 'an OpenDocument spreadsheet (.ods) or another OpenDocument file'],
]);

/** What a zip file is that is another sort of workbook; `undefined` where it is none that is known. */
export function otherFormat({ names }: WorkbookArchive): string | undefined {
  return [...OTHER_FORMATS].find(([part]) => names.has(part))?.[1];
}

/** A part that exceljs would leave out without a word: sheets, texts or styles under another name, or missing. */
export function unreadPart({ names, parts }: WorkbookArchive): string | undefined {
  const relations = parts.get(RELATIONS_PART) ?? '';
  const sheet = [...names].find((part) => ANY_SHEET_PART.test(part) && !isSheet(part));
  if (sheet) return sheet;
  const targets = [...relations.matchAll(/<Relationship\b[^<>]*>/g)].map(([relation]) => ({
    type: attributeOf(relation, 'Type').replace(/^.*\//, ''),
    target: attributeOf(relation, 'Target').replace(/^\/xl\//, ''),
  }));
  return targets.find(({ type, target }) => {
    if (type === 'worksheet') return !isSheet(`xl/${target}`) || !names.has(`xl/${target}`);
    const part = NAMED_PARTS.get(type);
    return part !== undefined && (target.replace(/^\.\//, '') !== part || !names.has(`xl/${part}`));
  })?.target;
}

/** The value of an attribute, in quotes of either sort; `''` where there is none. */
function attributeOf(tag: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag)?.[2] ?? '';
}
