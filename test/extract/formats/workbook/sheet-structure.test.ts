import ExcelJS from 'exceljs';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { readWorkbook } from '../../../../src/extract/formats/workbook/workbook.ts';
import { optionalMessage } from '../../../rig/finding-message.ts';
import { processorMs } from '../../../rig/processor-time.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const TEXTS = 'xl/sharedStrings.xml';
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
/** Rows of the sheet: a header, and ten rows of a name and nine figures. */
const ROW_COUNT = 11;
let parts: Record<string, Uint8Array>;

beforeAll(async () => {
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Doña Ana');
  sheet.addRow(Array.from({ length: 10 }, (_, at) => `Header ${at}`));
  for (let row = 2; row <= ROW_COUNT; row += 1)
    sheet.addRow([`place ${row}`, ...Array.from({ length: 9 }, (_, at) => row * 100 + at + 0.25)]);
  parts = unzipSync(new Uint8Array(await workbook.xlsx.writeBuffer()));
});

type Change = (xml: string) => string;

function changed(part: string, change: Change, more: Record<string, string> = {}): Uint8Array {
  const before = strFromU8(parts[part] ?? new Uint8Array());
  const after = change(before);
  expect(after).not.toBe(before);
  const added = Object.entries(more).map(([name, xml]) => [name, strToU8(xml)] as const);
  return zipSync({ ...parts, [part]: strToU8(after), ...Object.fromEntries(added) });
}

function inRow(row: number, change: Change): Change {
  return (xml) => xml.replace(new RegExp(`<row r="${row}".*?</row>`, 's'), change);
}

/** Replaces the cell J4, which holds 409.25. */
function asJ4(cell: string): Change {
  return (xml) => xml.replace(/<c r="J4".*?<\/c>/s, cell);
}

function numbered(number: string, row = 5): Change {
  return (xml) => xml.replace(`<row r="${row}"`, `<row r="${number}"`);
}

async function expectRefusal(bytes: Uint8Array, place: object, reason: string): Promise<void> {
  const { grids, findings } = await readWorkbook(bytes);
  expect(grids).toEqual([]);
  expect(findings).toMatchObject([{ code: 'damaged-workbook', ...place }]);
  expect(optionalMessage(findings[0])).toContain(reason);
}

