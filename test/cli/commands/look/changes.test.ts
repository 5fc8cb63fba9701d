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

test('by month, tells what changed in sentences', () => {
  const [told] = JSON.parse(output('--by', 'month', '--format', 'json')).data;
  expect(told).toMatchObject({
    ...{ change: 'restatement', title: 'California: 2 figures of 1 place restated' },
    text: expect.stringContaining('Together, the payments are $251 higher.'),
  });
});

test('a county and a jurisdiction narrow it', () => {
  const found = (...args: string[]) => JSON.parse(output('--format', 'json', ...args)).data.length;
  expect(found('--county', 'Los Angeles')).toBe(2);
  expect(found('--jurisdiction', '01001')).toBe(0);
});

test('JSON has the records of the service, and CSV one line for each', () => {
  expect(JSON.parse(output('--format', 'json')).data).toMatchObject([
    { change: 'restated_figure', field: 'net_payment', before: 1000, after: 1250.5 },
    { change: 'restated_figure', field: 'current_distributions', before: 1000, after: 1250.5 },
  ]);
  expect(JSON.parse(output('--since', '2099-01-01', '--format', 'json')).data).toEqual([]);
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
