import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';

// The output and exit codes of `allocations reconcile`, and the counties of Texas on the command line.

const FIXTURE = join(process.cwd(), 'fixtures/tx/comparison-summaries/reports');

const { folder, allocations, refuse, succeed } = openProgramFolder();

beforeAll(() => {
  mkdirSync(join(folder, 'reference'));
  expect(allocations('ingest', FIXTURE, '--reference', 'reference').status).toBe(0);
});

const output = (...args: string[]) => succeed('reconcile', '--state', 'tx', ...args).trimEnd();

test('reconcile prints the share that agrees, and every difference with both sources', () => {
  const text = output();
  // of three net payments, that of Juniper differs
  expect(text).toMatch(
    /^Comparison summary of counties, transit authorities and districts +net payment this period +3 +1 +66\.66%$/m,
  );
  // ten payments of cities: two have a row in each of two counties with the same percentage
  expect(text).toMatch(/^Comparison summary of cities +percent change to date +10 +0 +100\.00%$/m);
  expect(text).toMatch(
    /^2024-02 +4990008 +Juniper Co +net_payment_this_period +1,200\.00 +1,100\.00 +100\.00 +summary\.csv +2 +payments\.json +\d+$/m,
  );
  expect(text).toContain('1 listed name without a jurisdiction');
  expect(text).toContain('2 payments of the dataset, 1 payment of the comparison sheets');
});

test('reconcile writes the same difference as CSV and JSON', () => {
  const [head, line, ...more] = output('--format', 'csv').split('\r\n');
  expect(more).toEqual([]);
  expect(head).toMatch(
    /^month,sales_month,kind,jurisdiction_id,.*,summary,dataset,difference,summary_source_file,/,
  );
  expect(line).toMatch(
    /^2024-02-01,2023-12-01,tx\/comparison-summary,484990008,Juniper Co,county,,4990008,net_payment_this_period,1200,1100,100,summary\.csv,[0-9a-f]{64},,2,,payments\.json,/,
  );
  const { meta, data } = JSON.parse(output('--json'));
  const { figures, ...counts } = meta;
  expect(figures[0]).toEqual({
    ...{ kind: 'tx/comparison-summary', figure: 'net_payment_this_period' },
    ...{ compared: 3, agreeing: 2, share: 2 / 3 },
  });
  expect(data).toMatchObject([{ summary: 1200, dataset: 1100, summary_source: { row: 2 } }]);
  expect(counts).toEqual({ total: 1, unmatched_names: 1, unlisted: 2, unpaid: 1 });
});

test('a month narrows it, and nothing to compare does not look like agreement', () => {
  expect(output('--month', '2024-01')).toContain('No figure differs.');
  // AUSTIN MTA is listed in February only
  expect(JSON.parse(output('--month', '2024-01', '--json')).meta.unmatched_names).toBe(0);
  const none = ['reconcile', '--state', 'tx', '--month', '2023-06'];
  expect(succeed(...none)).toMatch(/^Nothing to compare in 2023-06\./);
  for (const more of [['--json'], ['--out', 'none.csv']])
    expect(allocations(...none, ...more)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(
        /^allocations: Nothing to compare in 2023-06\. Load reports of the kind tx\/comparison-summary or /,
      ),
    });
});

test('a run that brings only rates and counties says so', () => {
  const ingest = (file: string) =>
    succeed('ingest', join(FIXTURE, file), '--reference', 'reference', '--db', 'rates.sqlite');
  // jurisdictions of the first run are not news
  expect(ingest('payments.json')).not.toContain('jurisdictions:');
  // six cities with a county, one of them without any rate
  expect(ingest('cities.csv')).toMatch(/^ {2}jurisdictions: 6 with a new rate or county$/m);
  expect(ingest('cities.csv')).not.toContain('jurisdictions:');
});

test('a state without summaries is refused', () => {
  for (const args of [
    ['--state', 'ca'],
    ['--month', '2024-01'],
  ])
    refuse('reconcile', ...args);
});