describe('a sheet whose rows exceljs would misread is refused with its place', () => {
  const own = '<extLst><ext uri="{5}"/></extLst>';
  const place = (row: number | null, column: string | null) => ({ sheet: 'Doña Ana', row, column });

  it.each([
    ['before the end of a row', inRow(1, (row) => row.replace('</row>', `${own}</row>`)), 1],
    ['between rows', inRow(4, (row) => `${row}${own}`), 4],
    ['before the rows', inRow(1, (row) => `<sheetPr/>${row}`), null],
    ['around a row', inRow(4, (row) => `<group>${row}</group>`), 3],
  ])('an element %s', async (_, change, row) => {
    await expectRefusal(changed(SHEET, change), place(row, null), 'sheet1.xml holds <');
  });

  it.each(['0', '-4', '04', '4.0', ' 4', '4 ', '4x', '+4', '4e0', '', 'x', '1048577', '999999999'])(
    'a row with the number "%s"',
    async (number) => {
      const work = () => expectRefusal(changed(SHEET, numbered(number)), place(4, null), `"${number}"`);
      expect(await processorMs(work)).toBeLessThan(5000);
    },
  );

  it.each([
    ['twice, once with a numeric reference', numbered('&#52;'), 4, 'has row 4 again'],
    ['out of order', numbered('9', 11), 10, 'after row 10, xl/worksheets/sheet1.xml has row 9'],
  ])('a row that is there %s', async (_, change, row, reason) => {
    await expectRefusal(changed(SHEET, change), place(row, null), reason);
  });

  it('a row without a number', async () => {
    const change: Change = (xml) => xml.replace('<row r="5"', '<row');
    await expectRefusal(changed(SHEET, change), place(4, null), 'has a row without a number');
  });

  it.each(['J5', 'J04', '$J$4', 'J99', 'j4', 'J', '4', '4J', 'J4:J4', ' J4', 'J4x', '', 'XFE4', 'AAAA4'])(
    'a second cell named "%s"',
    async (name) => {
      const change = inRow(4, (row) => row.replace('</row>', `<c r="${name}"><v>1</v></c></row>`));
      await expectRefusal(changed(SHEET, change), place(4, null), `has a cell named "${name}"`);
    },
  );

  it.each([
    ['twice', '<c r="J4"><v>1</v></c>', 'J', 'cell J4 of xl/worksheets/sheet1.xml is there twice'],
    ['out of order', '<c r="C4"><v>1</v></c>', 'C', 'comes after cell J4'],
  ])('a cell that is there %s', async (_, cell, column, reason) => {
    const change = inRow(4, (row) => row.replace('</row>', `${cell}</row>`));
    await expectRefusal(changed(SHEET, change), place(4, column), reason);
  });

  it.each(['d', 'zzz', '', 'N', ' n', 'S'])('a cell of the type "%s"', async (type) => {
    const change = asJ4(`<c r="J4" t="${type}"><v>12</v></c>`);
    await expectRefusal(changed(SHEET, change), place(4, 'J'), `has the unknown type "${type}"`);
  });

  it.each([
    ['no number of its own', '<c r="J4" t="n"><v>12abc</v></c>', 'which is not a number'],
    ['a text without its type', '<c r="J4"><is><t>12abc</t></is></c>', 'holds <is>'],
    ['an element in its value', '<c r="J4"><v>1<b/>2</v></c>', 'holds <b>'],
    [
      'a text to be spoken',
      '<c r="J4" t="inlineStr"><is><t>1</t><rPh><t>2</t></rPh></is></c>',
      'holds <rPh>',
    ],
    ['two texts in a run', '<c r="J4" t="inlineStr"><is><r><t>1</t><t>2</t></r></is></c>', 'two values'],
    ['two formulas', '<c r="J4"><f>1</f><f>2</f><v>1</v></c>', 'two formulas'],
    ['text beside its value', '<c r="J4">7<v>1</v></c>', 'holds "7" outside'],
    ['neither yes nor no', '<c r="J4" t="b"><v>false</v></c>', 'neither 0 nor 1'],
    ['a style that is not a number', '<c r="J4" s="1x"><v>1</v></c>', 'has the style "1x"'],
    ['another namespace', '<c r="J4" xmlns="urn:other"><v>1</v></c>', 'of another namespace'],
  ])('a cell that holds %s', async (_, cell, reason) => {
    await expectRefusal(changed(SHEET, asJ4(cell)), place(4, 'J'), reason);
  });

  it.each([
    ['twice', (xml: string) => xml.replace(/<sheetData>.*<\/sheetData>/s, (rows) => rows + rows)],
    [
      'in an element around them',
      (xml: string) =>
        xml.replace('<sheetData>', '<a:b xmlns:a="urn:a"><sheetData>').replace('</sheetData>', '$&</a:b>'),
    ],
    [
      'again in an extension',
      (xml: string) =>
        xml.replace(
          '</worksheet>',
          '<extLst><ext><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></ext></extLst></worksheet>',
        ),
    ],
    [
      'under a prefix of the same name space',
      (xml: string) =>
        xml
          .replace(' xmlns="', ' xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns="')
          .replace(/<(\/?)(sheetData|row)\b/g, '<$1x:$2'),
    ],
  ])('rows that stand %s', async (_, change) => {
    await expectRefusal(changed(SHEET, change), { sheet: 'Doña Ana' }, 'sheet1.xml');
  });

  it('a cell without a name behind one without a value, which exceljs takes for the one before', async () => {
    const cells = '<c r="A4"><v>1</v></c><c/><c><v>7</v></c>';
    const change = inRow(4, (row) => row.replace(/<c .*<\/c>/s, cells));
    await expectRefusal(changed(SHEET, change), place(4, 'B'), 'cell B4 of');
  });
});

