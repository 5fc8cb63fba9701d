import { describe, expect, it } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import { readCsv } from '../../src/extract/formats/csv.ts';
import { extractReport } from '../../src/extract/report.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { placeOfName } from '../../src/states/tx/comparison-sheets.ts';
import { citySummaryCsv, type SummaryLine, summaryCsv } from '../rig/reports/comparison-sheets.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);

function extractCsv(text: string) {
  return extractReport(readCsv(text).grids, REPORT_KINDS, LAYOUTS);
}

const COUNTY: SummaryLine = { type: 'COUNTY', name: 'JUNIPER', month: '2023-05', rate: '0.5', net: '10.00' };

describe('the place of a name', () => {
  it.each([
    ['city', 'CITY OF ABILENE', 'Abilene'],
    ['city', 'ST HEDWIG', 'Saint Hedwig'],
    ['county', 'ZAVALA CO', 'Zavala'],
    ['transit', 'EL PASO CTD', 'El Paso City Transit Dept'],
    ['special_district', 'WISE CO ESD 1', 'Wise County Emergency Services District No. 1'],
    ['special_district', 'WISE CO ESD 01', 'WISE CO ESD 1'],
    ['special_district', 'ZAPATA CO ASST DIST', 'Zapata County Assistance District'],
  ] as const)('of a %s is the same for %s and %s', (type, one, other) => {
    expect(placeOfName(one, type).place).toBe(placeOfName(other, type).place);
  });

  it.each([
    ['special_district', 'WISE CO ESD 1', 'WISE CO ESD 1-A'],
    ['special_district', 'WISE CO ESD 1', 'WISE CO ESD 11'],
    ['transit', 'AUSTIN MTA', 'CAPITAL METRO'],
  ] as const)('of a %s is not the same for %s and %s', (type, one, other) => {
    expect(placeOfName(one, type).place).not.toBe(placeOfName(other, type).place);
  });

  it('leaves the words of the type if nothing else is there', () => {
    expect(placeOfName('METRO TRANSIT', 'transit').place).toBe('metrotransit');
    expect(placeOfName('COUNTY', 'county').place).toBe('county');
  });

  it('has the county of a name that tells two cities apart', () => {
    expect(placeOfName('RENO (LAMAR CO)', 'city')).toEqual({ place: 'reno', county: 'LAMAR' });
    expect(placeOfName('RENO (Parker County)', 'city')).toEqual({ place: 'reno', county: 'Parker' });
    expect(placeOfName('RENO', 'city')).toEqual({ place: 'reno', county: null });
  });
});

