import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type Headings, type ShownTable, withoutEmpty } from './file-table.ts';
import {
  type About,
  aboutSheet,
  escapeXml,
  HEAD,
  letters,
  MAIN,
  NUMBER_FORMATS,
  tableSheet,
  WorkbookLimit,
} from './sheets.ts';

/** The program, as it signs workbooks and Parquet files. */
export const SIGNATURE = 'sales-tax-allocations';

/** The limit of a part of an archive. */
const MOST_BYTES = 2 ** 32 - 2 ** 20;

/** Numbers below this belong to the formats that come with spreadsheets. */
const FIRST_FORMAT = 164;

/** The level of compression. The next ones take longer than the smaller file is worth. */
const QUICKEST = 1;
/** The same table makes the same bytes. */
export const MADE = '1980-01-02';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-';

/**
 * Writes a table as a workbook, piece by piece: codes are text, months dates, figures numbers. A workbook for people
 * leaves out empty columns. A second sheet says where the figures come from, and what the columns mean. Throws a
 * `WorkbookLimit`.
 */
export function* workbookPieces(
  table: ShownTable,
  about: About,
  headings: Headings = 'people',
): Generator<Uint8Array<ArrayBuffer>> {
  const made: Uint8Array<ArrayBuffer>[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    made.push(Uint8Array.from(piece));
  });
  const shown = headings === 'people' ? withoutEmpty(table) : table;
  for (const [name, texts] of partsOf(shown, about, headings)) {
    const part = new ZipDeflate(name, { level: QUICKEST });
    part.mtime = MADE;
    archive.add(part);
    let bytes = 0;
    for (const text of texts) {
      const piece = strToU8(text);
      bytes += piece.length;
      if (bytes > MOST_BYTES) throw new WorkbookLimit('The table is larger than a workbook can be.');
      part.push(piece);
      yield* made.splice(0);
    }
    part.push(new Uint8Array(), true);
  }
  archive.end();
  yield* made;
}

/** The name and the XML of each part. The sheet comes first, because others tell its size. */
function* partsOf(
  table: ShownTable,
  about: About,
  headings: Headings,
): Generator<readonly [name: string, texts: Iterable<string>]> {
  const size = { rows: 1 };
  yield ['xl/worksheets/sheet1.xml', tableSheet(table, headings, size)];
  const range = `Table!$A$1:$${letters(table.columns.length - 1)}$${size.rows}`;
  const parts = {
    'xl/worksheets/sheet2.xml': aboutSheet(about, table.columns, headings),
    ...partsAround(
      about.title,
      ['Table', 'About'],
      `<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">${range}</definedName></definedNames>`,
    ),
  };
  for (const [name, xml] of Object.entries(parts)) yield [name, [`${HEAD}${xml}`]];
}

/** The XML of all parts of a workbook but its sheets. */
export function partsAround(title: string, sheets: readonly string[], names = ''): Record<string, string> {
  const types = [
    ['xl/workbook.xml', 'officedocument.spreadsheetml.sheet.main'],
    ...sheets.map((_, at) => [`xl/worksheets/sheet${at + 1}.xml`, 'officedocument.spreadsheetml.worksheet']),
    ['xl/styles.xml', 'officedocument.spreadsheetml.styles'],
    ['docProps/core.xml', 'package.core-properties'],
  ];
  const listed = sheets.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`);
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="${TYPE}package.relationships+xml"/>${types.map(([part, type]) => `<Override PartName="/${part}" ContentType="${TYPE}${type}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relations([
      [`${OFFICE}/officeDocument`, 'xl/workbook.xml'],
      [`${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${SIGNATURE}</dc:creator></cp:coreProperties>`,
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets>${names}</workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map((_, at) => [`${OFFICE}/worksheet`, `worksheets/sheet${at + 1}.xml`] as const),
      [`${OFFICE}/styles`, 'styles.xml'],
    ]),
    'xl/styles.xml': stylesXml(),
  };
}

function relations(targets: readonly (readonly [type: string, path: string])[]): string {
  const each = targets.map(
    ([type, path], at) => `<Relationship Id="rId${at + 1}" Type="${type}" Target="${path}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`;
}

function stylesXml(): string {
  const formats = NUMBER_FORMATS.map(
    (code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`,
  );
  const styleXml = (format: number, font: number) =>
    `<xf numFmtId="${FIRST_FORMAT + format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const styles = [...NUMBER_FORMATS.map((_, at) => styleXml(at, 0)), styleXml(0, 1)];
  const font = '<sz val="11"/><name val="Calibri"/>';
  return `<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
}
