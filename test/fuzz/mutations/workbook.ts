import type { Random } from '../../rig/random.ts';
import type { Part } from '../zip.ts';
import type { PartsMutation } from './mutation.ts';
import { oddCell } from './values.ts';

const SHEET = /^xl\/worksheets\/sheet\d+\.xml$/;
const CELL = /<c\b[^>]*?(?:\/>|>.*?<\/c>)/gs;
export const ROW = /<row\b[^>]*?(?:\/>|>.*?<\/row>)/gs;

function mutate(
  name: string,
  wanted: RegExp,
  change: (xml: string, random: Random) => string,
  weight = 1,
): PartsMutation {
  return {
    stage: 'parts',
    name,
    weight,
    apply: (parts, random) => {
      const chosen = random.pickAny(parts.filter((part) => wanted.test(part.name)));
      return parts.map((part) =>
        part === chosen ? { ...part, content: Buffer.from(change(part.content.toString(), random)) } : part,
      );
    },
  };
}

export function inSheet(
  name: string,
  change: (xml: string, random: Random) => string,
  weight?: number,
): PartsMutation {
  return mutate(name, SHEET, change, weight);
}

export function replaceOne(
  xml: string,
  pattern: RegExp,
  random: Random,
  change: (found: string) => string,
): string {
  const found = random.pickAny([...xml.matchAll(pattern)]);
  if (!found) return xml;
  return xml.slice(0, found.index) + change(found[0]) + xml.slice(found.index + found[0].length);
}

