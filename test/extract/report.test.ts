import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/extract/formats/csv.ts';
import type { Grid } from '../../src/extract/formats/grid.ts';
import { readLayoutFile } from '../../src/extract/layouts/layout-file.ts';
import type { Layout } from '../../src/extract/layouts/report-kind.ts';
import { extractReport } from '../../src/extract/report.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { optionalMessage } from '../rig/finding-message.ts';

const LAYOUTS = REPORT_KINDS.flatMap(({ layouts }) => layouts);
const STATEMENT =
  'Payment Month,Jurisdiction Code,Jurisdiction,Jurisdiction Type,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Other Adjustments,Net Payment';
const QUARTERLY =
  'Quarter,Jurisdiction Code,Jurisdiction,Month 1,Month 2,Month 3,Gross,County Pool Percent,County Pool Amount,State Pool Percent,State Pool Amount,County Share Percent,Jurisdiction Share Percent,Adjusted Gross,County Share Amount,Jurisdiction Share Amount,Local Tax,Prior Advance,Administrative Cost,Total';
const LOS_ANGELES = 'Nov-22,19050,LOS ANGELES,City,100.00,50.00,-60.00,-1.00,0.00,89.00';
const QUARTER = '3Q-22,19050,LOS ANGELES,1,2,3,6,12.5,7,0.25,8,5%,95%,21,-1,20,20,-60.00,-1.00,89.00';

function gridOf(text: string, sheet: string | null = null): Grid {
  const [grid] = readCsv(text).grids;
  if (!grid) throw new Error('the test has no table');
  return sheet === null ? grid : { ...grid, sheet, format: 'xlsx' };
}

function extract(...grids: Grid[]) {
  return extractReport(grids, REPORT_KINDS, LAYOUTS);
}

function codesOf({ findings }: { findings: readonly { code: string }[] }): string[] {
  return findings.map(({ code }) => code);
}

describe('the kind of a report', () => {
  it('with percentages that lost their format is refused: their shares come to one', () => {
    const shares = (county: string, jurisdiction: string) =>
      codesOf(extract(gridOf(`${QUARTERLY}\n${QUARTER.replace('5%,95%', `${county},${jurisdiction}`)}\n`)));
    for (const [county, jurisdiction] of [
      ['0.05', '0.95'],
      ['0', '1'],
      ['0.3333', '0.6667'],
      // rounded, they may miss it by a hundredth
      ['0.33', '0.66'],
      ['0.34', '0.67'],
    ] as const)
      expect(shares(county, jurisdiction)).toEqual(['unreadable-cell']);
    for (const [county, jurisdiction] of [
      ['5', '95'],
      ['0', '100'],
      ['', ''],
      ['0.05', ''],
      ['', '1'],
      ['0', '0'],
      ['0.33', '0.65'],
      ['0.95%', '99.05%'],
    ] as const)
      expect(shares(county, jurisdiction)).toEqual([]);
  });

  it('is read from hidden sheets as well, with a warning', () => {
    const shown = gridOf(`${STATEMENT}\n${LOS_ANGELES}\n`, 'Nov');
    const hidden = {
      ...gridOf(`${STATEMENT}\n${LOS_ANGELES.replace('Nov-22', 'Dec-22')}\n`, 'Dec'),
      isHidden: true,
    };
    const notes = { ...gridOf('Prepared by the finance office\n', 'Notes'), isHidden: true };
    const { rows, findings } = extract(shown, hidden, notes);
    expect(rows).toHaveLength(2);
    expect(findings.filter(({ code }) => code === 'hidden-part').map(({ sheet }) => sheet)).toEqual(['Dec']);
  });

  it('is read from hidden rows as well, with an info for each sheet that is read', () => {
    const statement = { ...gridOf(`${STATEMENT}\n${LOS_ANGELES}\n`, 'Nov'), hiddenRows: [2, 3, 7] };
    const notes = { ...gridOf('Prepared by the finance office\n', 'Notes'), hiddenRows: [1] };
    const { rows, findings } = extract(statement, notes, gridOf('', 'Empty'));
    expect(rows).toHaveLength(1);
    expect(findings.filter(({ code }) => code === 'hidden-part')).toMatchObject([
      { severity: 'info', sheet: 'Nov', row: 2, facts: { more: 2 } },
    ]);
  });
});

