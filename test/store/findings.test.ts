import { expect, onTestFinished, test } from 'vitest';
import { finding } from '../../src/domain/finding.ts';
import { openForWriting } from '../../src/store/dataset.ts';
import { openFindings, type PlacedFinding } from '../../src/store/findings.ts';
import { openRuns } from '../../src/store/runs.ts';

const BELONGS = { reportId: null, jurisdictionId: null, month: null };
const about = (what: string): PlacedFinding => ({ ...finding('missing-report', what), ...BELONGS });

function openMemory() {
  const dataset = openForWriting(':memory:');
  onTestFinished(() => dataset.close());
  const runs = openRuns(dataset);
  const begin = () => runs.begin('ingest', new Date(0), 'test');
  const findings = openFindings(dataset);
  const stored = () => dataset.sqlite.prepare('SELECT message FROM finding ORDER BY id').pluck().all();
  return { dataset, begin, findings, stored };
}

test('findings of a scope are replaced together; those that stay are no news', () => {
  const { begin, findings, stored } = openMemory();
  const replace = (...given: string[]) =>
    findings.replace('state', 'ca', 'ca', begin(), given.map(about)).map(({ message }) => message);
  expect(replace('a', 'b')).toEqual(['a', 'b']);
  expect(replace('b', 'c')).toEqual(['c']);
  expect(stored()).toEqual(['b', 'c']);
  expect(replace()).toEqual([]);
  expect(stored()).toEqual([]);
});

test('the same one given twice is one, and no news the next time', () => {
  const { begin, findings, stored } = openMemory();
  const replace = (...given: string[]) =>
    findings.replace('state', 'ca', 'ca', begin(), given.map(about)).length;
  expect(replace('a', 'a')).toBe(1);
  expect(replace('a', 'a')).toBe(0);
  expect(stored()).toEqual(['a']);
});

test('one that a dataset has several times is there once after the next run', () => {
  const { dataset, begin, findings, stored } = openMemory();
  findings.replace('state', 'ca', 'ca', begin(), [about('a')]);
  const columns = dataset.sqlite.pragma('table_info(finding)') as { name: string }[];
  const rest = columns
    .map(({ name }) => `"${name}"`)
    .filter((name) => name !== '"id"')
    .join(', ');
  dataset.sqlite.exec(`INSERT INTO finding (${rest}) SELECT ${rest} FROM finding`);
  expect(stored()).toEqual(['a', 'a']);
  expect(findings.replace('state', 'ca', 'ca', begin(), [about('a')])).toEqual([]);
  expect(stored()).toEqual(['a']);
});
