import { describe, expect, it } from 'vitest';
import { withMessage } from '../../../src/domain/findings/finding.ts';
import { readGrids } from '../../../src/extract/formats/read.ts';

const NAMESPACE = 'urn:schemas-microsoft-com:office:spreadsheet';

/** An XML spreadsheet as Excel writes it, with these rows in its sheet. */
function spreadsheet(rows: string, { styles = '', before = '', options = '' } = {}): string {
  return `<?xml version="1.0"?>
<?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="${NAMESPACE}" xmlns:ss="${NAMESPACE}" xmlns:x="urn:schemas-microsoft-com:office:excel">
 ${before}<Styles><Style ss:ID="Default" ss:Name="Normal"><Font ss:Size="10"/></Style>${styles}</Styles>
 <Worksheet ss:Name="May &amp; June"><Table ss:ExpandedColumnCount="9"><Column ss:Width="50"/>${rows}</Table>
  <WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel">${options}<Selected/></WorksheetOptions>
 </Worksheet>
</Workbook>`;
}

async function gridOf(text: string | Buffer) {
  const { grids, findings } = await readGrids(Buffer.from(text));
  expect(findings).toEqual([]);
  expect(grids).toHaveLength(1);
  return grids[0];
}

const cells = async (row: string, around?: Parameters<typeof spreadsheet>[1]) =>
  (await gridOf(spreadsheet(`<Row>${row}</Row>`, around)))?.rows[0]?.cells;
const cell = (type: string, text: string, attributes = '') =>
  `<Cell ${attributes}><Data ss:Type="${type}">${text}</Data></Cell>`;
const style = (id: string, format: string, more = '') =>
  `<Style ss:ID="${id}" ${more}><NumberFormat ss:Format="${format}"/></Style>`;

