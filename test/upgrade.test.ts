import { cpSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openProgramFolder } from './rig/datasets/program-folder.ts';

/** Follows the guide to an upgrade, with the dataset, the archive and the tokens that version 0.1.0 wrote. */

const BEFORE = 'fixtures/upgrade/0.1.0';
/** Columns that the new file numbers anew, and the tax of Illinois that is three taxes now. */
const NOT_COMPARED = /run_id$|_report_id$|public_safety_and_schools$/;

const { folder, ...program } = openProgramFolder();

function placeDataset(): void {
  cpSync(join(BEFORE, 'reports'), join(folder, 'data/reports'), { recursive: true });
  for (const name of ['allocations.sqlite', 'allocations.tokens.sqlite'])
    program.write(`data/${name}`, gunzipSync(readFileSync(join(BEFORE, `${name}.gz`))));
}

/** Compares every column that a table had in the earlier file; returns how many datapoints have the same figures. */
function countSame(table: string): { before: number; now: number; same: number } {
  const database = new Database(join(folder, 'data/allocations.sqlite'), { readonly: true });
  try {
    database.exec(`ATTACH '${join(folder, 'before/allocations.sqlite')}' AS before`);
    const columns = database
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?, 'before')")
      .pluck()
      .all(table)
      .filter((name) => !NOT_COMPARED.test(name))
      .join(', ');
    const count = (query: string) =>
      database.prepare<[], number>(`SELECT count(*) FROM (${query})`).pluck().get() ?? 0;
    const [before, now] = [`SELECT ${columns} FROM before.${table}`, `SELECT ${columns} FROM main.${table}`];
    return { before: count(before), now: count(now), same: count(`${before} INTERSECT ${now}`) };
  } finally {
    database.close();
  }
}

test('a dataset of version 0.1.0 is refused with the way out, and the guide brings every figure into the new one', () => {
  placeDataset();
  for (const command of [['status'], ['ingest', 'data/reports'], ['serve', '--port', '0'], ['verify']]) {
    const said = program.refuse(...command);
    expect(said).toContain('An earlier version of this program wrote data/allocations.sqlite.');
    expect(said).toContain('allocations rebuild --db');
  }
  // what it refuses stays as it was, so that the earlier version can go on with it
  expect(program.read('data/allocations.sqlite').length).toBeGreaterThan(0);
  const unchanged = gunzipSync(readFileSync(join(BEFORE, 'allocations.sqlite.gz')));
  expect(readFileSync(join(folder, 'data/allocations.sqlite')).equals(unchanged)).toBe(true);

  program.write('before/allocations.sqlite', unchanged);
  rmSync(join(folder, 'data/allocations.sqlite'));
  expect(program.succeed('rebuild', '--db', 'data/allocations.sqlite')).toContain('207 inserted');
  expect(program.succeed('verify')).toContain('Verification passed. Checked 9 reports');
  expect(countSame('ca_allocation')).toEqual({ before: 44, now: 44, same: 44 });
  expect(countSame('tx_allocation')).toEqual({ before: 139, now: 139, same: 139 });
  expect(countSame('il_allocation')).toEqual({ before: 24, now: 24, same: 24 });

  // decisions and tokens go along
  expect(program.succeed('reports', '--json')).toContain('figures of another place');
  expect(program.succeed('token', 'list')).toMatch(/first .* active/);

  // a report that waited for a person moves into the quarantine, with one notice
  const first = program.allocations('reprocess');
  expect(first.status).toBe(1);
  const [, copy = ''] = /allocations ingest (\S+) --accept REASON/.exec(first.stdout) ?? [];
  expect(JSON.parse(program.read(join(dirname(copy), 'findings.json')))).toMatchObject({
    path: 'future.csv',
    findings: [{ code: 'future-month' }],
  });
  program.succeed('reprocess');
  program.succeed('verify');
  program.succeed('ingest', copy, '--accept', 'the state confirmed it');
  expect(program.succeed('verify')).toContain('Verification passed. Checked 10 reports');
});
