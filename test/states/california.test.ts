import { describe, expect, it } from 'vitest';
import { fiscalQuarter } from '../../src/domain/allocation.ts';
import type { Month } from '../../src/domain/month.ts';
import type { ReportKindName, StoredRow } from '../../src/domain/report.ts';
import { readCsv } from '../../src/extract/formats/csv.ts';
import { extractReport } from '../../src/extract/report.ts';
import { countyOfCode, isUnincorporatedArea } from '../../src/states/ca/counties.ts';
import { california } from '../../src/states/ca/index.ts';
import { monthlyStatement, type StatementFigure } from '../../src/states/ca/monthly-statement.ts';
import { type QuarterlyFigure, quarterlyAllocations } from '../../src/states/ca/quarterly-allocations.ts';
import { storedRow } from '../rig/datasets/stored-row.ts';
import { optionalMessage } from '../rig/finding-message.ts';

const STATEMENT: Record<StatementFigure, number | null> = {
  current_distributions: 70_000,
  current_advance: 20_000,
  net_prior_allocations: -30_000,
  administrative_cost: -700,
  other_adjustments: 1_200,
  net_payment: 60_500,
};

const QUARTERLY: Record<QuarterlyFigure, number | null> = {
  month_1: 30_000,
  month_2: 31_000,
  month_3: 32_000,
  gross: 93_000,
  county_pool_percent: 12_500_000,
  county_pool_amount: 9_100,
  state_pool_percent: 250_000,
  state_pool_amount: 450,
  county_share_percent: 5_000_000,
  jurisdiction_share_percent: 95_000_000,
  adjusted_gross: 102_550,
  county_share_amount: 5_128,
  jurisdiction_share_amount: 97_422,
  local_tax: 97_422,
  prior_advance: -30_000,
  administrative_cost: -700,
  total: 60_500,
};

function statement(month: string, figures: Partial<typeof STATEMENT> = {}, type: string | null = null) {
  const labels = { jurisdiction_type: type };
  return storedRow({ month, figures: { ...STATEMENT, ...figures }, labels });
}

function quarterly(month: string, figures: Partial<typeof QUARTERLY> = {}): StoredRow {
  return storedRow({ month, figures: { ...QUARTERLY, ...figures } });
}

function merge(statements: StoredRow[], quarterlies: StoredRow[] = []) {
  return california.merge(
    new Map<ReportKindName, StoredRow[]>([
      [monthlyStatement.name, statements],
      [quarterlyAllocations.name, quarterlies],
    ]),
  );
}

describe('a California datapoint', () => {
  it('knows which of its rows gives a field', () => {
    const [blank, full] = [{ net_prior_allocations: null }, { net_prior_allocations: 0 }];
    const quarter = quarterly('2022-11');
    const rowOf = (field: string, figures: Partial<typeof STATEMENT>, isSettled = true) => {
      const { datapoints } = merge([statement('2022-11', figures)], isSettled ? [quarter] : []);
      const sources = datapoints[0]?.sources ?? new Map();
      const row = california.sourceOf(field, sources);
      return row === undefined ? 'none' : row === quarter ? 'quarterly' : 'statement';
    };
    expect(rowOf('net_payment', blank)).toBe('statement');
    expect(rowOf('other_adjustments', { other_adjustments: null })).toBe('statement');
    expect(rowOf('countywide_pool', full)).toBe('quarterly');
    expect(rowOf('county_share', blank)).toBe('quarterly');
    // the statement's own figure counts, also if it is zero
    expect(rowOf('net_prior_allocations', full)).toBe('statement');
    expect(rowOf('net_prior_allocations', blank)).toBe('quarterly');
    expect(rowOf('net_prior_allocations', blank, false)).toBe('statement');
    // no statement prints a pool
    expect(rowOf('countywide_pool', full, false)).toBe('none');
  });

  it('has no row for a zero that no report prints', () => {
    const hasRow = (field: string, figures: Partial<typeof STATEMENT> = {}) => {
      const { datapoints } = merge([statement('2022-10', figures)], []);
      return california.sourceOf(field, datapoints[0]?.sources ?? new Map()) !== undefined;
    };
    expect(hasRow('net_payment')).toBe(true);
    expect(hasRow('countywide_pool')).toBe(false);
    expect(hasRow('net_prior_allocations', { net_prior_allocations: null })).toBe(false);
    expect(hasRow('net_prior_allocations', { net_prior_allocations: 0 })).toBe(true);
    // the record has 0 in place of what the statement prints
    expect(hasRow('net_prior_allocations', { net_prior_allocations: 700 })).toBe(false);
  });
});

