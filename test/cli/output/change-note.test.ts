import { expect, test } from 'vitest';
import { describeNews, type News } from '../../../src/cli/output/change-note.ts';
import { formatMarkdownNote, formatNote } from '../../../src/cli/output/note.ts';
import type { Month } from '../../../src/domain/month.ts';
import type { ChangeName, ListedChange } from '../../../src/records/descriptions/history/change.ts';
import { stateOf, unitOf } from '../../../src/states/index.ts';

const REPORT = {
  ...{ sha256: 'abcdef0123456789', file_name: 'june.csv', kind: 'ca/monthly-statement' },
  received_at: '2026-11-01T00:00:00.000Z',
} as const;

const PLACES = new Map([
  [1, 'Alder *Creek*'],
  [2, 'Cedar'],
]);

function change(name: ChangeName, { id, ...values }: Partial<ListedChange> & { id?: number }): ListedChange {
  const placed = id === undefined ? undefined : PLACES.get(id);
  const known = placed ? { type: 'city' as const, county: 'Yolo' } : { type: null, county: null };
  const { field = 'net_payment' } = values;
  return {
    change: name,
    state: 'ca',
    ...{ allocation_period: '2024-05-01', sales_period: '2024-03-01' },
    jurisdiction: id === undefined ? null : { id, name: placed ?? null, ...known },
    ...{ field, unit: (field && unitOf('ca', field)) || null, before: null, after: null, total: null },
    ...{ jurisdictions: null, report: null, reason: null, at: '2026-11-01T00:00:00.000Z' },
    ...values,
  };
}

const CONTEXT = {
  since: 'since 2026-11-01',
  runs: 'About run 2.',
  command: 'allocations changes --since 2026-11-01 --format csv',
};

// 1,050.50 against 1,000.00 is 5.05% more
const SUM = {
  ...{ value: 105_050, yearAgo: 100_000, change: 50_500, difference: 5_050 },
  ...{ missing: 0, missingAgo: 0, likeForLike: 105_050, likeForLikeAgo: 100_000 },
  ...{ leftOut: 0, compared: 2 },
};

const JUNE = { state: stateOf('ca'), month: '2024-06' as Month, isNew: true, jurisdictions: 2 };
const NEWS: News = {
  months: [{ ...JUNE, sum: SUM, doubtful: 0 }],
  changes: [
    change('new_month', { allocation_period: '2024-06-01', total: 105_050, jurisdictions: 2 }),
    change('withdrawn_report', { field: null, report: REPORT, reason: 'Half of the rows are missing.' }),
    change('restated_figure', { id: 1, before: 10_000, after: 1_234_567, report: REPORT }),
    change('restated_figure', { id: 2, before: 400, after: 300, report: REPORT }),
    change('restated_figure', { id: 2, field: 'current_advance', before: 4, after: 3 }),
    change('ended_jurisdiction', { id: 2, after: 300 }),
    change('new_figure', { field: 'countywide_pool', jurisdictions: 3, total: 5 }),
    change('new_figure', { field: 'county_share', jurisdictions: 2, total: 5 }),
  ],
};

test('a change leaves out jurisdictions without both payments, and the note counts them', () => {
  // 500.50 against 400.00, without a new jurisdiction of 550.00 and one of 600.00 that is late
  const alike = { likeForLike: 50_050, likeForLikeAgo: 40_000, change: 251_250, leftOut: 2 };
  const months = [{ ...JUNE, sum: { ...SUM, ...alike }, doubtful: 0 }];
  const text = formatNote(describeNews({ months, changes: [] }, CONTEXT));
  expect(text.split('\n').slice(0, 5)).toEqual([
    'Sales tax: California June 2024 $1,050.50 (+25.13%)',
    '',
    'Payments of the newest months:',
    '  state       month            for sales of   payments  jurisdictions  a year before   change  left out',
    '  California  June 2024 (new)  April 2024    $1,050.50              2      $1,000.00  +25.13%         2',
  ]);
});

