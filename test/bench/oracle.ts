import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { oneMonth } from '../../src/derive/span.ts';
import { DERIVED_PREFIXES, fiscalYearToDateStart } from '../../src/domain/allocation.ts';
import { monthAt, monthIndex, monthOfDate } from '../../src/domain/month.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { linesOf } from '../../src/records/queries/compare.ts';
import { monthsOf } from '../../src/records/queries/months.ts';
import { spanFilter } from '../../src/records/queries/selection.ts';
import { years } from '../../src/records/queries/years.ts';
import { STATES } from '../../src/states/index.ts';
import type { State } from '../../src/states/state.ts';
import { type Dataset, openForReading } from '../../src/store/dataset.ts';
import { type DatasetView, openReader } from '../../src/store/query/view.ts';

const SCRIPT = new URL('derivation.sql', import.meta.url);
const DIFFERENCES_TOLD = 20;
const MONTH = `printf('%04d-%02d', month // 12, month % 12 + 1)`;
/** The sums of the script, in the order of those of a month. */
const PARTS = ['payment', 'fiscalYearToDate', 'rollingYear', 'yearToDate'] as const;
const SUMS = PARTS.flatMap((part) =>
  ['value', 'ago', 'change'].map((kind) => `max(${kind}) FILTER (part = '${part}')`),
);

const FIGURE = ['value', 'ago', 'change'];

/** A code, a month and figures. */
type Row = unknown[];

/** How many figures were compared, and those that differ: `ca 19050 2024-05 net_payment: ours 5, DuckDB's 6`. */
export interface Agreement {
  figures: number;
  differences: string[];
}

/** Makes the datapoints from the CSV reports of a folder in a new DuckDB file. */
export function deriveWithDuckDb(reports: string, file: string, threads: number): Promise<void> {
  return withDuckDb(file, threads, async (connection) => {
    await connection.run('SET VARIABLE reports = $1', [reports]);
    await connection.run(readFileSync(SCRIPT, 'utf8'));
  });
}

/** Compares every figure, derived figure and sum of a dataset with a file of `deriveWithDuckDb`. */
export async function compareWithDuckDb(database: string, file: string): Promise<Agreement> {
  const all: Agreement = { figures: 0, differences: [] };
  const dataset = openForReading(database);
  const view = openReader(dataset).read((present) => present);
  await withDuckDb(file, 1, async (connection) => {
    const compare = async (what: string, columns: readonly string[], ours: Row[], from: string) => {
      const select = `SELECT code, ${MONTH}, ${columns.map((column) => `${column}::DOUBLE`).join()} FROM ${from}`;
      compareRows(what, columns, ours, (await connection.runAndReadAll(select)).getRows(), all);
    };
    for (const state of STATES.filter(({ code }) => ['ca', 'tx'].includes(code))) {
      const { code, calendar } = state;
      const names = state.fields.map(({ name }) => name);
      const fields = ['', ...Object.values(DERIVED_PREFIXES)].flatMap((prefix) =>
        names.map((name) => prefix + name),
      );
      await compare(`${code} by field`, fields, storedRows(dataset, code, fields), `${code}_allocation`);
      for (const basis of ['payment', 'sales'] as const) {
        const lag = basis === 'sales' ? calendar.lags.sales : 0;
        const sums = `sums('${code}_datapoint', ${lag}, ${fiscalYearToDateStart(calendar)}) GROUP BY ALL`;
        await compare(`${code} by ${basis}`, SUMS, ourSums(view, state, basis), sums);
      }
      const start = fiscalYearToDateStart(calendar);
      const sums = `sums('${code}_datapoint', 0, ${start})`;
      const paid = `${sums} WHERE part = 'payment' AND value IS NOT NULL`;
      await compare(`${code} compared`, FIGURE, ourLines(view, state, storedMonths(dataset, code)), paid);
      await compare(`${code} years`, FIGURE, ourYears(view, state), lastMonths(sums, start));
    }
  });
  dataset.close();
  return all;
}

function storedRows({ sqlite }: Dataset, state: string, fields: readonly string[]): Row[] {
  const select = `SELECT sales_tax_id, substr(allocation_period, 1, 7), ${fields.join()}
    FROM ${state}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id`;
  return sqlite.prepare<[], Row>(select).raw().all();
}

