import ExcelJS from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { withMessage } from '../../../../src/domain/findings/finding.ts';
import { readWorkbook } from '../../../../src/extract/formats/workbook/workbook.ts';
import { optionalMessage } from '../../../rig/finding-message.ts';

/** The text of one part after a change, and the other parts of a workbook. */
type Change = [part: string, change: (xml: string) => string];

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET = 'xl/worksheets/sheet1.xml';
const TABLE = 'xl/tables/table1.xml';
const SHEET_RELATIONS = 'xl/worksheets/_rels/sheet1.xml.rels';
const ROWS = [
  ['Code', 'Net'],
  ['01998', '5.25'],
  ['19050', '-1'],
];

/** A workbook with a table and a note, and parts of it changed or added. */
async function decorated(...changes: readonly Change[]): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Report');
  const columns = [{ name: 'Code', filterButton: true }, { name: 'Net' }];
  const rows = [
    ['01998', 5.25],
    ['19050', -1],
  ];
  sheet.addTable({ name: 'Payments', ref: 'A1', headerRow: true, columns, rows });
  sheet.getCell('B2').note = 'restated';
  const parts = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
  for (const [part, change] of changes) {
    const before = strFromU8(parts[part] ?? new Uint8Array());
    const after = change(before);
    expect(after, part).not.toBe(before);
    parts[part] = strToU8(after);
  }
  return zipSync(parts);
}

function filteredBy(filter: string): Change {
  const column = `<filterColumn colId="0">${filter}</filterColumn>`;
  return [TABLE, (xml) => xml.replace(/(<autoFilter ref="[^"]*">).*?(<\/autoFilter>)/s, `$1${column}$2`)];
}

/** A drawing with a chart, as others than Excel write it. */
const CHART: readonly Change[] = [
  [
    'xl/drawings/drawing1.xml',
    () =>
      `<wsDr xmlns="${DRAWING}"><oneCellAnchor><from><col>4</col><row>2</row></from><graphicFrame/></oneCellAnchor></wsDr>`,
  ],
  [
    'xl/drawings/_rels/drawing1.xml.rels',
    () =>
      `<Relationships xmlns="${RELATIONS}"><Relationship Type="${TYPES}/chart" Target="/xl/charts/chart1.xml" Id="rId1"/></Relationships>`,
  ],
];

/** A sheet that is one chart, before the sheet of figures. */
const CHART_SHEET: readonly Change[] = [
  ...CHART,
  ['xl/chartsheets/sheet1.xml', () => `<chartsheet xmlns="${MAIN}"/>`],
  [
    'xl/workbook.xml',
    (xml) => xml.replace('<sheets>', '<sheets><sheet name="Chart" sheetId="9" r:id="rId99"/>'),
  ],
  [
    'xl/_rels/workbook.xml.rels',
    (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rId99" Type="${TYPES}/chartsheet" Target="/xl/chartsheets/sheet1.xml"/></Relationships>`,
      ),
  ],
];

/** The XML of a part whose elements have a prefix, with more before them. */
function prefixed(xml: string, before: string): string {
  const elements = xml.replace(/<(\/?)(?=\w)/g, '<$1x:').replace(' xmlns=', ' xmlns:x=');
  return elements.replace('<x:', `${before}<x:`);
}

describe('a workbook is read, whatever the parts without figures hold', () => {
  it.each([
    ['the ten largest filtered', [filteredBy('<top10 val="10" filterVal="4"/>')]],
    ['a sheet that is a chart', CHART_SHEET],
    ['relations with a prefix', [[SHEET_RELATIONS, (xml) => xml.replaceAll(/(<\/?)R/g, '$1x:R')] as Change]],
    ['a table that is no XML', [[TABLE, () => '<table'] as Change]],
    [
      'what is no sheet in the folder of the sheets',
      [
        ['xl/worksheets/.DS_Store', () => '<c r="A1">'] as Change,
        ['xl/worksheets/old/sheet1.xml', () => '<c r="A1">'] as Change,
        ['xl/worksheets/sheet1.xml.bak', () => '<c r="A1">'] as Change,
      ],
    ],
    [
      'a comment before names with a prefix',
      [[SHEET, (xml) => prefixed(xml, '<!-- 1 > 0, <a:b> -->')] as Change],
    ],
  ])('%s', async (_, changes) => {
    const { grids, findings } = await readWorkbook(await decorated(...changes));
    expect(findings).toEqual([]);
    expect(grids.map(({ sheet, isHidden }) => [sheet, isHidden])).toEqual([['Report', false]]);
    expect(grids[0]?.rows.map(({ cells }) => cells)).toEqual(ROWS);
  });
});

describe('a sheet that the workbook lists is read or its workbook refused', () => {
  const listed = (target: string): readonly Change[] => [
    [
      'xl/workbook.xml',
      (xml) => xml.replace('</sheets>', '<sheet name="Last" sheetId="9" r:id="rId99"/></sheets>'),
    ],
    [
      'xl/_rels/workbook.xml.rels',
      (xml) =>
        xml.replace(
          '</Relationships>',
          `<Relationship Id="rId99" Type="${TYPES}/worksheet" Target="${target}"/></Relationships>`,
        ),
    ],
  ];

  it.each([
    ['worksheets/sheet9.xml', 'xl/worksheets/sheet9.xml'],
    ['/xl/worksheets/sheet9.xml', 'xl/worksheets/sheet9.xml'],
    ['worksheets/sheet9.xml.bak', 'xl/worksheets/sheet9.xml.bak'],
  ])('in %s', async (target, part) => {
    const sheet: Change = [part, () => `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`];
    const { grids, findings } = await readWorkbook(await decorated(...listed(target), sheet));
    expect(findings).toEqual([]);
    expect(grids.map((grid) => grid.sheet)).toEqual(['Report', 'Last']);
  });

  it('whose part is missing', async () => {
    const [target, part] = ['worksheets/sheet9.xml', 'xl/worksheets/sheet8.xml'];
    const sheet: Change = [part, () => `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`];
    const { grids, findings } = await readWorkbook(await decorated(...listed(target), sheet));
    expect(grids).toEqual([]);
    expect(findings.map(withMessage)).toMatchObject([
      {
        code: 'unsupported-format',
        message: expect.stringContaining(`The part ${target} of the workbook is missing or cannot be read.`),
      },
    ]);
  });
});

describe('workbooks of other formats are named', () => {
  // a part that is no XML may hold anything, also how a cell begins
  const binary = `<c ${'\u0001'.repeat(2_000_000)}`;
  it.each([
    [
      '.ods',
      {
        mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
        'content.xml': '<office:document-content/>',
      },
    ],
    ['.xlsb', { 'xl/workbook.bin': '\u0083', 'xl/worksheets/sheet1.bin': binary }],
  ])('%s', async (ending, texts: Readonly<Record<string, string>>) => {
    const parts = Object.entries(texts).map(([part, text]) => [part, strToU8(text)]);
    const { grids, findings } = await readWorkbook(zipSync(Object.fromEntries(parts)));
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([{ code: 'unsupported-format' }]);
    expect(optionalMessage(findings[0])).toContain(ending);
    expect(optionalMessage(findings[0])).toMatch(/\. Save it as \.xlsx or CSV\.$/);
  });
});