describe('a sheet is read as before', () => {
  it.each([
    [
      'with extensions at its end',
      (xml: string) =>
        xml.replace('</worksheet>', '<extLst><ext uri="{5}"><row r="x"/></ext></extLst></worksheet>'),
    ],
    ['with a mark before its XML', (xml: string) => `\ufeff${xml}`],
    ['printed with line ends', (xml: string) => xml.replace(/></g, '>\r\n\t<')],
    ['with empty cells behind it', (xml: string) => xml.replace('</row>', '<c r="XFD1" s="0"/></row>')],
    [
      'with a name space on its rows',
      (xml: string) => xml.replaceAll('<row ', '<row xmlns:x="urn:x" x:y="1" '),
    ],
  ])('%s', async (_, change) => {
    const { grids, findings } = await readWorkbook(changed(SHEET, change));
    expect(findings).toEqual([]);
    const expected = Array.from({ length: ROW_COUNT - 1 }, (__, at) => `${(at + 2) * 100 + 8.25}`);
    expect(grids[0]?.rows.map(({ cells }) => cells[9])).toEqual(['Header 9', ...expected]);
    expect(grids[0]?.rows.map(({ cells }) => cells.length)).toEqual(Array(ROW_COUNT).fill(10));
  });
});

describe('shared texts that exceljs would misread refuse the workbook', () => {
  it.each([
    ['an element in a text', '<t>1<b/>2</t>', 'holds <b>'],
    ['two texts', '<t>1</t><t>2</t>', 'two values'],
  ])('%s', async (_, text, reason) => {
    const bytes = changed(TEXTS, (xml) => xml.replace(/<t>place 4<\/t>/, text));
    await expectRefusal(bytes, { sheet: null, row: null, column: null }, reason);
  });

  it.each([
    ['how to speak it', '<t>place 4</t><rPh sb="0" eb="1"><t>PLACE</t></rPh><phoneticPr fontId="1"/>'],
    ['fonts', '<r><rPr><b/><sz val="9"/></rPr><t>pla</t></r><r><t>ce 4</t></r>'],
  ])('and are read with %s', async (_, text) => {
    const { grids, findings } = await readWorkbook(
      changed(TEXTS, (xml) => xml.replace('<t>place 4</t>', text)),
    );
    expect(findings).toEqual([]);
    expect(grids[0]?.rows[3]?.cells[0]).toBe('place 4');
  });
});

