import { expect, onTestFinished, test } from 'vitest';
import { type Finding, finding } from '../../../src/domain/findings/finding.ts';
import { openForWriting } from '../../../src/store/dataset.ts';
import { RunWriter } from '../../../src/store/write/runs.ts';
import { FindingWriter } from '../../../src/store/write/stored-findings.ts';

const about = (quarter: string): Finding => finding('missing-report', { title: 'k', months: quarter });

function openMemory() {
  const dataset = openForWriting(':memory:');
  onTestFinished(() => dataset.close());
  const runs = new RunWriter(dataset);
  const begin = () => runs.begin('ingest', new Date(0), 'test');
  const findings = new FindingWriter(dataset);
  const stored = () =>
    dataset.sqlite.prepare("SELECT facts ->> 'months' FROM finding ORDER BY id").pluck().all();
  return { dataset, begin, findings, stored };
}

test('replacing the findings of a subject returns only the new ones', () => {
  const { begin, findings, stored } = openMemory();
  const replace = (...given: string[]) =>
    findings
      .replace('state', 'ca', 'ca', begin(), given.map(about))
      .added.map(({ facts }) => ('months' in facts ? facts.months : null));
  expect(replace('a', 'b')).toEqual(['a', 'b']);
  expect(replace('b', 'c')).toEqual(['c']);
  expect(stored()).toEqual(['b', 'c']);
  expect(replace()).toEqual([]);
  expect(stored()).toEqual([]);
});

test('a duplicate finding is stored once, and is not new in the next run', () => {
  const { begin, findings, stored } = openMemory();
  const replace = (...given: string[]) =>
    findings.replace('state', 'ca', 'ca', begin(), given.map(about)).added.length;
  expect(replace('a', 'a')).toBe(1);
  expect(replace('a', 'a')).toBe(0);
  expect(stored()).toEqual(['a']);
});

test('the next run removes duplicates from a dataset', () => {
  const { dataset, begin, findings, stored } = openMemory();
  findings.replace('state', 'ca', 'ca', begin(), [about('a')]);
  const columns = dataset.sqlite.pragma('table_info(finding)') as { name: string }[];
  const rest = columns
    .map(({ name }) => `"${name}"`)
    .filter((name) => name !== '"id"')
    .join(', ');
  dataset.sqlite.exec(`INSERT INTO finding (${rest}) SELECT ${rest} FROM finding`);
  expect(stored()).toEqual(['a', 'a']);
  expect(findings.replace('state', 'ca', 'ca', begin(), [about('a')])).toEqual({ added: [], differing: 1 });
  expect(stored()).toEqual(['a']);
});

test('a finding of a state that moves to another report is not new', () => {
  const { dataset, begin, findings } = openMemory();
  dataset.sqlite.exec(
    `INSERT INTO report (id, sha256, kind, format, file_name, received_at, first_month, last_month, row_count)
     SELECT value, value, 'tx/payment-detail', 'csv', 'x', '', '2024-01-01', '2024-01-01', 0 FROM json_each('[1, 2]')`,
  );
  const at = (reportId: number, row: number) => [{ ...about('a'), reportId, row }];
  const [first, second] = [begin(), begin()];
  expect(findings.replace('state', 'tx', 'tx', first, at(1, 5)).added).toHaveLength(1);
  expect(findings.replace('state', 'tx', 'tx', second, at(2, 7)).added).toEqual([]);
  expect(dataset.sqlite.prepare('SELECT run_id, report_id, "row" FROM finding').raw().all()).toEqual([
    [first, 2, 7],
  ]);
  // another row of one report is another finding
  findings.replace('report', 1, 'tx', first, at(1, 5));
  expect(findings.replace('report', 1, 'tx', second, at(1, 6)).added).toHaveLength(1);
});
