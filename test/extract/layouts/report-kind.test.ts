import { describe, expect, it } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import {
  amount,
  codeColumn,
  dateColumn,
  nameColumn,
  percent,
  periodColumn,
  wordColumn,
} from '../../../src/extract/layouts/report-kind.ts';

const COLUMNS = {
  code: codeColumn('two digits or capitals', (printed) => (printed.length === 2 ? printed : undefined)),
  name: nameColumn(),
  period: periodColumn('now', (text) => (text === 'now' ? ('2022-10' as Month) : undefined)),
  date: dateColumn('optional'),
  word: wordColumn('optional', { city: 'city', transitdistrict: 'transit', district: 'special_district' }),
  amount: amount(),
  percent: percent(),
};

describe('a name', () => {
  it.each([
    ['SANTA FE SPRINGS', 'SANTA FE SPRINGS'],
    ['La Cañada\u00a0Flintridge', 'La Cañada Flintridge'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), undefined],
    ['a\u0000b', undefined],
    ['a\u202eb', undefined],
    ['a\ud800b', undefined],
    ['\u{1f3db} HALL', '\u{1f3db} HALL'],
    ['\u{1f3db}', undefined],
    ['\u2800', undefined],
    ['* * *', undefined],
  ])('reads %j as %j', (printed, name) => {
    expect(nameColumn().read(printed)).toBe(name);
  });
});

describe('a column', () => {
  it.each([
    ['code', ' 07 ', '07'],
    ['code', '', null],
    ['code', '-7', undefined],
    ['code', '0x', '0X'],
    ['code', '0é', undefined],
    ['code', '٠٧', undefined],
    ['name', '  OLD \u00a0 TOWN\n', 'OLD TOWN'],
    ['name', '-', undefined],
    ['name', '29 PALMS', '29 PALMS'],
    ['name', 'OLD TOWN[1]', 'OLD TOWN'],
    ['name', 'OLD TOWN [*]', 'OLD TOWN'],
    ['name', 'OLD TOWN [North]', 'OLD TOWN [North]'],
    ['name', 'OLD TOWN [1] [2]', 'OLD TOWN'],
    ['name', 'OLD TOWN [NO]', 'OLD TOWN [NO]'],
    ['name', '[1]', undefined],
    ['name', '["OLD TOWN"]', undefined],
    ['period', 'now', '2022-10'],
    ['period', 'then', undefined],
    ['date', '10/11/2022', '2022-10-11'],
    ['date', 'Oct-22', undefined],
    ['word', 'City', 'city'],
    ['word', 'TRANSIT  DISTRICT', 'transit'],
    ['word', 'Transit-District', 'transit'],
    ['word', '', null],
    ['word', 'Town', undefined],
    // a digit may be another character cut off
    ['word', '0City', undefined],
    ['word', 'constructor', undefined],
    ['amount', '(1.50)', -150],
    ['amount', 'x', undefined],
    ['percent', '1.5%', 1_500_000],
    ['percent', 'x', undefined],
  ] as const)('of the sort %s reads %j as %j', (sort, text, value) => {
    expect(COLUMNS[sort].read(text)).toBe(value);
  });
});
