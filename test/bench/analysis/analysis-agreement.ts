import { readFileSync } from 'node:fs';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fiscalYearToDateStart } from '../../../src/domain/allocation.ts';
import { monthAt, monthIndex } from '../../../src/domain/month.ts';
import { flatColumns, type RecordColumn } from '../../../src/records/description.ts';
import { analysisRecord } from '../../../src/records/descriptions/analysis.ts';
import {
  COMPARISON_GROUPS,
  type ComparisonGroup,
  comparisonRecord,
} from '../../../src/records/descriptions/comparison.ts';
import { compareState, openAnalyses } from '../../../src/records/queries/analyses.ts';
import type { State } from '../../../src/states/state.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { stateFigures } from '../../../src/store/query/rows/state-rows.ts';
import { type DatasetView, openReader } from '../../../src/store/query/view.ts';
import { type Agreement, compareFigures, type FigureRows } from '../agreement.ts';
import { DERIVED_STATES } from '../duckdb-derivation.ts';

const SQL = new URL('analysis.sql', import.meta.url);
const ANALYSIS = flatColumns(analysisRecord.members).filter(isFigure);
const GROUPS = flatColumns(comparisonRecord.members).filter(isFigure);
const COMPARISON = GROUPS.filter(({ isForSome }) => !isForSome);
/** Months to compare, counted back from the newest; the last is early, so that its year began before the dataset. */
const MONTHS_BACK = [0, 1, 6, 13];

/** Compares every figure of the analyses and of some comparisons with DuckDB, from a file of `deriveWithDuckDb`. */
export async function compareAnalyses(dataset: string, database: string): Promise<Agreement> {
  const opened = openForReading(dataset);
  try {
    const all: Agreement = { datapoints: 0, figures: 0, differing: 0, differences: [] };
    for (const state of DERIVED_STATES) {
      const view = openReader(opened).read((current) => current);
      for (const found of await compareOneState(view, state, database)) {
        all.datapoints += found.datapoints;
        all.figures += found.figures;
        all.differing += found.differing;
        all.differences.push(...found.differences);
      }
    }
    return all;
  } finally {
    opened.close();
  }
}

async function compareOneState(view: DatasetView, state: State, database: string): Promise<Agreement[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await loadState(connection, view, state, database);
    const theirs = await readRows(connection, 'FROM analysis()', 2);
    const agreements = [compareFigures(namesOf(ANALYSIS), analysesOf(view, state), theirs)];
    const { months, newest } = stateFigures(view, state, state.headline);
    const asked = newest === null ? [] : MONTHS_BACK.map((back) => newest - back);
    for (const month of [...asked, Math.min(...months) + 14])
      for (const group of COMPARISON_GROUPS) {
        const source =
          group === 'jurisdiction'
            ? `jurisdictions_compared(${month})`
            : `groups_compared(${month}, '${group}')`;
        const compared = await readRows(connection, `FROM ${source}`, 1);
        const columns = group === 'jurisdiction' ? COMPARISON : GROUPS;
        agreements.push(compareFigures(namesOf(columns), comparisonOf(view, state, month, group), compared));
      }
    return agreements;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Puts the types and counties of the dataset beside DuckDB's own figures. */
async function loadState(
  connection: DuckDBConnection,
  view: DatasetView,
  { code, headline, calendar }: State,
  database: string,
): Promise<void> {
  await connection.run(`ATTACH '${database}' AS derived (READ_ONLY)`);
  await connection.run(
    `CREATE TABLE datapoint AS SELECT code, month, ${headline} AS value FROM derived.${code}_allocation`,
  );
  await connection.run('CREATE TABLE place (code VARCHAR, type VARCHAR, county VARCHAR)');
  const places = await connection.createAppender('place');
  for (const { state, sales_tax_id, type, county } of view.jurisdictions.values()) {
    if (state !== code) continue;
    for (const text of [sales_tax_id, type, county])
      if (text === null) places.appendNull();
      else places.appendVarchar(text);
    places.endRow();
  }
  places.closeSync();
  const hasQuarters = [0, 1, 2].some((month) => calendar.isQuarterEnd(monthAt(24_000 + month)));
  await connection.run(`SET VARIABLE fiscal_start = ${fiscalYearToDateStart(calendar)}`);
  await connection.run(`SET VARIABLE has_quarters = ${hasQuarters}`);
  await connection.run(readFileSync(SQL, 'utf8'));
}

/** Rows by their first columns, which are the key. */
async function readRows(connection: DuckDBConnection, from: string, keys: number): Promise<FigureRows> {
  const reader = await connection.runAndReadAll(from);
  return new Map(
    reader
      .getRows()
      .map((row) => [
        row.slice(0, keys).join(' '),
        row.slice(keys).map((value) => (value === null ? null : Number(value))),
      ]),
  );
}

function analysesOf(view: DatasetView, state: State): FigureRows {
  const analyze = openAnalyses(view, state, state.headline, fiscalYearToDateStart(state.calendar));
  const rows = new Map<string, (number | null)[]>();
  for (const jurisdiction of view.jurisdictions.values()) {
    if (jurisdiction.state !== state.code) continue;
    for (const one of analyze(jurisdiction)) {
      const row = { ...one, jurisdiction, field: state.headline, unit: 'amount' as const };
      rows.set(
        `${jurisdiction.sales_tax_id} ${monthIndex(one.month)}`,
        ANALYSIS.map((column) => figureOf(column, row)),
      );
    }
  }
  return rows;
}

function comparisonOf(view: DatasetView, state: State, month: number, group: ComparisonGroup): FigureRows {
  const fiscalYearStart = fiscalYearToDateStart(state.calendar);
  const question = { month, jurisdictions: null, type: null, county: null, group, fiscalYearStart };
  const { lines } = compareState(view, state, question);
  return new Map(
    lines.map((line) => [
      line.subject?.sales_tax_id ?? (group === 'state' ? 'state' : (line.group ?? 'unknown')),
      (group === 'jurisdiction' ? COMPARISON : GROUPS).map((column) => figureOf(column, line)),
    ]),
  );
}

function isFigure<Row>({ flatName, type }: RecordColumn<Row>): boolean {
  return ['amount', 'figure', 'ratio', 'number'].includes(type) && !flatName.startsWith('jurisdiction_');
}

function namesOf<Row>(columns: readonly RecordColumn<Row>[]): string[] {
  return columns.map(({ flatName }) => flatName);
}

function figureOf<Row>({ read }: RecordColumn<Row>, row: Row): number | null {
  const value = read(row);
  return typeof value === 'number' ? value : null;
}
