import ExcelJS from 'exceljs';
import { type Finding, finding } from '../../../domain/findings/finding.ts';
import { messageOf } from '../../../domain/operator-error.ts';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { type Grid, type GridReading, LARGEST_ROW_COUNT, refuseGrids } from '../grid.ts';
import { CellStyles, markEscapedPercents } from './cell-styles.ts';
import type { WorkbookManner } from './cell-text.ts';
import { type CellValue, DAYS_1900_TO_1904, NO_VALUE, textValue } from './cell-value.ts';
import { isSheet } from './relations.ts';
import { SheetGrid } from './sheet-grid.ts';
import type { CellKind, SheetListing } from './sheet-listing.ts';
import { SheetFault } from './sheet-place.ts';
import { listSheet } from './sheet-reader.ts';
import { mayHoldText, TextPieces } from './text-structure.ts';
import {
  packWorkbook,
  STYLES_PART,
  TEXTS_PART,
  unpackWorkbook,
  WORKBOOK_PART,
  type WorkbookArchive,
} from './workbook-archive.ts';
import { type ListedSheet, listedSheets, missingPart, otherFormat } from './workbook-parts.ts';
import { decodeBytes, readElements, readXml, shorten, tagOf, type XmlHandlers } from './xml.ts';

/** Elements of a sheet without figures. exceljs would expand their ranges cell by cell, even whole columns. */
const NOT_READ = [
  'autoFilter',
  'cols',
  'conditionalFormatting',
  'dataValidations',
  'drawing',
  'extLst',
  'hyperlinks',
  'mergeCells',
  'picture',
  'rowBreaks',
  'tableParts',
];

/** The kinds of cells by their names in exceljs. */
const KINDS: ReadonlyMap<ExcelJS.ValueType, CellKind> = new Map([
  [ExcelJS.ValueType.Number, 'number'],
  [ExcelJS.ValueType.Date, 'number'],
  [ExcelJS.ValueType.String, 'text'],
  [ExcelJS.ValueType.RichText, 'text'],
  [ExcelJS.ValueType.Boolean, 'boolean'],
  [ExcelJS.ValueType.Error, 'error'],
  [ExcelJS.ValueType.Formula, 'formula'],
]);

/**
 * Reads every sheet of an XLSX workbook as text. Gives an error finding if the workbook is not readable, or unpacks to
 * more bytes than `largestUnpacked`.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  largestUnpacked = LARGEST_UNPACKED,
): Promise<GridReading> {
  let sheets: ListedSheet[] = [];
  try {
    const archive = await unpackWorkbook(bytes, largestUnpacked);
    const refusal = refusalOf(archive, largestUnpacked);
    if (refusal) return refusal;
    sheets = listedSheets(archive);
    checkEncodings(archive);
    return await readSheets(archive, sheets);
  } catch (error) {
    return { grids: [], findings: [damageOf(error, sheets)] };
  }
}

/** Throws at a part in another encoding: exceljs reads every part as UTF-8 and would lose letters of names. */
function checkEncodings({ otherEncodings }: WorkbookArchive): void {
  for (const [part, declared] of otherEncodings) {
    const stored =
      declared === null ? 'is not stored as UTF-8' : `is stored as ${shorten(declared)}, not as UTF-8`;
    throw new SheetFault(`${part} ${stored}`, part);
  }
}

/** What makes a workbook unreadable, with its place if it is known. */
function damageOf(error: unknown, sheets: readonly ListedSheet[]): Finding {
  // a TypeError of exceljs says nothing to a person
  const reason =
    error instanceof TypeError ? 'rows, cells or texts are stored in an unusual way' : messageOf(error);
  const facts = { reason };
  if (!(error instanceof SheetFault)) return finding('damaged-workbook', facts);
  const sheet = sheets.find(({ part }) => part === error.part)?.name ?? null;
  return finding('damaged-workbook', facts, { sheet, ...error.place });
}