describe('several sheets', () => {
  const october = gridOf(`${STATEMENT}\nOct-22,19050,LOS ANGELES,City,1,2,,,,3\n`, 'October');
  const november = gridOf(`Title\n\n${STATEMENT}\n${LOS_ANGELES}\n`, 'November');

  it('are read together, each with its own header', () => {
    const { rows, findings } = extract(october, november);
    expect(findings).toEqual([]);
    expect(rows.map(({ sheet, row, month }) => [sheet, row, month])).toEqual([
      ['October', 2, '2022-10'],
      ['November', 4, '2022-11'],
    ]);
  });

  it('sheets without a known header are skipped with a warning, empty ones without one', () => {
    const notes: Grid = { sheet: 'Notes', format: 'xlsx', rows: [{ number: 1, cells: ['Read me'] }] };
    const empty: Grid = { sheet: 'Empty', format: 'xlsx', rows: [] };
    const { rows, findings } = extract(notes, empty, october);
    expect(rows).toHaveLength(1);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'sheet-ignored', sheet: 'Notes' }]);
  });

  it.each([
    ['goes on without the header', 'Nov-22,19050,LOS ANGELES,City,1,2,,,,3'],
    ['has other headings', 'Code,Place,Paid in,Amount,Advance\n19050,LOS ANGELES,Nov-22,3.00,1.00'],
  ])('are refused where one holds figures and %s', (_, content) => {
    const { rows, findings } = extract(october, gridOf(`Page 2\n${content}\n`, 'Page 2'));
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ severity: 'error', code: 'sheet-unread', sheet: 'Page 2' }]);
  });

  it.each([
    ['codes and months', 'Code,Since,Name\n19050,Nov-22,LOS ANGELES\nTotal,,3.00'],
    ['a pivot', 'Year,Month,Sum of Net Payment\n2024,2024-01-01,330.75'],
    ['control figures', 'Month,Records,Total\nJan-24,1834,912345678.12'],
    ['figures without names', 'Code,Paid in,Amount,Advance\n19050,Nov-22,3.00,1.00'],
    ['figures without months', 'Code,Place,Amount,Advance\n19050,LOS ANGELES,3.00,1.00'],
  ])('are not refused for a sheet of %s', (_, content) => {
    const { findings } = extract(october, gridOf(`${content}\n`, 'Notes'));
    expect(findings).toMatchObject([{ code: 'sheet-ignored', sheet: 'Notes' }]);
  });

  it('are refused if a sheet says that figures are in thousands', () => {
    const notes = gridOf('Notes\nAll dollar amounts are in thousands\n', 'Notes');
    expect(extract(october, notes).findings).toMatchObject([
      { code: 'figures-in-thousands', sheet: 'Notes', row: 2 },
    ]);
  });
});

describe('the sums of a report', () => {
  const FIELDS =
    'Total Collections,Prior Period Collections,Current Period Collections,Future Period Collections,Audit Collections,Unidentified,Single Local Rate Collections,Service Fee,Current Retained';
  const HEADER = `Authority Code,Authority Name,Allocation Month,Allocation Date,${FIELDS}`;
  // 2 % are 2.00, 2 % of the rest 1.96; 1.00 of last month is paid as well
  const ROW = ',Oct-22,10/11/2022,100.00,0,100.00,0,0,0,0,2.00,1.96';
  const built = LAYOUTS.find(({ kind }) => kind === 'tx/payment-detail');
  if (!built) throw new Error('Texas has no layout');
  const { prior_retained: _, ...headers } = built.headers;
  const short: Layout = { ...built, name: 'short', headers: { ...headers, net_payment: ['Paid Out'] } };
  const without = gridOf(`${HEADER},Paid Out\n2999001,AMBER CREEK${ROW},97.04\n`, 'Short');
  const whole = (prior: string) =>
    gridOf(`${HEADER},Prior Retained,Net Payment\n2999002,BIRCH CITY${ROW},${prior},97.04\n`, 'Whole');

  it('are not checked if the layout leaves out one of their figures', () => {
    const codes = (...grids: Grid[]) => codesOf(extractReport(grids, REPORT_KINDS, [...LAYOUTS, short]));
    expect(codes(without)).toEqual([]);
    expect(codes(whole('1.00'))).toEqual([]);
    // blank as it may be, it is read
    expect(codes(whole(''))).toEqual(['row-arithmetic']);
    expect(codes(whole('1.00'), without)).toEqual([]);
  });
});

