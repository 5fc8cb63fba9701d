import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { texasReport } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, refuse, succeed, write } = openProgramFolder();

// A dataset of Texas alone, with a place that has ended.

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
  allocations('ingest', 'inbox', '--on-doubt', 'load');
});

test('a note of a month without a payment is not written, and the newest month is named', () => {
  for (const out of [[], ['--out', 'palestine']])
    expect(refuse('note', 'Palestine', ...out)).toContain(
      'Palestine has no payment of March 2026. Its newest is the payment of October 2022.',
    );
  expect(refuse('note', 'Palestine', '--basis', 'sales')).toContain(
    'Its newest is the payment for sales of August 2022.',
  );
  expect(readdirSync(folder)).not.toContain('palestine');
  succeed('note', 'Palestine', '--month', '2022-10', '--out', 'palestine');
  succeed('note', 'Palestine', '--basis', 'sales', '--month', '2022-08', '--out', 'palestine');
});

test('notes of all places leave out those without a payment, and count them', () => {
  expect(succeed('note', '--all', '--out', 'notes')).toBe(
    'Wrote 1 note to notes. No note for 1 place without a payment in the month.\n',
  );
  expect(readdirSync(join(folder, 'notes'))).toEqual(['tx-2101001-pasadena.html']);
});

test('places without a payment for two years have no estimate', () => {
  expect(succeed('projections', 'tx', '--type', 'city', '--jurisdiction', 'Palestine')).toBe(
    'No projections.\n',
  );
});

test('a budget of a calendar year is told apart from one of a fiscal year', () => {
  const none = 'state,code,fiscal_year,amount,note\n';
  write('reference/budgets.csv', none);
  const set = (year: string) =>
    succeed('budget', 'set', 'Pasadena', year, '1000000', '--reference', 'reference').split('. It is in')[0];
  expect(set('2025-26')).toBe('The budget of Pasadena for the fiscal year 2025-26 is 1,000,000.00');
  write('reference/budgets.csv', none);
  expect(succeed('budget', 'set', 'Pasadena', '2026', '1000000', '--reference', 'reference')).toMatch(
    /for the calendar year 2026 is .* In Texas, the fiscal year usually begins in October\. If you mean the one that ends in 2026, write 2025-26\.\n$/,
  );
  expect(succeed('note', 'Pasadena', '--reference', 'reference')).not.toContain('Budget of 2026');
  const whole = succeed('note', 'Pasadena', '--reference', 'reference', '--fiscal-year-start', '1');
  expect(whole).toContain('Budget of 2026');
  expect(whole).toContain('Calendar year 2026 so far, 3 months');
});

test('a name of several words needs quotes', () => {
  expect(refuse('sources', 'Cedar', 'Ford')).toContain(
    'Expected 1 argument but got 2: Cedar, Ford. Write a name of several words in quotes, such as "Cedar Ford".',
  );
});
