import { expect, test } from 'vitest';
import { verifyFile } from '../../../src/pipeline/verify/verify-file.ts';
import { openForWriting } from '../../../src/store/dataset.ts';

test('a view may be missing until the first run ends, and never after it', () => {
  const dataset = openForWriting(':memory:');
  dataset.sqlite.exec('DROP VIEW payment_by_year');
  expect(verifyFile(dataset)).toEqual([]);
  dataset.sqlite.exec(
    `INSERT INTO run (id, command, started_at, finished_at, outcome, program_version, summary, dataset_version)
     VALUES (1, 'ingest', '2026-11-01', '2026-11-01T00:00:00.000Z', 'ok', '0', '{}', 'v1')`,
  );
  expect(verifyFile(dataset).map(({ message }) => message)).toEqual([
    expect.stringContaining('The view payment_by_year is missing'),
  ]);
  dataset.close();
});
