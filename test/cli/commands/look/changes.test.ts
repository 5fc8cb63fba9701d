import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// The output and exit codes of `allocations changes`.

const { folder, allocations, succeed, write } = openProgramFolder();

beforeAll(() => {
  for (const place of ['inbox', 'reference']) mkdirSync(join(folder, place));
  const ingest = (name: string, content: string) => {
    write(`inbox/${name}`, content);
    expect(allocations('ingest', join('inbox', name), '--reference', 'reference').status).toBe(0);
  };
  ingest('may.csv', statement(['01001', '19050'].map((code) => ({ code, month: '2024-05', net: 1000 }))));
  ingest('again.csv', statement([{ code: '19050', name: '=Place', month: '2024-05', net: 1250.5 }]));
});

const output = (...args: string[]) => succeed('changes', ...args).trimEnd();

test('by default, tells what the newest run that changed anything changed', () => {
  const lines = output().split('\n');
  expect(lines[0]).toBe('Sales tax: 1 payment restated');
  expect(lines).toContain(
    '  =Place (ca, city, Los Angeles County), May 2024: $1,000.00, now $1,250.50 (+$250.50, +25.05%). again.csv',
  );
  expect(lines.at(-1)).toBe('All changes: allocations changes --format csv');
});

test('says which run it tells of, also after runs that changed nothing', () => {
  const told = () => output().split('\n').at(-2);
  const { version } = JSON.parse(output('--format', 'json'));
  const about = new RegExp(
    `^About run 2 \\(ingest, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC\\), version ${version}\\.`,
  );
  expect(told()).toMatch(new RegExp(`${about.source}$`));
  const again = () => allocations('ingest', join('inbox', 'again.csv'), '--reference', 'reference');
  expect(again().stdout).toContain('Run 3: nothing new.');
  expect(told()).toMatch(new RegExp(`${about.source} Run 3 changed nothing\\.$`));
  again();
  expect(told()).toMatch(new RegExp(`${about.source} Runs 3 to 4 changed nothing\\.$`));
  expect(output('--since', '2020-01-01')).toContain('About runs 1 to 2 (up to ');
  expect(output('--since', version)).toContain('\nRuns 3 to 4 changed nothing.\n');
  expect(output('--since', '2099-01-01')).toContain('\nNo run since then.\n');
});

test('a date, a county and a jurisdiction narrow it', () => {
  const first = (...args: string[]) => output(...args).split('\n')[0];
  expect(first('--since', '2020-01-01', '--county', 'Alameda')).toBe(
    'Sales tax: California May 2024 $1,000.00',
  );
  expect(first('--jurisdiction', '01001')).toBe('Sales tax: nothing changed in the newest run');
  expect(first('--since', '2099-01-01')).toBe('Sales tax: nothing changed since 2099-01-01');
});

test('JSON has the records of the service, and CSV one line for each', () => {
  const { since_version, version, changes } = JSON.parse(output('--format', 'json'));
  expect(changes).toMatchObject([
    { change: 'restated_figure', field: 'net_payment', before: 1000, after: 1250.5 },
    { change: 'restated_figure', field: 'current_distributions', before: 1000, after: 1250.5 },
  ]);
  expect(output('--since', since_version)).toContain('1 payment restated');
  expect(JSON.parse(output('--since', version, '--format', 'json')).changes).toEqual([]);
  const [head, first] = output('--format', 'csv').split('\r\n');
  expect(head).toMatch(/^change,state,allocation_period,sales_period,jurisdiction_id,jurisdiction_name,/);
  // a spreadsheet would compute the name
  expect(first).toMatch(
    /^restated_figure,ca,2024-05-01,2024-03-01,60019050,"'=Place",city,Los Angeles,net_payment,amount,1000,1250.5,/,
  );
});

test('an unknown version and a wrong date are explained', () => {
  expect(allocations('changes', '--since', 'nonsense')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('does not come from the version nonsense'),
  });
  expect(allocations('changes', '--since', '2026-02-30').stderr).toContain('"2026-02-30" is not a date');
});
