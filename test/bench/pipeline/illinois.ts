import Database from 'better-sqlite3';
import ExcelJS from 'exceljs';
import { OperatorError } from '../../../src/domain/operator-error.ts';
import { illinoisWorkbook } from '../../rig/originals.ts';
import { measureInTurn } from '../measurement.ts';
import { type Bench, emptyPlace, ingestNews, type PartResult } from './bench.ts';

const TITLE = 'The published workbook of Illinois, fiscal year 2020';
const FAILED = 1;
/** The columns of July and of the last month. */
const MONTH_COLUMNS = { first: 4, last: 15 };

/** Loads the published workbook, if it is here. Every month must add up to the printed TOTAL. */
export async function measureIllinois(bench: Bench): Promise<PartResult> {
  const workbook = illinoisWorkbook();
  if (workbook === null) {
    const notes = ['The workbook is not here. ALLOCATIONS_ORIGINALS names the folder that has il/.'];
    return { title: TITLE, measurements: [], ratios: {}, notes };
  }
  const place = emptyPlace(bench, 'illinois');
  const load = () => {
    emptyPlace(bench, 'illinois');
    return ingestNews(workbook, place);
  };
  const measurements = await measureInTurn([{ what: 'allocations ingest', run: load }], bench.rounds);
  const [stored, printed] = [readSums(place.database), await readTotals(workbook)];
  if (stored.join() !== printed.join())
    throw new OperatorError(`months add up to ${stored}, but the report prints ${printed}`, FAILED);
  const notes = [`Each of the ${stored.length} months adds up to the printed TOTAL.`];
  return { title: TITLE, measurements, ratios: {}, notes };
}

/** The sum of each month in cents, in month order. */
function readSums(database: string): number[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    return sqlite
      .prepare<[], number>(
        'SELECT sum(net_payment) FROM il_allocation GROUP BY allocation_period ORDER BY allocation_period',
      )
      .pluck()
      .all();
  } finally {
    sqlite.close();
  }
}

/** The amounts of the TOTAL row in cents, read with the spreadsheet library alone. */
async function readTotals(path: string): Promise<number[]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.readFile(path);
  const totals: number[] = [];
  book.worksheets[0]?.eachRow((row) => {
    if (row.getCell(1).value !== 'TOTAL') return;
    for (let at = MONTH_COLUMNS.first; at <= MONTH_COLUMNS.last; at += 1)
      totals.push(Math.round(Number(row.getCell(at).value) * 100));
  });
  return totals;
}
