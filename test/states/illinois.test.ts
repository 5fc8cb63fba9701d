import { describe, expect, it } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { Figure } from '../../src/domain/money.ts';
import { readCsv } from '../../src/extract/formats/csv.ts';
import { extractReport } from '../../src/extract/report.ts';
import { disbursements } from '../../src/states/il/disbursements.ts';
import { governmentCode, governmentType } from '../../src/states/il/governments.ts';
import { illinois } from '../../src/states/il/index.ts';
import { groupOf, TAX_CODES } from '../../src/states/il/taxes.ts';
import { storedRow } from '../rig/datasets/stored-row.ts';

const GROUPS = [
  ['state_shared', 'MT CT CST'],
  ['home_rule', 'HMR CHMR'],
  ['non_home_rule', 'NHMR'],
  ['business_district', 'BDIST'],
  ['public_safety', 'CTPS'],
  ['school_facilities', 'CTSF'],
  ['flood_protection', 'CTFP'],
  ['transit', 'RTA STRTA CTRTA MED MEDFE'],
  ['vehicles_and_rental', 'MTART CTART PVHM PVHC HRUT'],
  ['motor_fuel', 'CMFT MMFT'],
  ['other', 'CWT MEPD SFDK 911C'],
] as const;

const TITLES = ['DISBURSEMENT INFORMATION', 'JULY 2019 - JUNE 2020 DISBURSEMENTS'];
const HEADER = 'Local Government,Tax,Vendor#,July,August,FY Total';

function extract(...lines: readonly string[]) {
  const { grids } = readCsv(`${lines.join('\n')}\n`, ',');
  return extractReport(grids, [disbursements], disbursements.layouts);
}

const read = (...rows: readonly string[]) => extract(...TITLES, HEADER, ...rows);
const codesOf = ({ findings }: ReturnType<typeof extract>) => findings.map(({ code, row }) => [code, row]);

describe('a tax of Illinois', () => {
  it.each(GROUPS)('counts in %s: %s', (group, taxes) => {
    for (const tax of taxes.split(' ')) expect(groupOf(tax), tax).toBe(group);
  });

  it('is known if it is in a group, and counts as other if it is not known', () => {
    expect([...TAX_CODES].sort()).toEqual(GROUPS.flatMap(([, taxes]) => taxes.split(' ')).sort());
    for (const tax of ['GRCT', 'constructor', '__proto__', 'mt']) expect(groupOf(tax)).toBe('other');
  });
});

describe('a government of Illinois', () => {
  it.each([
    ['ADAMS COUNTY GOVERNMENT', ['CST', 'CT', 'CTPS'], 'county'],
    ['DUPAGE COUNTY (CMFT)', ['CMFT'], 'county'],
    ['DUPAGE COUNTY WATER COMMISSION', ['CWT'], 'special_district'],
    ['MADISON COUNTY (MED)', ['MED'], 'transit'],
    ['COUNTY LINE', ['MT'], 'city'],
    ['STATE OF ILLINOIS', ['MMFT'], null],
  ])('%s that receives %j is a %s', (name, taxes, type) => {
    expect(governmentType(name, taxes)).toBe(type);
  });

  it.each([
    ['390000010', 'ABINGDON', '390000010-abingdon', 173_900_010],
    // two governments of one name
    ['390009420', 'WINDSOR', '390009420-windsor', 173_909_420],
    ['390009430', 'WINDSOR', '390009430-windsor', 173_909_430],
    // FNV-1a of "cedar-gap" is 2,901,280,965 = 483 × 6,000,000 + 3,280,965, by independent code
    [null, 'CEDAR GAP', 'cedar-gap', 177_280_965],
  ])('with the vendor number %s and the name %s has the code %s and the id %i', (vendor, name, code, id) => {
    expect(governmentCode(vendor, name)).toBe(code);
    expect(illinois.idOf(code)).toBe(id);
  });

  it('keeps the listed code of its vendor number under another name, unless both names are in the report', () => {
    const codes = (...lines: readonly string[]) =>
      new Set(read(...lines.map((line) => `${line},1.00,2.00,3.00`)).rows.map(({ code }) => code));
    const [abingdon, sangamon] = ['390000010-abingdon', '290000167-sangamon-county-government'];
    expect(codes('ABINGTON,MT,390000010', 'FARLEY,MT,290000167')).toEqual(new Set([abingdon, sangamon]));
    expect(codes('FARLEY,MT,290000167', 'SANGAMON COUNTY GOVERNMENT,CST,290000167')).toEqual(
      new Set(['290000167-farley', sangamon]),
    );
    // a listed second name, and two names that are not listed, are governments of their own
    expect(codes('BARCLAY,MT,290000167', 'A,MT,390000010', 'B,HMR,390000010')).toEqual(
      new Set(['290000167-barclay', '390000010-a', '390000010-b']),
    );
  });

  it('has its code whatever spaces and punctuation its name is printed with', () => {
    const { rows } = read('ST.  ROSE,MT,,1.00,2.00,3.00', 'ST ROSE,HMR,,0.10,0.20,0.30');
    expect(rows.map(({ code, figures }) => [code, figures.net_payment])).toEqual([
      ['st-rose', 110],
      ['st-rose', 220],
    ]);
  });
});