export function inCell(
  name: string,
  change: (cell: string, random: Random) => string,
  weight?: number,
): PartsMutation {
  return inSheet(
    name,
    (xml, random) => replaceOne(xml, CELL, random, (cell) => change(cell, random)),
    weight,
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The attributes of a cell without its type. */
export function attributesOf(cell: string): string {
  return (/^<c\b([^>]*?)\/?>/.exec(cell)?.[1] ?? '').replace(/ t="[^"]*"/, '');
}

export function textOf(cell: string): string {
  return /<v>([^<]*)<\/v>/.exec(cell)?.[1] ?? '';
}

const NUMBERS: readonly [string, ...string[]] = [
  '1,234.56',
  '12abc',
  '1e5',
  '1E+3',
  '1.5e-3',
  '0x10',
  'Infinity',
  '-Infinity',
  'NaN',
  ' 12 ',
  '12 34',
  '',
  '.',
  '-',
  '--5',
  '1.2.3',
  '1.005',
  '12.345',
  '0.1',
  '1234.5600000001',
  '1234.5599999999999',
  '90000000000.01',
  '9.0E10',
  '1e21',
  '1e400',
  '-0',
  '007',
  '44835',
  '44835.999999',
  '-1',
  '2958466',
  '99999999999',
  '59001',
  '2990015',
  '(5)',
  '5%',
  '1&#48;',
  '\uff15',
  '<![CDATA[77.5]]>',
  '5<!-- -->6',
];

const CELLS: PartsMutation[] = [
  inCell('odd number', (cell, random) => `<c${attributesOf(cell)}><v>${random.pick(NUMBERS)}</v></c>`, 4),
  inCell(
    'odd text in a cell',
    (cell, random) => {
      const text = escapeXml(oddCell(textOf(cell), random));
      const attributes = attributesOf(cell);
      return random.pick([
        `<c${attributes} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`,
        `<c${attributes} t="str"><v>${text}</v></c>`,
        `<c${attributes} t="inlineStr"><is><r><t>${text.slice(0, 2)}</t></r><r><t>${text.slice(2)}</t></r></is></c>`,
      ]);
    },
    4,
  ),
  inCell(
    'another type',
    (cell, random) => {
      const type = random.pick(['s', 'str', 'b', 'e', 'd', 'n', 'inlineStr', 'zz', '']);
      return `<c${attributesOf(cell)} t="${type}"><v>${textOf(cell)}</v></c>`;
    },
    2,
  ),
  inCell(
    'text number out of range',
    (cell, random) =>
      `<c${attributesOf(cell)} t="s"><v>${random.pick(['9999', '-1', '1.5', 'abc', '', '1e1', '99999999999999999999', ' 3'])}</v></c>`,
    2,
  ),
  inCell('error value', (cell, random) => {
    const error = random.pick(['#REF!', '#N/A', '#DIV/0!', '5.00', '']);
    return `<c${attributesOf(cell)} t="e"><v>${error}</v></c>`;
  }),
  inCell(
    'formula',
    (cell, random) => {
      const formula = random.pick([
        '<f>1+1</f>',
        '<f/>',
        '<f t="shared" si="0"/>',
        '<f t="array" ref="A1:XFD9">1</f>',
        '<f>A1&amp;B1</f>',
      ]);
      const result = random.pick([`<v>${textOf(cell)}</v>`, '', '<v/>', `<v>${random.pick(NUMBERS)}</v>`]);
      const type = random.pick(['', '', ' t="str"', ' t="b"', ' t="e"', ' t="s"']);
      return `<c${attributesOf(cell)}${type}>${formula}${result}</c>`;
    },
    2,
  ),
  inCell('value and text together', (cell, random) => {
    const text = `<is><t>${random.pick(['5', '', '.25', 'x'])}</t></is>`;
    const value = `<v>${textOf(cell) || '7'}</v>`;
    const inside = random.pick([value + text, text + value, value + value, text + text]);
    return `<c${attributesOf(cell)}${random.pick(['', ' t="inlineStr"', ' t="str"'])}>${inside}</c>`;
  }),
  inCell('another style', (cell, random) => {
    const style = ` s="${random.pick(['0', '1', '2', '3', '4', '9999', '-1', 'x'])}"`;
    return cell.replace(/ s="[^"]*"/, '').replace(/^<c/, `<c${style}`);
  }),
  inCell('place of a cell missing', (cell) => cell.replace(/ r="[^"]*"/, '')),
  inCell(
    'another place of a cell',
    (cell, random) => {
      const place = random.pick([
        'A1',
        'B2',
        'C3',
        'E3',
        'N2',
        'ZZ5',
        'XFD1048576',
        'ZZZZ1',
        'A0',
        '1A',
        'a2',
        '$A$2',
        'A-1',
        'A99999999999',
        '',
      ]);
      return cell.replace(/ r="[^"]*"/, ` r="${place}"`);
    },
    2,
  ),
  inCell('cell missing', () => ''),
  inCell('cell twice', (cell) => cell + cell),
  inCell('cell empty', (cell) => `<c${attributesOf(cell)}/>`),
];

const ROWS: PartsMutation[] = [
  inSheet('row missing', (xml, random) => replaceOne(xml, ROW, random, () => '')),
  inSheet('row twice', (xml, random) => replaceOne(xml, ROW, random, (row) => row + row)),
  inSheet(
    'row number',
    (xml, random) =>
      replaceOne(xml, /<row r="\d+"/g, random, () =>
        random.pick([
          '<row',
          '<row r="1"',
          '<row r="2"',
          '<row r="0"',
          '<row r="-3"',
          '<row r="1048576"',
          '<row r="99999999999"',
          '<row r="x"',
          '<row r="40" hidden="1"',
        ]),
      ),
    2,
  ),
  inSheet('rows moved down', (xml, random) => {
    const by = random.pick([1, 20, 30, 1000]);
    const move = (number: string) => String(Number(number) + by);
    return xml
      .replace(/<row r="(\d+)"/g, (_, number) => `<row r="${move(number)}"`)
      .replace(/<c r="([A-Z]+)(\d+)"/g, (_, column, number) => `<c r="${column}${move(number)}"`);
  }),
  inSheet('columns moved right', (xml) =>
    xml.replace(
      /<c r="([A-Y])(\d+)"/g,
      (_, column: string, number) => `<c r="${String.fromCharCode(column.charCodeAt(0) + 1)}${number}"`,
    ),
  ),
  inSheet('merged cells', (xml, random) => {
    const merged = `<mergeCells count="1"><mergeCell ref="${random.pick(['A1:C3', 'B2:B9', 'A1:XFD1048576', 'E2:F2', 'x', 'C3:A1'])}"/></mergeCells>`;
    return xml.replace('</sheetData>', `</sheetData>${merged}`);
  }),
  inSheet('sheet data twice', (xml) => xml.replace(/<sheetData>.*<\/sheetData>/s, (data) => data + data)),
  inSheet('hyperlink', (xml) =>
    xml.replace('</sheetData>', '</sheetData><hyperlinks><hyperlink ref="B2" location="A1"/></hyperlinks>'),
  ),
  inSheet('dimension', (xml) => xml.replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>')),
];

const STRINGS = /^xl\/sharedStrings\.xml$/;

const TEXTS: PartsMutation[] = [
  mutate(
    'shared text lost',
    STRINGS,
    (xml, random) =>
      replaceOne(xml, /<si>.*?<\/si>/gs, random, () => random.pick(['', '<si/>', '<si><t/></si>'])),
    2,
  ),
  mutate(
    'shared text changed',
    STRINGS,
    (xml, random) =>
      replaceOne(xml, /<t\b[^>]*>[^<]*<\/t>/g, random, (found) => {
        const text = escapeXml(oddCell(found.replace(/<[^>]*>/g, ''), random));
        return random.pick([
          `<t>${text}</t>`,
          `<r><t>${text}</t></r><r><t>5</t></r>`,
          `<t>${text}</t><rPh sb="0" eb="1"><t>5</t></rPh>`,
          `<t>_x0031_${text}</t>`,
          `<t>${text}</t><t>7</t>`,
        ]);
      }),
    4,
  ),
  mutate('shared texts in another order', STRINGS, (xml) => {
    const texts = xml.match(/<si>.*?<\/si>/gs) ?? [];
    return xml.replace(/<si>.*<\/si>/s, () => texts.reverse().join(''));
  }),
  mutate('shared texts counted wrong', STRINGS, (xml) => xml.replace(/ount="\d+"/gi, 'ount="1"')),
  mutate(
    'number format',
    /^xl\/styles\.xml$/,
    (xml, random) => {
      const format = random.pick([
        '0.00%',
        '0%',
        '0.00\\%',
        'mmm-yy',
        'yyyy',
        '@',
        '0.00E+00',
        '0,',
        '"%"0',
        '[h]:mm',
        'General',
        '',
      ]);
      const id = random.pick(['164', '165', '9', '10', '14', '17']);
      return random.chance(0.5)
        ? xml.replace(/formatCode="[^"]*"/g, `formatCode="${escapeXml(format).replaceAll('"', '&quot;')}"`)
        : xml.replace(/numFmtId="0"/g, `numFmtId="${id}"`);
    },
    2,
  ),
  mutate('days from 1904', /^xl\/workbook\.xml$/, (xml) =>
    xml.replace(/<workbookPr[^>]*>/, '<workbookPr date1904="1"/>'),
  ),
  mutate(
    'sheet list',
    /^xl\/workbook\.xml$/,
    (xml, random) =>
      random.pick<() => string>([
        () => xml.replace(/<sheet /, '<sheet state="veryHidden" '),
        () => xml.replace(/<sheet [^>]*>/, ''),
        () => xml.replace(/<sheet [^>]*>/, (sheet) => sheet + sheet),
        () => xml.replace(/r:id="[^"]*"/, 'r:id="rId99"'),
        () =>
          xml.replace(
            /<sheet name="[^"]*"/,
            `<sheet name="${random.pick(['', '__proto__', 'x'.repeat(300), '&lt;b&gt;', "a'b", '[1]'])}"`,
          ),
        () => xml.replace(/sheetId="\d+"/, 'sheetId="x"'),
        () =>
          xml.replace(
            '</workbook>',
            '<definedNames><definedName name="all">Report!$A:$XFD</definedName></definedNames></workbook>',
          ),
      ])(),
    2,
  ),
  mutate(
    'relations',
    /\.rels$/,
    (xml, random) =>
      replaceOne(xml, /Target="[^"]*"/g, random, () =>
        random.pick([
          'Target=""',
          'Target="worksheets/sheet1.xml"',
          'Target="/xl/worksheets/sheet1.xml"',
          'Target="https://example.org/x"',
          'Target="../x.xml"',
          'Target="SharedStrings.xml"',
        ]),
      ),
    2,
  ),
];

const ENTITIES =
  '<!DOCTYPE x [<!ENTITY a "5"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';

const ANY_XML = /\.(?:xml|rels)$/;

const XML: PartsMutation[] = [
  mutate('sign of XML lost', ANY_XML, (xml, random) => replaceOne(xml, /[<>"/=&]/g, random, () => ''), 2),
  mutate('tag lost', ANY_XML, (xml, random) => replaceOne(xml, /<[^>]*>/g, random, () => ''), 2),
  mutate(
    'attribute lost',
    ANY_XML,
    (xml, random) => replaceOne(xml, / [\w:]+="[^"]*"/g, random, () => ''),
    2,
  ),
  mutate(
    'attribute changed',
    ANY_XML,
    (xml, random) =>
      replaceOne(
        xml,
        /="[^"]*"/g,
        random,
        () => `="${random.pick(['', '0', '-1', '1', '999999999', 'x', 'NaN', '&amp;'])}"`,
      ),
    2,
  ),
  mutate('XML cut off', ANY_XML, (xml, random) => xml.slice(0, random.below(xml.length + 1))),
  mutate(
    'comment between',
    SHEET,
    (xml, random) =>
      replaceOne(
        xml,
        /></g,
        random,
        () =>
          `>${random.pick(['<!-- 5 -->', '<?x 5?>', '<![CDATA[5]]>', '\n', '5', '&#53;', '&x;', '<extra/>', '<extra><v>5</v></extra>'])}<`,
      ),
    2,
  ),
  mutate('entities', ANY_XML, (xml, random) => {
    const withType = xml.replace(/(<\?xml[^>]*\?>)?/, (prolog) => prolog + ENTITIES);
    return replaceOne(withType, /<(?:v|t)>/g, random, (tag) => `${tag}&c;`);
  }),
  mutate('name space', SHEET, (xml) =>
    xml.replace(/<(\/?)(worksheet|sheetData|row|c|v|f|is|t)\b/g, '<$1x:$2').replace('xmlns=', 'xmlns:x='),
  ),
  {
    stage: 'parts',
    name: 'part in UTF-16',
    apply: (parts, random) => {
      const chosen = random.pickAny(parts.filter(({ name }) => ANY_XML.test(name)));
      const encode = (part: Part): Buffer => {
        const text = part.content.toString().replace('UTF-8', 'UTF-16');
        return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
      };
      return parts.map((part) => (part === chosen ? { ...part, content: encode(part) } : part));
    },
  },
  mutate(
    'mark before XML',
    ANY_XML,
    (xml, random) => random.pick(['\ufeff', ' ', '\n', 'x', '\u0000']) + xml,
  ),
];

export const WORKBOOK_MUTATIONS: PartsMutation[] = [...CELLS, ...ROWS, ...TEXTS, ...XML];