function ourSums(view: DatasetView, state: State, basis: 'payment' | 'sales'): Row[] {
  const places = [...view.jurisdictions.values()].filter((place) => place.state === state.code);
  return places.flatMap(({ id, sales_tax_id }) => {
    const asked = { state: state.code, jurisdictions: [id], basis };
    const calendar = monthsOf(view, { ...asked, fiscal_year_start: 1 }).rows;
    return monthsOf(view, asked).rows.map((row, index) => {
      const { month, salesMonth, payment, fiscalYearToDate, twelveMonths } = row;
      const sums = [payment, fiscalYearToDate, twelveMonths, calendar[index]?.fiscalYearToDate];
      return [
        ...[sales_tax_id, basis === 'sales' ? salesMonth : month],
        ...sums.flatMap((sum) => [sum?.value, sum?.ago, roundedChange(sum?.change ?? null)]),
      ];
    });
  });
}

function storedMonths({ sqlite }: Dataset, state: string): number[] {
  const select = sqlite.prepare<[], string>(`SELECT DISTINCT allocation_period FROM ${state}_allocation`);
  return select
    .pluck()
    .all()
    .map((date) => monthIndex(monthOfDate(date)));
}

/** The places of a state that have a payment, compared in each month with the same month a year before. */
function ourLines(view: DatasetView, state: State, months: readonly number[]): Row[] {
  return months.flatMap((month) =>
    linesOf(view, { state: state.code, months: spanFilter(oneMonth(month)) }).flatMap(({ place, sum }) =>
      place === null || sum.value === null
        ? []
        : [[codeOf(view, place.id), monthAt(month), sum.value, sum.ago, roundedChange(sum.change)]],
    ),
  );
}

function ourYears(view: DatasetView, state: State): Row[] {
  const places = [...view.jurisdictions.values()].filter((place) => place.state === state.code);
  return places.flatMap(({ id, sales_tax_id }) => {
    const { read, length } = years.find(view, { state: state.code, jurisdictions: [id] }, EVERYTHING);
    return read(view, 0, length).map((row): Row => {
      const { value, ago, change } = row.sum;
      return [`${sales_tax_id} ${row.years}`, row.month, value, ago, roundedChange(change)];
    });
  });
}

/** The years to date of the last month of each place and year. */
function lastMonths(sums: string, start: number): string {
  const ofKind = (kind: string, part: string, year: string) =>
    `SELECT code || ' ${kind}' AS code, month, value, ago, change FROM ${sums} WHERE part = '${part}'
     QUALIFY month = max(month) OVER (PARTITION BY code, ${year})`;
  const fiscal = ofKind('fiscal', 'fiscalYearToDate', `(month + 13 - ${start}) // 12`);
  return `(${ofKind('calendar', 'yearToDate', 'month // 12')} UNION ALL ${fiscal})`;
}

function codeOf({ jurisdictions }: DatasetView, id: number): string {
  return jurisdictions.get(id)?.sales_tax_id ?? '';
}

function roundedChange(change: number | null) {
  return change === null ? null : Math.round(change);
}

/** Compares rows of a code, a month and figures. */
function compareRows(what: string, columns: readonly string[], ours: Row[], theirs: Row[], all: Agreement) {
  const [own, other] = [ours, theirs].map(
    (rows) => new Map(rows.map(([code, month, ...figures]) => [`${code} ${month}`, figures])),
  ) as [Map<string, Row>, Map<string, Row>];
  if (other.size < theirs.length) throw new Error('DuckDB has a datapoint twice');
  for (const datapoint of new Set([...own.keys(), ...other.keys()]))
    columns.forEach((column, at) => {
      const [one, two] = [own.get(datapoint)?.[at], other.get(datapoint)?.[at]];
      all.figures += 1;
      // the last digit of a change of a sum is rounded
      const most = column.includes('change') ? 1 : 0;
      if (one === null ? two === null : typeof two === 'number' && Math.abs(Number(one) - two) <= most)
        return;
      if (all.differences.length < DIFFERENCES_TOLD)
        all.differences.push(`${what} ${datapoint} ${column}: ours ${one}, DuckDB's ${two}`);
    });
}

async function withDuckDb(file: string, threads: number, act: (duck: DuckDBConnection) => Promise<void>) {
  const instance = await DuckDBInstance.create(file, { threads: String(threads) });
  try {
    await act(await instance.connect());
  } finally {
    instance.closeSync();
  }
}