describe('the report', () => {
  it.each([
    ['JULY 2019 - JUNE 2020 DISBURSEMENTS', '2019-07'],
    ['July 2019 – June 2020 Disbursements', '2019-07'],
    ['DISBURSEMENTS JULY 2021 THRU JUNE 2022', '2021-07'],
    ['JULY  2020 -  JANUARY 2021 DISBURSEMENTS', '2020-07'],
  ])('has the year of the title %s', (title, first) => {
    const { rows } = extract('MAY 2010 - APRIL 2011 COLLECTIONS', title, HEADER, 'ELM,MT,,1.00,2.00,3.00');
    expect(rows[0]?.month).toBe(first);
  });

  it.each(['DISBURSEMENT INFORMATION', 'MAY 2019 - APRIL 2020 COLLECTIONS'])(
    'is refused if its only title is %s',
    (title) => {
      const extraction = extract(title, HEADER, 'ELM,MT,,1.00,2.00,3.00');
      expect(extraction.rows).toEqual([]);
      expect(codesOf(extraction)).toContainEqual(['unclear-fact', null]);
    },
  );

  it('is refused if its title contradicts itself', () => {
    const title = 'JULY 2019 - JULY 2020 DISBURSEMENTS';
    const { rows, findings } = extract(title, HEADER, 'ELM,MT,,1.00,2.00,3.00');
    expect(rows).toEqual([]);
    const facts = {
      what: `"${title}" cannot be read.`,
      advice: 'Its months are no year: correct the title.',
    };
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unreadable-cell', facts, row: 1 },
    ]);
  });

  it.each([
    ['FY Total', ''],
    ['1st,2nd,FY Total', ', and no layout has the columns "1st", "2nd"'],
  ])('is refused without months, not read with %s as one', (columns, unknown) => {
    const { rows, findings } = extract(
      ...TITLES,
      `Local Government,Tax,Vendor#,${columns}`,
      'ELM,MT,,3.00,,',
    );
    expect(rows).toEqual([]);
    expect(findings.map(findingMessage)).toEqual([
      `"Disbursement information for sales and related taxes" needs the column "July"${unknown}. Export the report again with all its columns.`,
    ]);
  });

  it('is refused if a line has a cell too many: its months have shifted', () => {
    const { rows, findings } = read('ELM,MT,,0,1.00,2.00,3.00');
    expect(rows).toEqual([]);
    expect(findings.map(findingMessage)).toContain(
      'Cell 7 ("3.00") has no header above it. Check whether the cells of the row have shifted.',
    );
  });

  it('may have its names in a column behind the amounts, and totals without a name', () => {
    const header = 'FY Total,August,July,Vendor#,Tax,Local Government';
    const { rows, findings } = extract(...TITLES, header, '3.00,2.00,1.00,,MT,ELM', '3.00,2.00,1.00');
    expect(rows).toHaveLength(2);
    expect(findings).toEqual([]);
  });

  it('may print its header, its titles and subtotals again on each page', () => {
    const page = [...TITLES, HEADER];
    const extraction = extract(
      ...[...page, 'ELM,MT,,1.00,2.00,3.00', 'OAK,MT,,10.00,20.00,30.00', 'SUBTOTAL,,,11.00,22.00,33.00'],
      ...[...page, 'ASH,MT,,0.10,0.20,0.30', 'SUBTOTAL,,,0.10,0.20,0.30', 'TOTAL,,,11.10,22.20,33.30'],
    );
    expect(codesOf(extraction)).toEqual([7, 8, 9].map((row) => ['skipped-line', row]));
    expect(extraction.rows).toHaveLength(6);
  });

  const BODY = ['ELM,MT,,1.00,2.00,3.00', 'OAK,MT,,10.00,20.00,30.00'];

  it.each([
    ['without its word, and a wrong sum', ',,,11.00,23.00,34.00', [['control-total', 6]]],
    ['without its word, and a total that is wrong too', ',,,11.00,22.00,34.00', [['control-total', 6]]],
  ])('has a row of totals %s', (_, totals, expected) => {
    const extraction = read(...BODY, totals);
    expect(codesOf(extraction)).toEqual(expected);
    expect(extraction.rows).toHaveLength(4);
  });

  it.each([
    ['equals no sum', [...BODY, ',,,5.00,6.00,11.00'], 'unread-row'],
    ['is not the last one', [BODY[0] ?? '', ',,,1.00,2.00,3.00', BODY[1] ?? ''], 'unread-row'],
    ['has a tax', [...BODY, ',MT,,11.00,22.00,33.00'], 'unreadable-cell'],
    ['has a vendor number', [...BODY, ',,390000010,11.00,22.00,33.00'], 'unreadable-cell'],
    [
      'has zeros alone',
      ['ELM,MT,,0.00,0.10,0.10', 'OAK,MT,,0.00,-0.10,-0.10', ',,,0.00,0.00,0.00'],
      'unread-row',
    ],
  ])('is refused if a row without a name %s', (_, rows, expected) => {
    const extraction = read(...rows);
    expect(extraction.rows).toEqual([]);
    expect(codesOf(extraction).map(([code]) => code)).toContain(expected);
  });

  it('is refused if a name has no letter that the code can have', () => {
    const extraction = read('ПЕРМЬ,MT,390000010,1.00,2.00,3.00', 'ÉLAN,MT,,1.00,2.00,3.00');
    expect(codesOf(extraction)).toEqual([['unreadable-cell', 4]]);
    expect(read('ÉLAN,MT,,1.00,2.00,3.00').rows[0]?.code).toBe('elan');
  });
});