describe('a comparison sheet', () => {
  it.each([
    ['5', '2023', '2023-05'],
    ['12', '2023.0', '2023-12'],
    ['May', '2023', '2023-05'],
    ['2023-05-01T00:00:00.000', '2023', '2023-05'],
  ])('has the month of %s and %s', (month, year, expected) => {
    const text = summaryCsv([COUNTY]).replace(',5,2023,', `,${month},${year},`);
    expect(extractCsv(text).rows[0]?.month).toBe(expected);
  });

  it.each([
    ['13', '2023'],
    ['', '2023'],
    ['5', ''],
    ['2022-05-01', '2023'],
  ])('is refused if the month is %s and the year %s', (month, year) => {
    const text = summaryCsv([COUNTY]).replace(',5,2023,', `,${month},${year},`);
    const { rows, findings } = extractCsv(text);
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([
      { code: 'unreadable-cell', row: 2, column: 'Report Month, Report Year' },
    ]);
  });

  it('is read with its header printed again, as at a page break', () => {
    const [header = '', row = ''] = summaryCsv([COUNTY]).split('\n');
    const { rows, findings } = extractCsv(
      [header, row, header, row.replace('JUNIPER', 'BIRCH'), ''].join('\n'),
    );
    expect(rows.map(({ name }) => name)).toEqual(['JUNIPER', 'BIRCH']);
    expect(findings).toMatchObject([{ code: 'skipped-line', row: 3 }]);
  });

  it('with annual rows alone gets one message that says so', () => {
    const annual = { ...COUNTY, period: 'ANNUAL' };
    const { findings } = extractCsv(summaryCsv([annual, { ...annual, name: 'BIRCH' }]));
    expect(findings.map(findingMessage)).toEqual([
      'The file has no monthly figures. Its rows are of years or other periods. Download the report again. It must have a header, and rows of months below it.',
    ]);
  });

  it('names the first of the rates that no authority has, and counts the others', () => {
    const rates = ['0.1', '0.015', '2.5', '2.51', '0', '0.0999', ''];
    const lines = rates.map((rate, at) => ({ ...COUNTY, name: `PLACE ${'ABCDEFG'[at]}`, rate }));
    const { rows, findings } = extractCsv(summaryCsv(lines));
    expect(rows).toHaveLength(7);
    expect(findings).toMatchObject([
      { code: 'unusual-rate', severity: 'warning', row: 3, column: 'current_rate', facts: { more: 2 } },
    ]);
    expect(findings.map(findingMessage).join()).toContain('PLACE B is 0.015');
  });

  it.each(['MONTHLY', 'Monthly', 'month', 'M', ''])('is monthly if the period type is "%s"', (period) => {
    expect(extractCsv(summaryCsv([{ ...COUNTY, period }])).rows).toHaveLength(1);
  });

  it('leaves out rows of other periods, and refuses a word that nobody knows', () => {
    const quarter = { ...COUNTY, name: 'BIRCH', period: 'Quarterly' };
    const { rows, findings } = extractCsv(summaryCsv([COUNTY, quarter, { ...quarter, period: 'Y' }]));
    expect(rows).toHaveLength(1);
    expect(findings).toMatchObject([
      { code: 'other-period', row: 3, facts: { printed: 'Quarterly', more: 1 } },
    ]);
    const unknown = extractCsv(summaryCsv([{ ...COUNTY, period: 'CURRENT' }]));
    expect(unknown.rows).toEqual([]);
    expect(unknown.findings.map(findingMessage).join()).toContain('CURRENT');
  });

  it('leaves out a month without any amount, and keeps a row without amounts in a month that has some', () => {
    const empty = { ...COUNTY, net: '.', before: '.', toDate: '.', toDateBefore: '.' };
    const { rows } = extractCsv(
      summaryCsv([COUNTY, { ...empty, name: 'BIRCH' }, { ...empty, month: '2023-06' }]),
    );
    expect(rows.map(({ code, month }) => [code, month])).toEqual([
      ['county:juniper', '2023-05'],
      ['county:birch', '2023-05'],
    ]);
    expect(rows[1]?.figures).toMatchObject({ net_payment_this_period: null, payments_to_date: null });
  });

  it.each(['-0.5', '100', 'half'])('is refused if a rate is %s', (rate) => {
    const { rows, findings } = extractCsv(summaryCsv([{ ...COUNTY, rate }]));
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ code: 'unreadable-cell', column: 'Current Rate' }]);
  });

  it.each(['', 'VILLAGE'])('is refused if a type is "%s"', (type) => {
    const { rows, findings } = extractCsv(summaryCsv([{ ...COUNTY, type }]));
    expect(rows).toEqual([]);
    expect(findings[0]?.severity).toBe('error');
  });

  it('of cities with two rows of one county is refused, in whichever casing', () => {
    const one = { ...COUNTY, type: 'Alder', name: 'Elm Fork' };
    const { findings } = extractCsv(citySummaryCsv([one, { ...one, name: 'ELM FORK', net: '11.00' }]));
    expect(findings).toMatchObject([{ code: 'conflicting-rows' }]);
  });

  it('without its year names the column that is missing', () => {
    const { findings } = extractCsv(summaryCsv([COUNTY]).replace('Report Year', 'Rep Yr'));
    expect(findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect(findings.map(findingMessage).join(' ')).toContain('needs the column "Report Year"');
  });
});