test('a note has the comparable change and its reason, and marks a doubtful change', () => {
  const began = { kind: 'began', tax: 'home_rule', month: '2024-01' as Month, place: 'Alder' } as const;
  const comparable = { change: 20_000, exact: 20_000, taxChanges: [began], further: 1, leftOut: 0 };
  const months = [{ ...JUNE, sum: { ...SUM, comparable }, doubtful: 1 }];
  const text = formatNote(describeNews({ months, changes: [] }, CONTEXT));
  expect(text.split('\n').slice(0, 9)).toEqual([
    'Sales tax: California June 2024 $1,050.50 (? +5.05%)',
    '',
    'Payments of the newest months:',
    '  state       month            for sales of   payments  jurisdictions  a year before    change  comparable',
    '  California  June 2024 (new)  April 2024    $1,050.50              2      $1,000.00  ? +5.05%      +2.00%',
    '',
    'About the changes:',
    '  A comparable change leaves out changes of tax. Why it differs or is missing: Alder: home rule began in January 2024; changes of tax of 1 other place.',
    '  ? The checks doubt a payment of this figure, or of the year before. To see why, run: allocations findings --severity warning',
  ]);
});

test('a note begins with its subject, and shows dollars with separators', () => {
  expect(formatNote(describeNews(NEWS, CONTEXT))).toBe(`\
Sales tax: California June 2024 $1,050.50 (+5.05%); 2 payments restated; 1 report withdrawn

Payments of the newest months:
  state       month            for sales of   payments  jurisdictions  a year before  change
  California  June 2024 (new)  April 2024    $1,050.50              2      $1,000.00  +5.05%

Withdrawn reports:
  june.csv (abcdef012345): Half of the rows are missing.

Restated: 2 payments, +$12,244.67 in total, and 1 other figure. Largest first:
  Alder *Creek* (ca, city, Yolo County), May 2024: $100.00, now $12,345.67 (+$12,245.67, +12,245.67%). june.csv
  Cedar (ca, city, Yolo County), May 2024: $4.00, now $3.00 (-$1.00, -25.00%). june.csv

Without a payment in the newest month: 1:
  Cedar (ca, city, Yolo County): last payment May 2024, $3.00

Known now, missing before:
  California May 2024: countywide pool, county share of 3 jurisdictions

About run 2.
All changes: allocations changes --since 2026-11-01 --format csv`);
});

test('as Markdown, it has headings and a table, and no name is markup', () => {
  const text = formatMarkdownNote(describeNews(NEWS, CONTEXT));
  expect(text.split('\n')[0]).toMatch(/^# Sales tax: California June 2024/);
  expect(text).toContain(
    '| California | June 2024 (new) | April 2024 | $1,050.50 | 2 | $1,000.00 | +5.05% |',
  );
  expect(text).toContain(String.raw`- Alder \*Creek\* (ca, city, Yolo County), May 2024`);
});

test('a restated percentage has six decimals, as printed', () => {
  const field = 'countywide_pool_percentage';
  const changes = [change('restated_figure', { id: 2, field, before: 12_500_000, after: null })];
  expect(formatNote(describeNews({ months: [], changes }, CONTEXT))).toContain(
    'May 2024: countywide pool percentage 12.500000%, now -',
  );
});

test('a long list ends with the number of the others and the command that shows them', () => {
  const changes = Array.from({ length: 1200 }, (_, at) =>
    change('restated_figure', { id: 1, before: 0, after: at + 1 }),
  );
  const text = formatNote(describeNews({ months: [], changes }, CONTEXT));
  expect(text).toContain('  and 1,190 more: allocations changes --since 2026-11-01 --format csv');
  expect(text.split('\n').length).toBeLessThan(20);
});

test('a removed jurisdiction has its id, and payments that a withdrawn report gave are added up by month', () => {
  const removed = [1, 2, 9].map((id) => change('removed_figure', { id, before: 150 }));
  const alone = change('removed_figure', { id: 9, before: 7, allocation_period: '2024-04-01' });
  const text = formatNote(describeNews({ months: [], changes: [...removed, alone] }, CONTEXT));
  expect(text).toContain('California May 2024: 3 figures, $4.50');
  expect(text).toContain('California April 2024: 9 (ca, removed), $0.07');
  expect(text.split('\n')[0]).toBe('Sales tax: 4 payments removed');
  const none = formatNote(describeNews({ months: [], changes: [] }, CONTEXT));
  expect(none.split('\n')[0]).toBe('Sales tax: nothing changed since 2026-11-01');
});
