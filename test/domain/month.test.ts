import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMonths,
  formatMonth,
  type Month,
  monthAt,
  monthIndex,
  monthOfYear,
  monthsBetween,
  parseMonth,
  parsePrintedDate,
  parsePrintedMonth,
  parsePrintedQuarter,
  quarterName,
} from '../../src/domain/month.ts';

const NAMES = 'January February March April May June July August September October November December';
const FULL_NAMES = NAMES.split(' ');
const year = fc.integer({ min: 1980, max: 2079 });
const calendarMonth = fc.integer({ min: 1, max: 12 });
const month = fc.tuple(year, calendarMonth).map(([y, m]) => monthText(y, m));

function monthText(y: number, m: number): Month {
  return `${y}-${String(m).padStart(2, '0')}` as Month;
}

describe('month arithmetic', () => {
  it('goes back the way it came', () => {
    fc.assert(
      fc.property(month, fc.integer({ min: -1000, max: 1000 }), (from, count) => {
        expect(addMonths(addMonths(from, count), -count)).toBe(from);
        expect(monthIndex(addMonths(from, count)) - monthIndex(from)).toBe(count);
      }),
    );
  });

  it('counts months as text sorts them', () => {
    fc.assert(
      fc.property(month, month, (a, b) => {
        expect(Math.sign(monthIndex(a) - monthIndex(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(monthAt(monthIndex(a))).toBe(a);
      }),
    );
  });

  it('counts twelve months a year', () => {
    fc.assert(
      fc.property(year, calendarMonth, (y, m) => {
        expect(monthIndex(monthText(y, m))).toBe(12 * y + m - 1);
        expect(monthOfYear(monthText(y, m))).toBe(m);
        expect(addMonths(monthText(y, m), 12)).toBe(monthText(y + 1, m));
      }),
    );
  });

  it('lists months from first to last', () => {
    expect(monthsBetween('2021-11' as Month, '2022-02' as Month)).toEqual([
      '2021-11',
      '2021-12',
      '2022-01',
      '2022-02',
    ]);
    expect(monthsBetween('2022-02' as Month, '2022-02' as Month)).toEqual(['2022-02']);
    expect(monthsBetween('2022-02' as Month, '2022-01' as Month)).toEqual([]);
    fc.assert(
      fc.property(month, fc.nat(200), (first, count) => {
        const months = monthsBetween(first, addMonths(first, count));
        expect(months).toHaveLength(count + 1);
        expect(months.every((each, at) => each === addMonths(first, at))).toBe(true);
      }),
    );
  });

  it.each([
    ['2023-01', '2023Q1'],
    ['2023-03', '2023Q1'],
    ['2023-04', '2023Q2'],
    ['2023-09', '2023Q3'],
    ['2023-12', '2023Q4'],
  ])('%s is in %s', (of, quarter) => {
    expect(quarterName(of as Month)).toBe(quarter);
  });

  it('writes months for people', () => {
    expect(formatMonth('2022-10' as Month)).toBe('October 2022');
    expect(formatMonth('2018-01' as Month)).toBe('January 2018');
    expect(formatMonth('2026-12' as Month)).toBe('December 2026');
  });
});

describe('parseMonth', () => {
  it('reads only YYYY-MM', () => {
    expect(parseMonth('2018-06')).toBe('2018-06');
    for (const text of ['2018-6', '2018-13', '2018-00', '2018-06-01', ' 2018-06', '201806', 'Jun-18', '']) {
      expect(parseMonth(text)).toBeUndefined();
    }
  });
});

describe('parsePrintedMonth', () => {
  it.each([
    ['Oct-22', '2022-10'],
    ['oct-22', '2022-10'],
    ['Sept-22', '2022-09'],
    ['Jan-00', '2000-01'],
    ['2024-07-01T00:00:00Z', '2024-07'],
    ['3/1/26', '2026-03'],
    ['10/01/2022 12:00:00 AM', '2022-10'],
    ['2022/10/31', '2022-10'],
    ['Oct. 1, 2022', '2022-10'],
    ['October, 2022', '2022-10'],
    ['31 October 2022', '2022-10'],
    ['31-Oct-22', '2022-10'],
    ['29-Feb-24', '2024-02'],
    // the year cannot be a day of one digit, and day and year may be the same
    ['1-Oct-31', '2031-10'],
    ['30-Jun-30', '2030-06'],
    ['2022/10', '2022-10'],
    [' Oct-22 ', '2022-10'],
  ])('reads %s as %s', (text, expected) => {
    expect(parsePrintedMonth(text)).toBe(expected);
  });

  it.each([
    ...['', 'N/A', 'October', '2022', '202210', '44835', '22-Oct', 'Oct-2', 'Oct-20222', 'Octo-22', 'Oct/22'],
    ...['Oct-22 (preliminary)', '2022-13', '2022-1', '13/01/2022', '2/30/2022', '2022-02-29', '2022-10-32'],
    // what Excel makes of Oct-22 in 2026, and the like
    ...['2026-10-22', '2022/10/01 05:00', '2022-10/01', 'October 1, 22', 'October 22', '31-Sep-2022'],
    ...['2 01-Oct-22', '28-Feb-24', '29-Feb-23'],
    // with day and year exchanged, the first or last day of another month
    ...['22-Oct-01', '01-Oct-31', '30-Jun-01', '28-Feb-01', '01 Oct 22', '01/Oct/22', '10/22', '10-2022'],
    ...['1/10/2022 - 10/2022', '10-11-2022', '2022-10-11T00:00:01', '2022-10-11T00:00:00+02:00'],
    ...['Oct-1979', '1/1/1900', 'Q3 2022', '٢٠٢٢-١٠'],
  ])('refuses %j', (text) => {
    expect(parsePrintedMonth(text)).toBeUndefined();
  });

  it('reads every month in every form', () => {
    fc.assert(
      fc.property(year, calendarMonth, (y, m) => {
        const expected = monthText(y, m);
        const name = FULL_NAMES[m - 1] ?? '';
        const mm = String(m).padStart(2, '0');
        const forms = [
          `${name} ${y}`,
          `${name.slice(0, 3)}-${y}`,
          `${y}-${mm}`,
          `${y}-${mm}-01`,
          `${y}-${mm}-01T00:00:00.000`,
          `${m}/1/${y}`,
          `${mm}/01/${y}`,
          `${m}/${y}`,
          `${y}/${mm}/01`,
          `${name} 1, ${y}`,
          `1-${name.slice(0, 3)}-${y}`,
        ];
        if (y >= 2000) forms.push(`${name.slice(0, 3)}-${String(y).slice(2)}`);
        for (const form of forms) expect(parsePrintedMonth(form)).toBe(expected);
      }),
    );
  });

  it('reads no other day than the first and the last', () => {
    fc.assert(
      fc.property(year, calendarMonth, fc.integer({ min: 2, max: 27 }), (y, m, day) => {
        const name = FULL_NAMES[m - 1] ?? '';
        const short = `${String(day).padStart(2, '0')}-${name.slice(0, 3)}-${String(y).slice(2)}`;
        for (const form of [`${m}/${day}/${y}`, `${y}/${m}/${day}`, `${name} ${day}, ${y}`, short])
          expect(parsePrintedMonth(form), form).toBeUndefined();
        const last = new Date(Date.UTC(y, m, 0)).toISOString().slice(0, 10);
        expect(parsePrintedMonth(last)).toBe(monthText(y, m));
        const before = new Date(Date.UTC(y, m, -1)).toISOString().slice(0, 10);
        expect(parsePrintedMonth(before)).toBeUndefined();
      }),
    );
  });
});

describe('parsePrintedDate', () => {
  it.each([
    ['3/10/2026', '2026-03-10'],
    ['2022-10-11T00:00:00.000', '2022-10-11'],
    ['12/31/79', '2079-12-31'],
    ['2022/10/11', '2022-10-11'],
    ['October 11, 2022', '2022-10-11'],
    ['Sept. 9, 2022', '2022-09-09'],
    ['11-Oct-2022', '2022-10-11'],
    ['9 October 2022', '2022-10-09'],
    [' 10/11/2022 ', '2022-10-11'],
    ['2022-10-11 00:00Z', '2022-10-11'],
    ['10/11/2022 12:00 AM', '2022-10-11'],
  ])('reads %s as %s', (text, expected) => {
    expect(parsePrintedDate(text)).toBe(expected);
  });

  it.each([
    ...['Oct-22', '2022-10', '11-Oct-22', '12/31/80', '12/31/2080', '22/10/11', '2022/31/12', 'Oct 32, 2022'],
    // any other time than midnight, and any more before or behind
    ...['12022-10-11', '2022-10-11T05:00:00.000', '2022-10-11T00:00:00+02:00', '10/11/2022 5:00 PM'],
    ...['10/11/2022 12:00 PM', '2022/10/11 05:00', '12022/10/11', 'October 11, 20221'],
  ])('refuses %s', (text) => {
    expect(parsePrintedDate(text)).toBeUndefined();
  });

  it('agrees with the calendar about which days there are', () => {
    fc.assert(
      fc.property(year, fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }), (y, m, d) => {
        const [mm, dd] = [String(m).padStart(2, '0'), String(d).padStart(2, '0')];
        const time = new Date(`${y}-${mm}-${dd}T00:00:00Z`);
        const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${y}-${mm}-${dd}`);
        const expected = exists ? `${y}-${mm}-${dd}` : undefined;
        expect(parsePrintedDate(`${y}-${mm}-${dd}`)).toBe(expected);
        expect(parsePrintedDate(`${m}/${d}/${y}`)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('parsePrintedQuarter', () => {
  it.each([
    ['3Q-23', '2023-09'],
    ['2Q 2023', '2023-06'],
    ['4Q2023', '2023-12'],
    ['Q3 2023', '2023-09'],
    ['2023-Q3', '2023-09'],
    ['2023Q4', '2023-12'],
    ['2023-3Q', '2023-09'],
    [' 3Q-23 ', '2023-09'],
  ])('reads %s as the quarter that ends in %s', (text, expected) => {
    expect(parsePrintedQuarter(text)).toBe(expected);
  });

  it.each([
    ...['', '5Q-23', 'Q3', '3Q', '3Q--23', '3Q-203', '3Q/23', 'Q3 Q4 2023', '3Q-1979', '2023-09'],
    ...['third quarter 2023', '23-Q3', '12023-Q3', '2023-Q34'],
  ])('refuses %j', (text) => {
    expect(parsePrintedQuarter(text)).toBeUndefined();
  });
});