describe('an XML spreadsheet', () => {
  it('has rows and cells with numbers of their own, and merged cells', async () => {
    const grid = await gridOf(
      spreadsheet(
        `<Row ss:Index="3" ss:Span="1">${cell('String', 'a', 'ss:MergeAcross="2"')}${cell('String', 'b')}</Row>
         <Row>${cell('Number', '1')}<Cell/>${cell('Number', '2')}${cell('Number', '3', 'ss:Index="6"')}</Row>`,
      ),
    );
    expect(grid).toMatchObject({ sheet: 'May & June', format: 'xml', isHidden: false });
    expect(grid?.rows).toEqual([
      { number: 3, cells: ['a', '', '', 'b'] },
      { number: 5, cells: ['1', '', '2', '', '', '3'] },
    ]);
  });

  it('has values of all types', async () => {
    const row = [
      cell('Number', '1234.5600000000001'),
      cell('DateTime', '2019-07-01T00:00:00.000'),
      cell('Boolean', '1'),
      cell('Error', '#N/A'),
      cell('String', 'Ca\u00f1ada &amp; <![CDATA[<son>]]>'),
    ];
    expect(await cells(row.join(''))).toEqual(['1234.56', '2019-07-01', 'true', '#N/A', 'Cañada & <son>']);
  });

  it.each([
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['prefixes', (text: string) => text.replace(/<(\/?)(?=[A-Z])/g, '<$1ss:').replace('xmlns=', 'xmlns:y=')],
  ])('may be written in other ways: %s', async (_, dress) => {
    const grid = await gridOf(dress(spreadsheet(`<Row>${cell('String', 'Añ')}</Row>`)));
    expect(grid?.rows).toEqual([{ number: 1, cells: ['Añ'] }]);
  });

  it('shows numbers as their formats do', async () => {
    const styles = [
      style('p', 'Percent'),
      style('q', '0.00%'),
      style('d', 'Short Date'),
      style('s', 'Standard'),
      style('e', '0.00\\%'),
      style('c', '0.0', 'ss:Parent="p"'),
      '<Style ss:ID="k" ss:Parent="q"><Font ss:StrikeThrough="1"/></Style>',
    ];
    const row = ['p', 'q', 'd', 's', 'e', 'c', 'k'].map((id) => cell('Number', '7', `ss:StyleID="${id}"`));
    expect(await cells(row.join(''), { styles: styles.join('') })).toEqual([
      ...['700%', '700%', '1900-01-06', '7', '7 \\%', '7', '[struck out: 700%]'],
    ]);
  });

  it('counts the dates that are numbers from 1900 or 1904, and other dates not', async () => {
    const row = `${cell('Number', '43647', 'ss:StyleID="d"')}${cell('DateTime', '2019-07-01T00:00:00.000', 'ss:StyleID="d"')}`;
    const styles = style('d', 'mmm-yy');
    expect(await cells(row, { styles })).toEqual(['2019-07-01', '2019-07-01']);
    const before =
      '<ExcelWorkbook xmlns="urn:schemas-microsoft-com:office:excel"><Date1904/></ExcelWorkbook>';
    expect(await cells(row, { styles, before })).toEqual(['2023-07-02', '2019-07-01']);
  });

  it('marks raised and struck-out text, and leaves comments out', async () => {
    const data = (html: string) =>
      `<Cell><ss:Data ss:Type="String" xmlns="http://www.w3.org/TR/REC-html40">${html}</ss:Data><Comment ss:Author="A"><ss:Data>no</ss:Data></Comment></Cell>`;
    expect(await cells(`${data('500<Sup>1</Sup>')}${data('<B>AL</B><S>PINE</S>')}`)).toEqual([
      ...['500[1]', 'AL[struck out: PINE]'],
    ]);
  });

  it('has formulas with or without results', async () => {
    const formula = (result: string) =>
      `<Row>${cell('Number', '5')}<Cell ss:Formula="=RC[-1]*R1C1">${result}</Cell></Row>`;
    const data = (result: string) => `<Data ss:Type="Number">${result}</Data>`;
    const shown = async (results: readonly string[]) =>
      (await gridOf(spreadsheet(results.map(formula).join(''))))?.rows.map(({ cells: [, second] }) => second);
    expect(await shown([data('25'), data('25')])).toEqual(['25', '25']);
    expect(await shown([data('25'), ''])).toEqual(['25', '=A2*A1']);
    // nobody calculated them
    expect(await shown([data('0'), data('0')])).toEqual(['=A1*A1', '=A2*A1']);
  });

  it.each(['SheetHidden', 'SheetVeryHidden'])('may hide a sheet: %s', async (state) => {
    const grid = await gridOf(spreadsheet('<Row/>', { options: `<Visible>${state}</Visible>` }));
    expect(grid?.isHidden).toBe(true);
  });

  it.each([
    [
      'a number that is none',
      cell('Number', '1,234'),
      'cell A1 holds "1,234", which is not a value of the type',
    ],
    ['two values', `<Cell>${'<Data ss:Type="Number">5</Data>'.repeat(2)}</Cell>`, 'cell A1 holds two values'],
    ['an unknown style', cell('Number', '5', 'ss:StyleID="s9"'), 'cell A1 has the style "s9"'],
    [
      'an unknown element',
      '<Cell><Value>5</Value></Cell>',
      'cell A1 holds <Value>, which does not belong there',
    ],
    ['text between cells', `${cell('Number', '5')}6`, 'row 1 holds text outside its values'],
    ['cells out of order', cell('Number', '5', 'ss:Index="2"').repeat(2), 'has the number "2" after 2'],
    ['a merge that is no number', cell('Number', '5', 'ss:MergeAcross="x"').repeat(2), 'after NaN'],
  ])('is refused with %s', async (_, row, reason) => {
    const { grids, findings } = await readGrids(Buffer.from(spreadsheet(`<Row>${row}</Row>`)));
    expect(grids).toEqual([]);
    expect(findings.map(withMessage)).toMatchObject([
      { code: 'damaged-workbook', sheet: 'May & June', row: 1, message: expect.stringContaining(reason) },
    ]);
  });

  it('is complete, or it is refused, wherever it is cut off', async () => {
    const whole = spreadsheet(`<Row>${cell('Number', '5')}</Row>`.repeat(20)).trimEnd();
    for (let length = 200; length < whole.length; length += 31) {
      const { findings } = await readGrids(Buffer.from(whole.slice(0, length)));
      expect(findings).toMatchObject([{ code: 'damaged-workbook' }]);
    }
  });
});