describe('an Illinois datapoint', () => {
  function figuresOf(cents: number | null): Record<string, Figure> {
    return cents === null ? {} : { net_payment: cents as Figure };
  }

  function merged(net: number | null, lines: readonly (readonly [string, number | null])[]) {
    const row = storedRow({
      figures: { net_payment: net },
      lines: lines.map(([tax, cents], at) => ({
        ...{ sheet: null, row: 7 + at, labels: { tax } },
        figures: figuresOf(cents),
      })),
    });
    return illinois.merge(new Map([[disbursements.name, [row]]])).datapoints[0]?.figures;
  }

  it('has the sum of each group, zero for a printed zero, and null for a group it does not receive', () => {
    expect(
      merged(635, [
        ['MT', 500],
        ['CST', 30],
        ['HMR', 0],
        ['CWT', 5],
        ['NEW', 100],
      ]),
    ).toEqual({
      net_payment: 635,
      state_shared: 530,
      home_rule: 0,
      non_home_rule: null,
      business_district: null,
      public_safety: null,
      school_facilities: null,
      flood_protection: null,
      transit: null,
      vehicles_and_rental: null,
      motor_fuel: null,
      other: 105,
    });
  });

  it('has null in a group whose lines are all blank', () => {
    expect(
      merged(500, [
        ['MT', 500],
        ['HMR', null],
      ]),
    ).toMatchObject({ state_shared: 500, home_rule: null });
  });

  it('has a corrected payment in the group too, if there is one group', () => {
    expect(merged(600, [['MT', 500]])).toMatchObject({ net_payment: 600, state_shared: 600 });
    expect(
      merged(600, [
        ['MT', 500],
        ['HMR', 50],
      ]),
    ).toMatchObject({ state_shared: 500, home_rule: 50 });
  });
});