describe('a listed sheet that exceljs would skip refuses the workbook', () => {
  const second =
    (attributes: string): Change =>
    (xml) =>
      xml.replace('</sheets>', `<sheet name="Second" ${attributes}/></sheets>`);
  const sheet2 = () => ({
    'xl/worksheets/sheet2.xml': strFromU8(parts[SHEET] ?? new Uint8Array()),
    [RELATIONS]: strFromU8(parts[RELATIONS] ?? new Uint8Array()).replace(
      '</Relationships>',
      '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    ),
  });

  it.each([
    ['with the number of another', 'sheetId="1" r:id="rId99"'],
    ['with a number that is none', 'sheetId="2x" r:id="rId99"'],
    ['without a number', 'r:id="rId99"'],
    ['with a number that none can have', 'sheetId="999999999" r:id="rId99"'],
    ['by the name of another prefix', 'sheetId="7" xmlns:q="urn:q" q:id="rId99"'],
    ['in the part of the styles', 'sheetId="7" r:id="styles"'],
  ])('%s', async (_, given) => {
    const relations = strFromU8(parts[RELATIONS] ?? new Uint8Array());
    const idOf = (part: string) => new RegExp(`Id="([^"]*)"[^>]*Target="${part}"`).exec(relations)?.[1] ?? '';
    const attributes = given
      .replace('the first', idOf('worksheets/sheet1.xml'))
      .replace('"styles"', `"${idOf('styles.xml')}"`);
    expect(attributes).not.toContain('""');
    const bytes = changed(WORKBOOK, second(attributes), sheet2());
    const { grids, findings } = await readWorkbook(bytes);
    expect(grids).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error' }]);
  });
});

describe('a workbook that makes exceljs throw is refused with its place', () => {
  const place = (row: number, column: string | null) => ({ sheet: 'Doña Ana', row, column });
  const count = ROW_COUNT - 1 + 10;

  it('a first cell without a name', async () => {
    const change = inRow(4, (row) => row.replace('<c r="A4"', '<c'));
    await expectRefusal(changed(SHEET, change), place(4, null), 'has a first cell without a name');
  });

  it.each(['20', '999999999', ' 20'])('a cell that names the missing shared text %s', async (index) => {
    const change = asJ4(`<c r="J4" t="s"><v>${index}</v></c>`);
    await expectRefusal(changed(SHEET, change), place(4, 'J'), `; the workbook has ${count}`);
  });

  it.each(['<si/>', '<si></si>', '<si><rPh sb="0" eb="1"><t>PLACE</t></rPh></si>'])(
    'a cell that names the shared text %s, which has no content',
    async (text) => {
      const bytes = changed(TEXTS, (xml) => xml.replace('<si><t>place 4</t></si>', text));
      await expectRefusal(bytes, place(4, 'A'), 'which has no content');
    },
  );

  it('but not for a shared text without content that no cell names', async () => {
    const bytes = changed(TEXTS, (xml) => xml.replace('</sst>', '<si/></sst>'));
    expect((await readWorkbook(bytes)).findings).toEqual([]);
  });
});

describe('a cell whose value exceljs reads as another one refuses the workbook with its place', () => {
  const place = { sheet: 'Doña Ana', row: 4, column: 'J' };

  it('a text of a formula that looks escaped', async () => {
    const change = asJ4('<c r="J4" t="str"><f>A1</f><v>A &amp;amp; B</v></c>');
    await expectRefusal(changed(SHEET, change), place, 'holds a value that was read as another one');
  });

  it.each([
    ['a text with an escaped character', '<c r="J4" t="str"><v>A_x0042_c</v></c>', 'ABc'],
    ['a letter by its number', '<c r="J4" t="inlineStr"><is><t>Ca&#xF1;on ñ</t></is></c>', 'Cañon ñ'],
    ['a letter outside the first plane', '<c r="J4" t="str"><v>&#128512;</v></c>', '😀'],
    ['a number', '<c r="J4"><v> 1.2E3 </v></c>', '1200'],
    ['a formula without a result', '<c r="J4"><f>A1</f></c>', '=A1'],
  ])('but not %s', async (_, cell, text) => {
    const { grids, findings } = await readWorkbook(changed(SHEET, asJ4(cell)));
    expect(findings).toEqual([]);
    expect(grids[0]?.rows[3]?.cells[9]).toBe(text);
  });
});

describe('a part that is not stored as UTF-8 refuses the workbook', () => {
  const western = (part: string, encoding: string | null) => {
    const xml = strFromU8(parts[part] ?? new Uint8Array())
      .replace('place 4', 'Doña 4')
      .replace('encoding="UTF-8"', encoding === null ? '' : `encoding="${encoding}"`);
    return zipSync({ ...parts, [part]: Buffer.from(xml, 'latin1') });
  };

  it.each([
    ['declared', 'windows-1252', `${TEXTS} is stored as "windows-1252", not as UTF-8`],
    ['not declared', null, `${TEXTS} is not stored as UTF-8`],
  ])('the shared texts in Windows-1252, %s', async (_, encoding, reason) => {
    await expectRefusal(western(TEXTS, encoding), { sheet: null, row: null, column: null }, reason);
  });

  it('letters in UTF-8 that are declared as another encoding', async () => {
    const bytes = changed(TEXTS, (xml) => xml.replace('UTF-8', 'windows-1252').replace('place 4', 'Doña'));
    await expectRefusal(bytes, { sheet: null }, 'is stored as "windows-1252"');
  });
});
