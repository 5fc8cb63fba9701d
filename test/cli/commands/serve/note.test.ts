import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, refuse, succeed, write } = openProgramFolder();

/** A city that stops in October 2022, and one that goes on to March 2026. */
beforeAll(() => {
  const paid = (code: string, name: string, months: readonly string[]) =>
    months.map((month) => ({ code, name, month, current: 1000 }));
  write(
    'inbox/detail.csv',
    texasReport([
      ...paid('2001001', 'PALESTINE', monthsFrom('2022-01', 10)),
      ...paid('2101001', 'PASADENA', monthsFrom('2022-01', 51)),
    ]),
  );
  allocations('ingest', 'inbox');
});

test('a note of a month without a payment is not written, and the newest month is named', () => {
  expect(refuse('note', 'Palestine', '--out', 'p.html')).toContain(
    'Palestine has no payment of March 2026. Its newest is that of October 2022. Add --month 2022-10.',
  );
  expect(refuse('note', 'Palestine', '--basis', 'sales')).toContain('Add --month 2022-08.');
  expect(readdirSync(folder)).not.toContain('p.html');
  succeed('note', 'Palestine', '--month', '2022-10', '--out', 'p.html');
  succeed('note', 'Palestine', '--basis', 'sales', '--month', '2022-08', '--out', 'p.html');
});

test('notes of all places leave out those without a payment, and count them', () => {
  expect(succeed('note', '--all', '--out', 'notes')).toBe(
    '1 note in notes: 1 written, the others unchanged. No note for 1 place without a payment in the month.\n',
  );
  expect(readdirSync(join(folder, 'notes'))).toEqual(['tx-2101001-pasadena.html']);
});
