import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import Papa from 'papaparse';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { type Measurement, measureInTurn, medianOf, runHere } from '../measure.ts';
import { type Bench, fullDataset, type PartResult, reportsOf } from './bench.ts';

/** Lower bounds: how long parts of the backfill take at least. */
export async function measureFloors(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const { place, measurement: backfill } = await fullDataset(bench);
  const files = await findReportFiles([reports]);
  const target = join(bench.scratch, 'floor.sqlite');
  const measurements = (await measureInTurn(
    [
      { what: 'reading the bytes and hashing them', run: () => runHere(() => files.forEach(hashFile)) },
      { what: 'papaparse alone', run: () => runHere(() => files.forEach(parseFile)) },
      {
        what: 'inserting all rows of the dataset, with its indexes',
        run: async () => {
          for (const ending of ['', '-wal', '-shm']) rmSync(`${target}${ending}`, { force: true });
          const insertAll = prepareInserts(place.database, target);
          return runHere(insertAll);
        },
      },
    ],
    bench.rounds,
  )) as [Measurement, Measurement, Measurement];
  const [bytes, papaparse, insert] = measurements;
  const ratio = (what: string, floor: Measurement) => ({
    meaning: `backfill : ${what}`,
    value: medianOf(backfill, 'seconds') / medianOf(floor, 'seconds'),
  });
  return {
    title: 'Lower bounds of parts of the backfill',
    measurements,
    ratios: [
      ratio('reading the bytes', bytes),
      ratio('papaparse alone', papaparse),
      ratio('inserting the dataset', insert),
    ],
    notes: [`The backfill: ${medianOf(backfill, 'seconds').toFixed(2)} s.`],
  };
}

function hashFile(path: string): void {
  createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** With the options of the pipeline. */
function parseFile(path: string): void {
  Papa.parse(readFileSync(path, 'utf8'), { header: false, newline: '\n', delimiter: ',' });
}

/** Reads all rows of a dataset, and returns what writes them into a new file. */
function prepareInserts(from: string, to: string): () => void {
  const source = new Database(from, { readonly: true });
  const definitionsOf = (type: string) =>
    source
      .prepare<[string], { name: string; sql: string }>(
        "SELECT name, sql FROM sqlite_master WHERE type = ? AND sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
      )
      .all(type);
  const tables = definitionsOf('table').map((table) => {
    const rows = source.prepare<[], unknown[]>(`SELECT * FROM "${table.name}"`).raw().all();
    return { ...table, rows };
  });
  const indexes = definitionsOf('index');
  source.close();
  return () => {
    const target = new Database(to);
    target.pragma('journal_mode = WAL');
    target.pragma('synchronous = FULL');
    target.exec('BEGIN');
    for (const { name, sql, rows } of tables) {
      target.exec(sql);
      const places = rows[0]?.map(() => '?').join(', ');
      if (places === undefined) continue;
      const insert = target.prepare(`INSERT INTO "${name}" VALUES (${places})`);
      for (const row of rows) insert.run(...row);
    }
    for (const { sql } of indexes) target.exec(sql);
    target.exec('COMMIT');
    target.close();
  };
}
