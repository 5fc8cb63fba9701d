import { utils, write } from '@e965/xlsx';
import type { Cell } from './workbook.ts';

export interface OldSheet {
  name: string;
  rows: readonly (readonly Cell[])[];
  isHidden?: boolean;
}

/** A workbook in a format that exceljs does not write; default: Excel 97. Cells have no formulas. */
export function oldWorkbook(
  sheets: readonly OldSheet[],
  {
    bookType = 'biff8',
    date1904 = false,
  }: { bookType?: 'biff8' | 'xlml' | 'xlsb' | 'ods'; date1904?: boolean } = {},
): Buffer {
  const written = sheets.map(({ rows }) => {
    const data = rows.map((cells) => cells.map((cell) => cellOf(cell, date1904)));
    const width = Math.max(1, ...rows.map((cells) => cells.length));
    const end = utils.encode_cell({ r: Math.max(0, rows.length - 1), c: width - 1 });
    return { '!ref': `A1:${end}`, '!data': data };
  });
  const book = {
    SheetNames: sheets.map(({ name }) => name),
    Sheets: Object.fromEntries(sheets.map(({ name }, at) => [name, written[at] ?? {}])),
    Workbook: {
      WBProps: { date1904 },
      Sheets: sheets.map(({ isHidden }) => ({ Hidden: isHidden ? (1 as const) : (0 as const) })),
    },
  };
  return Buffer.from(write(book, { type: 'buffer', bookType }));
}

const DAY_MS = 86_400_000;
const [EPOCH, LATER_1904] = [25_569, 1462];

function cellOf(cell: Cell, date1904: boolean) {
  if (cell === null) return undefined;
  if (typeof cell === 'string') return { t: 's' as const, v: cell };
  const { value, format } = cell;
  if (value instanceof Date) {
    const days = value.getTime() / DAY_MS + EPOCH - (date1904 ? LATER_1904 : 0);
    return { t: 'n' as const, v: days, z: format };
  }
  if (typeof value === 'number') return { t: 'n' as const, v: value, z: format };
  if (typeof value === 'boolean') return { t: 'b' as const, v: value };
  return { t: 's' as const, v: String(value) };
}