/** Lists the cells of every sheet, reads them with exceljs, and compares. */
async function readSheets(archive: WorkbookArchive, sheets: readonly ListedSheet[]): Promise<GridReading> {
  const listings = listCells(archive);
  const rowCount = [...listings.values()].reduce((sum, listing) => sum + listing.rowCount, 0);
  if (rowCount > LARGEST_ROW_COUNT)
    return refuseGrids('file-too-large', { limit: 'rows', most: LARGEST_ROW_COUNT, found: rowCount });
  if (sheets.length === 0) return refuseGrids('unsupported-format', { format: 'zip without sheets' });
  const manner = mannerOf(archive);
  const styles = archive.parts.get(STYLES_PART);
  if (styles !== undefined) archive.parts.set(STYLES_PART, markEscapedPercents(styles));
  // exceljs gets only the parts listed above: it throws at tables, comments and drawings it does not know
  const workbook = await loadWorkbook(packWorkbook(archive));
  const grids = sheets.map(({ name, number, part }) => {
    const sheet = workbook.worksheets.find(({ id }) => id === number);
    const listing = listings.get(part);
    if (!sheet || !listing) throw new Error(`the sheet "${name}" was not read`);
    return readSheet(sheet, listing, manner);
  });
  return { grids, findings: [] };
}

function listCells({ parts }: WorkbookArchive): Map<string, SheetListing> {
  const texts = parts.get(TEXTS_PART);
  const sharedTexts = texts === undefined ? [] : readSharedTexts(TEXTS_PART, texts);
  const styles = new CellStyles(parts.get(STYLES_PART) ?? '');
  const listings = new Map<string, SheetListing>();
  for (const [part, xml] of parts)
    if (isSheet(part)) listings.set(part, listSheet(part, xml, sharedTexts, styles));
  return listings;
}

/** Why a workbook cannot be loaded; `null` if it can. Throws if it is damaged. */
function refusalOf(archive: WorkbookArchive, largestUnpacked: number): GridReading | null {
  if (archive.unpacked > largestUnpacked)
    return refuseGrids('file-too-large', { limit: 'unpacked', most: largestUnpacked / 1024 / 1024 });
  const other = otherFormat(archive);
  if (other) return refuseGrids('unsupported-format', { format: 'office', name: other });
  const missing = missingPart(archive);
  if (missing) return refuseGrids('unsupported-format', { format: 'workbook', part: missing });
  return null;
}

async function loadWorkbook(bytes: ArrayBuffer): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  // exceljs expands every defined name into its cells, and would not end for whole columns
  Object.defineProperty(workbook.definedNames, 'model', { get: () => [], set: () => undefined });
  await workbook.xlsx.load(bytes, { ignoreNodes: NOT_READ });
  return workbook;
}

function mannerOf({ parts }: WorkbookArchive): WorkbookManner {
  const workbook = parts.get(WORKBOOK_PART) ?? '';
  const printed = (element: string, name: string) =>
    readElements(workbook, 'workbook', element).at(-1)?.[name] ?? '0';
  const date1904 = printed('workbookPr', 'date1904');
  return {
    // exceljs knows only the value 1
    daysLate: isTrue('date1904', date1904) && date1904 !== '1' ? DAYS_1900_TO_1904 : 0,
    isCalculatedLater: isTrue('fullCalcOnLoad', printed('calcPr', 'fullCalcOnLoad')),
  };
}

function isTrue(name: string, value: string): boolean {
  const text = value.trim();
  if (['1', 'true'].includes(text)) return true;
  if (['0', 'false'].includes(text)) return false;
  throw new Error(`${WORKBOOK_PART} has ${name}=${shorten(value)}, which is neither 0 nor 1`);
}

/** The rows of a sheet. Throws a `SheetFault` if exceljs read another cell than the sheet holds. */
function readSheet(sheet: ExcelJS.Worksheet, listing: SheetListing, manner: WorkbookManner): Grid {
  const grid = new SheetGrid(manner);
  const listed = listing.compare();
  sheet.eachRow({ includeEmpty: false }, (row, number) => {
    row.eachCell({ includeEmpty: false }, (cell, column) => {
      const read = cell.type === ExcelJS.ValueType.Formula ? cell.result : cell.value;
      listed.next(number, column, KINDS.get(cell.type) ?? null, read);
      grid.add(number, column, cell);
    });
  });
  listed.end();
  return grid.finish({ sheet: sheet.name, format: 'xlsx', isHidden: sheet.state !== 'visible' });
}

/**
 * The values of the texts that cells share, by number; `NO_VALUE` where a text has no content. Throws at an unknown
 * element: exceljs loses the text around it.
 */
function readSharedTexts(part: string, xml: string): CellValue[] {
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
