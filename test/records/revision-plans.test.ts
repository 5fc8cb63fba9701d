import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AskedOf } from '../../src/records/description.ts';
import type { revisionRecord } from '../../src/records/descriptions/history/revision.ts';
import { revisions } from '../../src/records/queries/history/revisions.ts';
import { type Dataset, openForWriting } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';

/** How SQLite reaches revisions, of which a state that restates its years makes many. */
const EVERYTHING: AskedOf<typeof revisionRecord> = {};
const PAGE = { offset: 2, limit: 3 };
const EACH = 100;

let dataset: Dataset;
const prepared: string[] = [];

beforeAll(() => {
  dataset = openForWriting(':memory:');
  const { sqlite } = dataset;
  for (const run of [1, 2, 3])
    sqlite.exec(
      `INSERT INTO run (id, command, started_at, finished_at, outcome, program_version, summary, dataset_version)
       VALUES (${run}, 'ingest', '2026-11-0${run}', '2026-11-0${run}T00:00:00.000Z', 'ok', '0', '{}', 'v${run}')`,
    );
  const insert = sqlite.prepare(
    "INSERT INTO revision (run_id, state, jurisdiction_id, allocation_period, field) VALUES (?, ?, ?, '2024-05-01', 'net_payment')",
  );
  for (const run of [1, 2, 3])
    for (const state of ['ca', 'tx']) for (let id = 0; id < EACH; id += 1) insert.run(run, state, id);
  const prepare = sqlite.prepare.bind(sqlite);
  sqlite.prepare = ((sql: string) => {
    prepared.push(sql);
    return prepare(sql);
  }) as typeof sqlite.prepare;
});

afterAll(() => dataset.close());

describe('revisions', () => {
  test.each([
    ['all', EVERYTHING, 'revision', 6 * EACH],
    ['of a state', { ...EVERYTHING, state: 'tx' }, 'revision_of_state', 3 * EACH],
    ['of jurisdictions', { ...EVERYTHING, jurisdictions: [1, 2] }, 'revision_of_jurisdiction', 12],
    [
      'of jurisdictions of a state',
      { ...EVERYTHING, state: 'tx', jurisdictions: [1, 2] },
      'revision_of_jurisdiction',
      6,
    ],
    ['since a day', { ...EVERYTHING, since: '2026-11-02' }, 'INTEGER PRIMARY KEY', 4 * EACH],
    [
      'of a state since a day',
      { ...EVERYTHING, state: 'ca', since: '2026-11-03' },
      'revision_of_state',
      EACH,
    ],
    ['since a day that is to come', { ...EVERYTHING, since: '2026-11-04' }, 'INTEGER PRIMARY KEY', 0],
  ])('%s are counted and found by their index', (_, filter, index, total) => {
    const view = openReader(dataset).read((present) => present);
    prepared.length = 0;
    const found = revisions.find(view, filter, PAGE);
    found.read(view, 0, found.length);
    expect(found.total).toBe(total);
    for (const sql of prepared.splice(0)) {
      const plan = dataset.sqlite
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all(...Array(sql.split('?').length - 1).fill('[1]')) as { detail: string }[];
      const found = plan.map(({ detail }) => detail).filter((detail) => /\brevision\b/.test(detail));
      // the found ones are read by their ids
      const isReading = sql.includes('WHERE revision.id IN');
      expect(found.join('\n')).toContain(isReading ? 'INTEGER PRIMARY KEY' : index);
      // all are counted along whichever index is the smallest
      if (filter !== EVERYTHING)
        expect(found.filter((detail) => detail.startsWith('SCAN revision'))).toEqual([]);
    }
  });
});
