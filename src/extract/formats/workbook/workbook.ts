import { type Finding, finding } from '../../../domain/findings/finding.ts';
import { messageOf } from '../../../domain/operator-error.ts';
import { LARGEST_UNPACKED } from '../../../domain/text/bytes.ts';
import { type GridReading, LARGEST_ROW_COUNT, refuseGrids } from '../grid.ts';
import type { WorkbookContent } from './cell-reader.ts';
import { CellStyles } from './cell-styles.ts';
import { type CellValue, DAYS_1900_TO_1904 } from './cell-text.ts';
import { SheetFault } from './sheet-place.ts';
import { readSheet } from './sheet-reader.ts';
import { TextReader } from './text-structure.ts';
import {
  stylesPartOf,
  textsPartOf,
  unpackWorkbook,
  WORKBOOK_PART,
  type WorkbookArchive,
} from './workbook-archive.ts';
import { type ListedSheet, listedSheets, missingPart, otherFormat } from './workbook-parts.ts';
import {
  type Attributes,
  readElements,
  readXml,
  shorten,
  tagOf,
  withoutFirstPrefix,
  type XmlHandlers,
} from './xml.ts';

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
    return readSheets(archive, sheets);
  } catch (error) {
    return { grids: [], findings: [damageOf(error, sheets)] };
  }
}

/** Throws at a part in another encoding: it would lose letters of names. */
function checkEncodings({ otherEncodings }: WorkbookArchive): void {
  for (const [part, declared] of otherEncodings) {
    const stored =
      declared === null ? 'is not stored as UTF-8' : `is stored as ${shorten(declared)}, not as UTF-8`;
    throw new SheetFault(`${part} ${stored}`, part);
  }
}

/** What makes a workbook unreadable, with its place if it is known. */
function damageOf(error: unknown, sheets: readonly ListedSheet[]): Finding {
  const facts = { reason: messageOf(error) };
  if (!(error instanceof SheetFault)) return finding('damaged-workbook', facts);
  const sheet = sheets.find(({ part }) => part === error.part)?.name ?? null;
  return finding('damaged-workbook', facts, { sheet, ...error.place });
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

function readSheets(archive: WorkbookArchive, sheets: readonly ListedSheet[]): GridReading {
  const content = contentOf(archive);
  const grids = sheets.map((sheet) => readSheet(sheet, archive.parts.get(sheet.part) ?? '', content));
  const rowCount = grids.reduce((sum, { rows }) => sum + rows.length, 0);
  if (rowCount > LARGEST_ROW_COUNT)
    return refuseGrids('file-too-large', { limit: 'rows', most: LARGEST_ROW_COUNT, found: rowCount });
  if (sheets.length === 0) return refuseGrids('unsupported-format', { format: 'zip without sheets' });
  return { grids, findings: [] };
}

function contentOf(archive: WorkbookArchive): WorkbookContent {
  const { parts } = archive;
  const workbook = parts.get(WORKBOOK_PART) ?? '';
  const isSet = (element: string, name: string) =>
    isTrue(name, readElements(workbook, 'workbook', element).at(-1)?.[name] ?? '0');
  const texts = textsPartOf(archive);
  return {
    texts: readSharedTexts(texts, parts.get(texts)),
    styles: new CellStyles(parts.get(stylesPartOf(archive))),
    daysLate: isSet('workbookPr', 'date1904') ? DAYS_1900_TO_1904 : 0,
    isCalculatedLater: isSet('calcPr', 'fullCalcOnLoad'),
  };
}

function isTrue(name: string, value: string): boolean {
  const text = value.trim();
  if (['1', 'true'].includes(text)) return true;
  if (['0', 'false'].includes(text)) return false;
  throw new Error(`${WORKBOOK_PART} has ${name}=${shorten(value)}, which is neither 0 nor 1`);
}

/** The texts that cells share, by number; `null` where a text has no content. Throws at an unknown element. */
function readSharedTexts(part: string, xml: string | undefined): (CellValue | null)[] {
  const reader = new SharedTextReader();
  try {
    if (xml !== undefined) readXml(xml, reader, withoutFirstPrefix());
  } catch (error) {
    throw new Error(`text ${reader.texts.length} of ${part} ${messageOf(error)}`);
  }
  return reader.texts;
}

class SharedTextReader implements XmlHandlers {
  readonly texts: (CellValue | null)[] = [];
  private readonly path: string[] = [];
  private readonly reading = new TextReader();

  open(name: string, attributes: Attributes): void {
    const parent = this.path.at(-1);
    this.path.push(name);
    if (parent === undefined) return;
    if (parent !== 'sst') this.reading.open(parent, name, attributes);
    else if (name === 'si') this.reading.begin();
    else throw new Error(`holds ${tagOf(name)}, which does not belong there`);
  }

  text(text: string): void {
    if (this.path.at(-1) !== 't') {
      if (text.trim() !== '') throw new Error(`holds ${shorten(text)} outside its values`);
    } else if (this.path.at(-2) !== 'rPh') this.reading.add(text);
  }

  close(name: string): void {
    this.path.pop();
    if (name === 'si') this.texts.push(this.reading.value());
  }
}
