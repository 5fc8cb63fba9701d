import { DuckDBInstance } from '@duckdb/node-api';
import Database from 'better-sqlite3';
import { monthAt } from '../../src/domain/month.ts';
import type { State } from '../../src/states/state.ts';
import { DERIVED_PREFIXES } from '../../src/store/allocation-columns.ts';
import { DERIVED_STATES } from './duckdb-derivation.ts';

/** Figures of one state's datapoints, by jurisdiction and month: one value per column, in the same order. */
export type FigureRows = ReadonlyMap<string, readonly (number | null)[]>;

/** A figure that differs between two tables; `undefined` if a table lacks the datapoint. */
export interface Difference {
  /** `ca 19050 2024-05`. */
  datapoint: string;
  column: string;
  ours: number | null | undefined;
  theirs: number | null | undefined;
}

/** The result of a comparison. */
export interface Agreement {
  datapoints: number;
  figures: number;
  differing: number;
  /** The first differences. */
  differences: Difference[];
}

const DIFFERENCES_TOLD = 20;

/** Compares every figure and derived figure of a dataset with a DuckDB file of `deriveWithDuckDb`. */
export async function compareWithDuckDb(dataset: string, database: string): Promise<Agreement> {
  const all: Agreement = { datapoints: 0, figures: 0, differing: 0, differences: [] };
  for (const state of DERIVED_STATES) {
    const columns = columnsOf(state);
    const found = compareFigures(
      columns,
      readOurs(dataset, state, columns),
      await readTheirs(database, state, columns),
    );
    all.datapoints += found.datapoints;
    all.figures += found.figures;
    all.differing += found.differing;
    all.differences.push(...found.differences);
  }
  return { ...all, differences: all.differences.slice(0, DIFFERENCES_TOLD) };
}

/** Compares two tables with the same columns. */
export function compareFigures(columns: readonly string[], ours: FigureRows, theirs: FigureRows): Agreement {
  const differences: Difference[] = [];
  let differing = 0;
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  for (const datapoint of keys) {
    const [own, other] = [ours.get(datapoint), theirs.get(datapoint)];
    columns.forEach((column, at) => {
      const difference = { datapoint, column, ours: own?.[at], theirs: other?.[at] };
      if (difference.ours === difference.theirs && own && other) return;
      differing += 1;
      if (differences.length < DIFFERENCES_TOLD) differences.push(difference);
    });
  }
  return { datapoints: keys.size, figures: keys.size * columns.length, differing, differences };
}

function columnsOf({ fields }: State): string[] {
  const prefixes = ['', ...Object.values(DERIVED_PREFIXES)];
  return prefixes.flatMap((prefix) => fields.map(({ name }) => `${prefix}${name}`));
}

function readOurs(dataset: string, state: State, columns: readonly string[]): FigureRows {
  const sqlite = new Database(dataset, { readonly: true });
  try {
    const rows = sqlite
      .prepare<[], [string, string, ...(number | null)[]]>(
        `SELECT sales_tax_id, substr(allocation_period, 1, 7), ${columns.join(', ')}
         FROM ${state.code}_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id
         ORDER BY sales_tax_id, allocation_period`,
      )
      .raw();
    const figures = new Map<string, (number | null)[]>();
    for (const [code, month, ...values] of rows.iterate())
      figures.set(`${state.code} ${code} ${month}`, values);
    return figures;
  } finally {
    sqlite.close();
  }
}

async function readTheirs(database: string, state: State, columns: readonly string[]): Promise<FigureRows> {
  const instance = await DuckDBInstance.create(database, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    const numbers = columns.map((column) => `${column}::DOUBLE`).join(', ');
    const reader = await connection.runAndReadAll(
      `SELECT code, month, ${numbers} FROM ${state.code}_allocation ORDER BY code, month`,
    );
    const figures = new Map<string, (number | null)[]>();
    for (const [code, month, ...values] of reader.getRows()) {
      const key = `${state.code} ${code} ${monthAt(Number(month))}`;
      if (figures.has(key)) throw new Error(`DuckDB has ${key} twice`);
      figures.set(
        key,
        values.map((value) => (value === null ? null : Number(value))),
      );
    }
    return figures;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
