import { describe, expect, it } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import {
  amount,
  codeColumn,
  columnsOf,
  dateColumn,
  nameColumn,
  percent,
  periodColumn,
  wordColumn,
} from '../../../src/extract/layouts/report-kind.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';

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
    ['a\u001b[31mb', undefined],
    ['a\u007fb', undefined],
    ['a\u009bb', undefined],
    ['a\u200eb', undefined],
    ['a\u202eb', undefined],
    ['a\u2067b', undefined],
    ['a\ud800b', undefined],
    ['a\uffffb', undefined],
    ['a\u{1fffe}b', undefined],
    ['\u{1f3db} HALL', '\u{1f3db} HALL'],
    ['\u{1f3db}', undefined],
    ['\u2800', undefined],
    ['\u3164', undefined],
    ['\u115f\u1160', undefined],
    ['* * *', undefined],
    ['高雄', '高雄'],
  ])('reads %j as %j', (printed, name) => {
    expect(nameColumn().read(printed)).toBe(name);
  });
});

describe('a column', () => {
  it.each([
    ['code', ' 07 ', '07'],
    ['code', '', null],
    ['code', ' ', null],
    ['code', '7', undefined],
    ['code', '-7', undefined],
    ['code', '0x', '0X'],
    ['code', '0é', undefined],
    ['code', '٠٧', undefined],
    ['name', '  OLD \u00a0 TOWN\n', 'OLD TOWN'],
    ['name', ' ', null],
    ['name', '-', undefined],
    ['name', '29 PALMS', '29 PALMS'],
    ['name', '7', '7'],
    ['name', 'OLD TOWN[1]', 'OLD TOWN'],
    ['name', 'OLD TOWN [*]', 'OLD TOWN'],
    ['name', 'OLD TOWN [North]', 'OLD TOWN [North]'],
    ['name', 'OLD TOWN [1] [2]', 'OLD TOWN'],
    ['name', 'OLD TOWN [NO]', 'OLD TOWN [NO]'],
    ['name', '[1]', undefined],
    ['name', '["OLD TOWN"]', undefined],
    ['period', 'now', '2022-10'],
    ['period', ' ', null],
    ['period', 'then', undefined],
    ['date', '10/11/2022', '2022-10-11'],
    ['date', '', null],
    ['date', 'Oct-22', undefined],
    ['word', 'City', 'city'],
    ['word', 'TRANSIT  DISTRICT', 'transit'],
    ['word', 'Transit-District', 'transit'],
    ['word', '', null],
    ['word', 'Town', undefined],
    ['word', '???', undefined],
    ['word', '2022', undefined],
    // a digit may be another character cut off
    ['word', '0City', undefined],
    ['word', 'constructor', undefined],
    ['word', 'valueOf', undefined],
    ['word', '__proto__', undefined],
    ['amount', '(1.50)', -150],
    ['amount', '', null],
    ['amount', 'x', undefined],
    ['percent', '1.5%', 1_500_000],
    ['percent', 'N/A', null],
    ['percent', 'x', undefined],
  ] as const)('of the sort %s reads %j as %j', (sort, text, value) => {
    expect(COLUMNS[sort].read(text)).toBe(value);
  });

  it('says what its cells should look like', () => {
    for (const kind of REPORT_KINDS) {
      for (const column of columnsOf(kind).values()) {
        expect(column.expects.length).toBeGreaterThan(3);
      }
    }
  });
});