describe('what the merge finds', () => {
  it('is a total that differs from what was paid, with both figures', () => {
    const { findings } = merge([statement('2022-11')], [quarterly('2022-11', { total: 60_400 })]);
    expect(findings).toMatchObject([{ code: 'quarterly-total', month: '2022-11' }]);
    for (const part of ['604.00', '605.00', '1.00']) expect(optionalMessage(findings[0])).toContain(part);
    expect(merge([statement('2022-11', { net_payment: null })], [quarterly('2022-11')]).findings).toEqual([]);
    expect(merge([statement('2022-11')], [quarterly('2022-11', { total: null })]).findings).toEqual([]);
  });
});

describe('the quarterly report', () => {
  it.each([
    ['3Q-23', '2023-11'],
    ['4Q-23', '2024-02'],
    ['1Q-24', '2024-05'],
    ['2Q-24', '2024-08'],
  ])('of %s belongs to the allocation of %s, which settles it', (printed, month) => {
    expect(quarterlyAllocations.period.read(printed)).toBe(month);
    expect(california.calendar.isQuarterEnd(month as Month)).toBe(true);
  });
});

describe('what a statement row shows by itself', () => {
  const row = (month: string, figures: Partial<typeof STATEMENT>) =>
    monthlyStatement.checkRow(statement(month, figures) as Parameters<typeof monthlyStatement.checkRow>[0], {
      read: new Set(),
      printed: new Set(),
    });

  it('is a missing net payment', () => {
    expect(row('2022-11', { net_payment: null })).toMatchObject([
      { code: 'net-payment-missing', field: 'net_payment' },
    ]);
  });
});

