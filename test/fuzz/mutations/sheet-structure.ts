import type { PartsMutation } from './mutation.ts';
import { attributesOf, inCell, inSheet, ROW, replaceOne, textOf } from './workbook.ts';

const STRANGE = [
  '<extLst><ext uri="{5}"/></extLst>',
  '<note/>',
  '<sheetData/>',
  '<worksheet/>',
  '<row/>',
  '<c/>',
  '<v>5</v>',
  '<is><t>5</t></is>',
  '<x:row xmlns:x="urn:x"/>',
] as const satisfies readonly string[];

/** Wrong names for rows and cells. */
const ROW_NAMES = ['0', '-4', '04', '4.0', ' 4', '&#52;', '4e0', '1048577', '999999999', '4', ''] as const;
const CELL_TYPES = ['d', 'zzz', '', 'N', 'inlineStr', 's', 'b', 'str', 'e'] as const;

/** The same row with another XML prefix. */
const CELL_NAMES: readonly [
  (column: string, row: string) => string,
  ...((c: string, r: string) => string)[],
] = [
  (column, row) => `${column}${Number(row) + 1}`,
  (column, row) => `${column}0${row}`,
  (column, row) => `$${column}$${row}`,
  (column) => `${column}99`,
  (column, row) => `${column}${row}`,
  (column, row) => `${column.toLowerCase()}${row}`,
  (column, row) => ` ${column}${row}`,
  (column, row) => `&#${column.charCodeAt(0)};${column.slice(1)}${row}`,
  (column) => column,
];

/** Changes of a sheet's structure that keep every row. A report is refused or loaded with all its rows. */
export const SHEET_STRUCTURE_MUTATIONS: PartsMutation[] = [
  inSheet('element before the end of a row', (xml, random) =>
    replaceOne(xml, ROW, random, (row) => row.replace('</row>', `${random.pick(STRANGE)}</row>`)),
  ),
  inSheet('element between rows', (xml, random) =>
    replaceOne(xml, ROW, random, (row) => row + random.pick(STRANGE)),
  ),
  inSheet('element around a row', (xml, random) =>
    replaceOne(xml, ROW, random, (row) => `<group>${row}</group>`),
  ),
  inCell('element in a cell', (cell, random) => cell.replace('</c>', `${random.pick(STRANGE)}</c>`)),
  inCell('element around a cell', (cell) => `<group>${cell}</group>`),
  inSheet('row named otherwise', (xml, random) =>
    replaceOne(xml, /<row r="\d+"/g, random, () => `<row r="${random.pick(ROW_NAMES)}"`),
  ),
  inSheet('row not named', (xml, random) => replaceOne(xml, /<row r="\d+"/g, random, () => '<row')),
  inSheet('second cell in a row', (xml, random) =>
    replaceOne(xml, /<c r="[A-Z]+\d+"[^>]*?(?:\/>|>.*?<\/c>)/gs, random, (cell) => {
      const [, column = 'J', row = '4'] = /r="([A-Z]+)(\d+)"/.exec(cell) ?? [];
      return `${cell}<c r="${random.pick(CELL_NAMES)(column, row)}"><v>1</v></c>`;
    }),
  ),
  inCell('type that is unknown', (cell, random) => {
    const value = random.chance(0.5) ? '12abc' : textOf(cell);
    return `<c${attributesOf(cell)} t="${random.pick(CELL_TYPES)}"><v>${value}</v></c>`;
  }),
  inSheet('rows in an element', (xml) =>
    xml.replace('<sheetData>', '<group><sheetData>').replace('</sheetData>', '</sheetData></group>'),
  ),
  inSheet('rows again at the end', (xml) =>
    xml.replace(
      '</worksheet>',
      '<extLst><ext><sheetData><row r="1"/></sheetData></ext></extLst></worksheet>',
    ),
  ),
];
