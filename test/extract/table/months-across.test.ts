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
    const errorsOf = (...rows: readonly string[]) => {
      const extraction = read(...rows);
      expect(extraction.rows).toEqual([]);
      return extraction.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
    };
    expect(errorsOf('MAPLE,Sales,0.00,0.00,0.00,0.00')).toEqual(['empty-file']);
    expect(errorsOf('MAPLE,Sales,0.00,,-,0.00')).toEqual(['empty-file']);
    // a line without any figure is no row
    expect(errorsOf('OAK,Sales,1.00,1.00,1.00,3.00', 'MAPLE,Sales,,,,')).toEqual(['unread-row']);
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
      ['unread-row', 5, null],
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
    expect(findings.map(({ code }) => code)).toEqual(['unclear-fact']);
    expect(findings[0]?.facts).toMatchObject({
      what: 'The report needs a title like JULY 2024 - JUNE 2025 DISBURSEMENTS, and has none.',
    });
  });

  test('become no more rows than a text may have', () => {
    const months = Array.from({ length: 900 }, (_, at) => `Jan ${1980 + (at % 100)}`);
    const line = ['MAPLE', 'Sales', ...months.map(() => '1.00')].join(',');
    const lines = Array.from({ length: 1200 }, () => line);
    const { findings } = extract(...TITLES, ['Government', 'Tax', ...months].join(','), ...lines);
    expect(findings.map(({ code }) => code)).toEqual(['file-too-large']);
  });
});

test('two equal lines of one jurisdiction and tax count once, whatever the totals say', () => {
  const twin = 'MAPLE,Sales,1.10,2.20,3.30,6.60';
  const { rows, findings } = read(twin, twin, 'TOTAL,,2.20,4.40,6.60,13.20');
  expect(rows.map(({ figures }) => figures.amount)).toEqual([110, 220, 330]);
  expect(findings.map(({ code, row }) => [code, row])).toEqual(
    [4, 4, 4].map((row) => ['duplicate-row', row]),
  );
});

test('a header that is printed again, as at a page break, is skipped', () => {
  const pages = [
    HEADER,
    'MAPLE,Sales,1.10,2.20,3.30,6.60',
    ...TITLES,
    HEADER.replace('Tax', 'Tax (continued)'),
  ];
  const { rows, findings } = extract(...TITLES, ...pages, 'OAK,Sales,1.00,1.00,1.00,3.00');
  expect(rows.map(({ code }) => code)).toEqual(['maple', 'maple', 'maple', 'oak', 'oak', 'oak']);
  expect(findings.map(({ code, row }) => [code, row])).toEqual([5, 6, 7].map((row) => ['skipped-line', row]));
});

describe('subtotals', () => {
  const OAK = 'OAK,Sales,1.00,1.00,1.00,3.00';
  const ELM = 'ELM,Sales,0.10,0.20,0.30,0.60';

  test('are compared with the lines since the subtotal above them', () => {
    const right = [
      ...['MAPLE,Sales,1.10,2.20,3.30,6.60', OAK, 'SUBTOTAL,,2.10,3.20,4.30,9.60'],
      ...[ELM, 'Sub-total of the south,,0.10,0.20,0.30,0.60'],
      ...[OAK.replace('OAK', 'ASH'), ELM.replace('ELM', 'FIR'), 'Subtotal,,1.10,1.20,1.30,3.60'],
      // the north and the south, and all
      ...['TOTAL OF BOTH,,1.20,1.40,1.60,4.20', 'GRAND TOTAL,,3.30,4.60,5.90,13.80'],
    ];
    expect(codesOf(read(...right))).toEqual([]);
    const wrong = right.with(4, 'Sub-total of the south,,0.10,0.20,0.31,0.61');
    const { findings } = read(...wrong);
    expect(findings.map(({ row, column, facts }) => [row, column, facts])).toEqual([
      [8, 'September', { printed: 31, sum: 30 }],
    ]);
  });
});
