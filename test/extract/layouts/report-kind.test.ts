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
    ['La Cañada\u00a0Flintridge', 'La Cañada Flintridge'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), undefined],
    ['a\u0000b', undefined],
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
    ['code', '-7', undefined],
    ['code', '0x', '0X'],
    ['code', '0é', undefined],
    ['code', '٠٧', undefined],
    ['name', '  OLD \u00a0 TOWN\n', 'OLD TOWN'],
    ['name', '-', undefined],
    ['name', 'OLD TOWN [North]', 'OLD TOWN [North]'],
    ['name', 'OLD TOWN [1] [2]', 'OLD TOWN'],
    ['name', '[1]', undefined],
    ['name', '["OLD TOWN"]', undefined],
    ['date', '10/11/2022', '2022-10-11'],
    ['date', 'Oct-22', undefined],
    ['word', 'TRANSIT  DISTRICT', 'transit'],
    // a digit may be another character cut off
    ['word', '0City', undefined],
    ['word', 'constructor', undefined],
    ['percent', '1.5%', 1_500_000],
  ] as const)('of the sort %s reads %j as %j', (sort, text, value) => {
    expect(COLUMNS[sort].read(text)).toBe(value);
  });
});
