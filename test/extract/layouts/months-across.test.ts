import { describe, expect, test } from 'vitest';
import type { Month } from '../../../src/domain/month.ts';
import { readCsv } from '../../../src/extract/formats/csv.ts';
import { extractReport } from '../../../src/extract/report.ts';
import type { ReportKind } from '../../../src/states/state.ts';
import { monthsAcross } from '../../states/months-across/state.ts';

const [KIND]: readonly ReportKind[] = monthsAcross.kinds;
const TITLES = ['LOCAL TAXES', 'JULY 2024 - JUNE 2025 DISBURSEMENTS'];
const HEADER = 'Government,Tax,July,August,September,Year';

function extract(...lines: readonly string[]) {
  const kinds = KIND ? [KIND] : [];
  return extractReport(
    readCsv(`${lines.join('\n')}\n`, ',').grids,
    kinds,
    kinds.flatMap(({ layouts }) => layouts),
  );
}

const read = (...rows: readonly string[]) => extract(...TITLES, HEADER, ...rows);
const codesOf = ({ findings }: ReturnType<typeof extract>) =>
  findings.filter(({ severity }) => severity !== 'info').map(({ code, row, column }) => [code, row, column]);

describe('months across', () => {
  test('give each jurisdiction and month a row, and keep the printed place of each line', () => {
    const { rows } = read('MAPLE,Sales,1.10,2.20,3.30,6.60', 'MAPLE,Hotel,0.01,0.02,,0.03');
    expect(rows.map(({ code, month, figures }) => [code, month, figures.amount])).toEqual([
      ['maple', '2024-07', 111],
      ['maple', '2024-08', 222],
      ['maple', '2024-09', 330],
    ]);
    expect(rows[0]).toMatchObject({ row: 4, labels: { tax: null } });
    expect(rows[0]?.lines).toEqual([
      { sheet: null, row: 4, labels: { tax: 'sales' }, figures: { amount: 110 } },
      { sheet: null, row: 5, labels: { tax: 'hotel' }, figures: { amount: 1 } },
    ]);
    // the second line prints nothing in September
    expect(rows[2]?.lines?.[1]).toMatchObject({ row: 5, figures: {} });
  });

  test('continue into the next year, whichever months are printed', () => {
    const months = 'Government,Tax,Nov,Dec,Jan,February';
    const { rows } = extract('NOVEMBER 2024 - FEBRUARY 2025', months, 'MAPLE,Sales,1.00,2.00,3.00,4.00');
    expect(rows.map(({ month }) => month)).toEqual(['2024-11', '2024-12', '2025-01', '2025-02'] as Month[]);
  });

  test('leave out months of zeros after the last amount, and name them', () => {
    const { rows, findings } = read(
      'MAPLE,Sales,1.10,0.00,0.00,1.10',
      'OAK,Sales,0.00,,-,0.00',
      'TOTAL,,1.10,0.00,0.00,1.10',
    );
    expect(rows.map(({ code, month, figures }) => [code, month, figures.amount])).toEqual([
      ['maple', '2024-07', 110],
      ['oak', '2024-07', 0],
    ]);
    expect(findings).toMatchObject([
      { code: 'months-to-come', severity: 'info', row: 3, facts: { months: ['2024-08', '2024-09'] } },
    ]);
  });

  test('keep zeros before the last amount, beside one, and in a month whose total is an amount', () => {
    const monthsOf = (...rows: readonly string[]) => read(...rows).rows.map(({ month }) => month);
    expect(monthsOf('MAPLE,Sales,0.00,0.00,3.30,3.30')).toEqual(['2024-07', '2024-08', '2024-09']);
    expect(monthsOf('MAPLE,Sales,1.10,0.00,-3.30,-2.20')).toHaveLength(3);
    const lost = read('MAPLE,Sales,1.10,2.20,0.00,3.30', 'TOTAL,,1.10,2.20,9.99,13.29');
    expect(lost.rows).toHaveLength(3);
    expect(codesOf(lost)).toEqual([['control-total', 5, 'September']]);
    expect(codesOf(read('MAPLE,Sales,1.10,2.20,O.OO,3.30'))).toEqual([['unreadable-cell', 4, 'September']]);
  });

  test('need an amount in any month', () => {
    for (const none of ['0.00,0.00,0.00,0.00', ',,,', '0.00,,-,0.00']) {
      const { rows, findings } = read(`MAPLE,Sales,${none}`);
      expect(rows).toEqual([]);
      expect(
        findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
        none,
      ).toEqual(['empty-file']);
    }
  });

  test('are checked against the total of each row and of each month', () => {
    const both = ['MAPLE,Sales,1.10,2.20,3.30,6.60', 'OAK,Sales,1.00,1.00,1.00,3.00'];
    expect(codesOf(read(...both, 'TOTAL,,2.10,3.20,4.30,9.60'))).toEqual([]);
    expect(codesOf(read(...both, 'TOTAL,,2.10,3.21,4.30,9.61'))).toEqual([['control-total', 6, 'August']]);
    const slipped = read('MAPLE,Sales,1.10,2.20,3.30,6.61');
    expect(codesOf(slipped)).toEqual([['control-total', 4, 'Year']]);
    expect(slipped.findings[0]?.facts).toEqual({ printed: 661, sum: 660 });
    expect(slipped.rows).toHaveLength(3);
  });

  test('refuse a line that ends early, and one that is there twice with other figures', () => {
    expect(codesOf(read('MAPLE,Sales,1.10,2.20,3.30,6.60', 'OAK,Sales,1.00,1'))).toEqual([
      ['row-width', 5, null],
    ]);
    const twice = ['MAPLE,Sales,1.10,0.00,0.00,1.10', 'MAPLE,Sales,1.20,0.00,0.00,1.20'];
    expect(codesOf(read(...twice, 'OAK,Sales,1.00,1.00,1.00,3.00'))).toEqual([
      ['conflicting-rows', 5, null],
      ['duplicate-row', 4, null],
      ['duplicate-row', 4, null],
    ]);
  });

  test('need a title that tells the year, and say so once', () => {
    const { rows, findings } = extract('LOCAL TAXES', HEADER, 'MAPLE,Sales,1.10,2.20,3.30,6.60');
    expect(rows).toEqual([]);
    expect(findings.map(({ code }) => code)).toEqual(['missing-fact']);
    expect(findings[0]?.facts).toMatchObject({ expects: 'a title like JULY 2024 - JUNE 2025 DISBURSEMENTS' });
  });

  test('become no more rows than a text may have', () => {
    const months = Array.from({ length: 900 }, (_, at) => `Jan ${1980 + (at % 100)}`);
    const line = ['MAPLE', 'Sales', ...months.map(() => '1.00')].join(',');
    const lines = Array.from({ length: 1200 }, () => line);
    const { findings } = extract(...TITLES, ['Government', 'Tax', ...months].join(','), ...lines);
    expect(findings.map(({ code }) => code)).toEqual(['file-too-large']);
  });
});