describe('California', () => {
  it.each([
    ['2022-11', 1],
    ['2023-03', 3],
  ])('has the sales of the allocation of %s in fiscal quarter %i', (month, quarter) => {
    expect(fiscalQuarter(month as Month, california.calendar)).toBe(quarter);
  });

  it.each([
    ['1998', '01998'],
    ['00023', '023'],
    ['a23', 'A23'],
    [' 00A23 ', 'A23'],
    ['000A2', '0A2'],
    ['ABC', 'ABC'],
    ['1E3', '1E3'],
  ])('reads the code %j as %s', (printed, code) => {
    expect(monthlyStatement.code.read(printed)).toBe(code);
    expect(quarterlyAllocations.code.read(printed)).toBe(code);
  });

  it.each([
    ...['190500', '2002017', '19050.0', '1.905E+04', '19-050', 'A9050', '-1998', '99850'],
    ...['0', '000', '0000', '00000', '0123', '000023', '000970', '000A23', 'A2', 'AB', 'A234', 'ABCD', 'É23'],
    ...['SUM', 'all', 'Tot', '00SUM', '1000.5', '1,000'],
  ])('refuses the code %s', (printed) => {
    expect(monthlyStatement.code.read(printed)).toBeUndefined();
  });

  it('reads districts of letters alone, and leaves words of notes unread', () => {
    const header =
      'Payment Month,Jurisdiction Code,Jurisdiction,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Other Adjustments,Net Payment';
    const extract = (...lines: string[]) => {
      const { grids } = readCsv([header, ...lines].join('\n'));
      return extractReport(grids, california.kinds, monthlyStatement.layouts);
    };
    const district = 'Oct-22,ABC,CEDAR LIBRARY,1.25,2.00,,,,3.25';
    const { rows, findings } = extract(district, ',END,,,,,,,', ',See,,,,,,,');
    expect(rows.map(({ code }) => code)).toEqual(['ABC']);
    expect(findings.map(({ code }) => code)).toEqual(['skipped-line', 'skipped-line']);
    const sum = extract(district, 'Oct-22,SUM,California,1.25,2.00,,,,3.25');
    expect(sum.findings).toMatchObject([{ code: 'unreadable-cell', row: 3, column: 'Jurisdiction Code' }]);
  });

  it('gives every code an id that tells it, whatever its form', () => {
    const codes = new Map<number, string>();
    const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const ofThree = characters.flatMap((first) =>
      characters.flatMap((second) => characters.map((third) => first + second + third)),
    );
    const ofFive = Array.from({ length: 100_000 }, (_, at) => String(at).padStart(5, '0'));
    const wrong: string[] = [];
    for (const printed of [...ofThree, ...ofFive]) {
      const code = monthlyStatement.code.read(printed);
      if (!code) continue;
      const id = california.idOf(code);
      if ((codes.get(id) ?? code) !== code) wrong.push(code);
      codes.set(id, code);
      const number = id - 60_000_000;
      const [radix, digits] = number > 1_000_000 ? [36, number - 1_000_000] : [10, number];
      const text = digits.toString(radix).toUpperCase();
      if (text.padStart(radix === 36 || number < 1000 ? 3 : 5, '0') !== code) wrong.push(code);
    }
    expect(wrong).toEqual([]);
    // three digits or letters without 000 and five words for sums, and five digits from 01000 to 98999
    expect(codes.size).toBe(36 ** 3 - 1 - 5 + 98_000);
  });

  it.each([
    ['City', 'city'],
    ['COUNTY', 'county'],
    ['Special Taxing District', 'special_district'],
    ['', null],
    ['Village', undefined],
  ])('reads the jurisdiction type %j as %s', (printed, type) => {
    expect(monthlyStatement.labels.jurisdiction_type.read(printed)).toBe(type);
  });

  it('takes a type from the newest row that names one, else from the code', () => {
    const rows = [
      statement('2022-09', {}, 'city'),
      statement('2022-10', {}, 'special_district'),
      statement('2022-11'),
    ];
    expect(california.jurisdictionType('19050', rows)).toBe('special_district');
    expect(california.jurisdictionType('19050', rows.slice(2))).toBeNull();
    expect(california.jurisdictionType('19998', rows.slice(2))).toBe('county');
    expect(california.jurisdictionType('19998', [])).toBe('county');
    expect(california.jurisdictionType('19998', rows)).toBe('special_district');
    expect(california.jurisdictionType('99850', [])).toBeNull();
    expect(california.jurisdictionType('998', [])).toBeNull();
  });

  it.each([
    ['01998', 'Alameda'],
    ['07998', 'Contra Costa'],
    ['19050', 'Los Angeles'],
    ['30998', 'Orange'],
    ['34001', 'Sacramento'],
    ['37998', 'San Diego'],
    ['38998', 'San Francisco'],
    ['58998', 'Yuba'],
    ['00998', null],
    ['59001', null],
    ['99999', null],
    // district codes have three characters, some of them digits that a county's number begins with
    ['023', null],
    ['010', null],
    ['970', null],
    ['19A', null],
    ['00023', null],
  ])('has %s in the county of %s', (code, county) => {
    expect(countyOfCode(code)).toBe(county);
  });

  it('numbers its 58 counties in alphabetical order', () => {
    const counties = Array.from({ length: 58 }, (_, at) =>
      countyOfCode(`${String(at + 1).padStart(2, '0')}998`),
    );
    expect(new Set(counties).size).toBe(58);
    expect([...counties].sort()).toEqual(counties);
    expect(isUnincorporatedArea('58998')).toBe(true);
    expect(isUnincorporatedArea('99801')).toBe(false);
  });

  it('looks rates up under the county and the name, and nowhere for a code of no county', () => {
    expect(california.rateLocations('19050', 'Los Angeles')).toContainEqual({
      county: 'Los Angeles',
      location: 'Los Angeles',
    });
    expect(california.rateLocations('01998', 'Alameda County')[0]).toEqual({
      county: 'Alameda',
      location: 'Alameda County Unincorporated Area',
    });
    expect(california.rateLocations('99050', 'Nowhere')).toEqual([]);
    expect(california.rateLocations('190', 'Los Angeles')).toEqual([]);
  });
});