describe('a row printed twice', () => {
  const ROW = 'Oct-22,19050,LOS ANGELES,City,1.00,2.00,,,,3.00';

  it('with the same figures counts once, with one warning', () => {
    const { rows, findings } = extract(gridOf(`${STATEMENT}\n${ROW}\n${ROW}\n`));
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).toBe(2);
    expect(findings).toMatchObject([{ severity: 'warning', code: 'duplicate-row', row: 2 }]);
    expect(optionalMessage(findings[0])).toContain('here and in row 3.');
  });

  it('has the same figures in every notation', () => {
    const dressed = 'October 2022,19050,Los Angeles,CITY,$1.00,2,-,N/A,.,"3.0"';
    expect(codesOf(extract(gridOf(`${STATEMENT}\n${ROW}\n${dressed}\n`)))).toEqual(['duplicate-row']);
  });
});

describe('months printed as days', () => {
  const rowOf = (day: string, code = 19050) => `${day},${code},PLACE,City,1.25,2,,,,3.25`;
  const said = (...days: string[]) =>
    extract(gridOf([STATEMENT, ...days.map((day, at) => rowOf(day, 19050 + at))].join('\n')));

  it('are reported if all are last days: a change of time zone moves first days so', () => {
    const { rows, findings } = said('2024-02-29', '2024-02-29', '2024-04-30');
    expect(rows.map(({ month }) => month)).toEqual(['2024-02', '2024-02', '2024-04']);
    expect(findings).toMatchObject([{ code: 'shifted-months', severity: 'warning', row: 2 }]);
    expect(optionalMessage(findings[0])).toContain(
      'February 29, 2024 was read as February 2024, but may be the first day of March 2024 in another time zone.',
    );
  });

  it.each([
    ['first days', '2024-03-01', '2024-04-01'],
    ['first and last days', '2024-02-29', '2024-03-01'],
    ['a last day and a month', '2024-02-29', 'Mar-24'],
    ['months', 'Feb-24', 'Mar-24'],
  ])('are not reported if they are %s', (_, ...days) => {
    expect(codesOf(said(...days))).toEqual([]);
  });
});

describe('an amount taken away', () => {
  const costsOf = (costs: readonly string[], sign?: string) => {
    const lines = costs.map((cost, at) => `Nov-22,${19_001 + at},PLACE ${at},City,9.01,0.00,,${cost},,9.01`);
    const file = {
      signs: sign ? [{ kind: 'ca/monthly-statement', field: 'administrative_cost', sign }] : [],
    };
    const grid = gridOf(`${STATEMENT}\n${lines.join('\n')}\n`);
    const { rows, findings } = extractReport(
      [grid],
      REPORT_KINDS,
      readLayoutFile(JSON.stringify(file), REPORT_KINDS),
    );
    expect(findings).toEqual([]);
    return rows.map(({ figures }) => figures.administrative_cost);
  };

  it('of California is positive with either sign, and a refund keeps the other one', () => {
    expect(costsOf(['-1.00', '-2.00', '0.50', '', '0.00'])).toEqual([100, 200, -50, null, 0]);
    expect(costsOf(['1.00', '2.00', '(0.50)', '', '-0.00'])).toEqual([100, 200, -50, null, 0]);
  });

  it('has the sign that a layout states', () => {
    expect(costsOf(['1.00', '-3.00'], 'positive')).toEqual([100, -300]);
    expect(costsOf(['1.00', '-3.00'], 'negative')).toEqual([-100, 300]);
    expect(costsOf(['1.00', '-3.00'], 'either')).toEqual([-100, 300]);
  });
});