describe('two lines of one jurisdiction, month and tax', () => {
  const OAK = 'OAK,Sales,1.00,1.00,1.00,3.00';
  const TWIN = 'MAPLE,Sales,1.10,2.20,3.30,6.60';
  const OTHER = 'MAPLE,Sales,1.10,0.00,7.00,8.10';

  const paidIn = (...rows: readonly string[]) => {
    const { rows: paid, findings } = read(...rows);
    const ofMaple = paid.filter(({ code }) => code === 'maple').map(({ figures }) => figures.amount);
    return { paid: ofMaple, codes: findings.map(({ code, row }) => [code, row]) };
  };
  const ONCE = [4, 4, 4].map((row) => ['duplicate-row', row]);

  test('both count if the totals count both', () => {
    // 1.10 + 1.10 + 1.00, and so on
    expect(paidIn(TWIN, OAK, TWIN, 'TOTAL,,3.20,5.40,7.60,16.20')).toEqual({
      paid: [220, 440, 660],
      codes: [['repeated-line', 6]],
    });
    expect(paidIn(TWIN, OAK, OTHER, 'TOTAL,,3.20,3.20,11.30,17.70')).toEqual({
      paid: [220, 220, 1030],
      codes: [['repeated-line', 6]],
    });
    const [first] = read(TWIN, OAK, TWIN, 'TOTAL,,3.20,5.40,7.60,16.20').rows;
    expect(first?.lines?.map(({ row }) => row)).toEqual([4, 6]);
  });

  test('one of two equal lines counts if the totals count one', () => {
    expect(paidIn(TWIN, TWIN, OAK, 'TOTAL,,2.10,3.20,4.30,9.60')).toEqual({
      paid: [110, 220, 330],
      codes: ONCE,
    });
  });

  test('one counts if no total, or neither sum, decides', () => {
    expect(paidIn(TWIN, TWIN, OAK)).toEqual({ paid: [110, 220, 330], codes: ONCE });
    // August counts one line, the other months two
    expect(paidIn(TWIN, TWIN, OAK, 'TOTAL,,3.20,3.20,7.60,14.00')).toEqual({
      paid: [110, 220, 330],
      codes: [['control-total', 7], ...ONCE],
    });
    // no total in August
    expect(paidIn(TWIN, TWIN, OAK, 'TOTAL,,3.20,,7.60,')).toEqual({ paid: [110, 220, 330], codes: ONCE });
  });

  test('are refused if they differ and the totals do not count both', () => {
    for (const totals of ['TOTAL,,2.10,3.20,4.30,9.60', 'TOTAL,,3.20,3.20,11.31,17.71'])
      expect(paidIn(TWIN, OTHER, OAK, totals).codes, totals).toContainEqual(['conflicting-rows', 5]);
    expect(paidIn(TWIN, OTHER, OAK).paid).toEqual([]);
  });

  test('need amounts that the totals can tell apart', () => {
    const zeros = 'MAPLE,Sales,0.00,0.00,0.00,0.00';
    expect(paidIn(zeros, zeros, OAK, 'TOTAL,,1.00,1.00,1.00,3.00')).toEqual({ paid: [0, 0, 0], codes: ONCE });
  });
});
