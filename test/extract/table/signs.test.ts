import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/extract/formats/csv.ts';
import type { Grid } from '../../../src/extract/formats/grid.ts';
import { readLayoutFile } from '../../../src/extract/layouts/layout-file.ts';
import type { Layout } from '../../../src/extract/layouts/report-kind.ts';
import { extractReport } from '../../../src/extract/report.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { optionalMessage } from '../../rig/finding-message.ts';

const STATEMENT =
  'Payment Month,Jurisdiction Code,Jurisdiction,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Net Payment';
const BUILT_IN = REPORT_KINDS.flatMap(({ layouts }) => layouts);

/** A statement of November 2022 with these printed costs, a jurisdiction each. */
function statement(costs: readonly string[], header = STATEMENT, firstCode = 19_001): Grid {
  const lines = costs.map((cost, at) => `Nov-22,${firstCode + at},PLACE ${at},9.01,0.00,,${cost},9.01`);
  const [grid] = readCsv([header, ...lines, ''].join('\n')).grids;
  if (!grid) throw new Error('the test has no table');
  return grid;
}

function read(grids: readonly Grid[], layouts: readonly Layout[] = BUILT_IN) {
  const { rows, findings } = extractReport(grids, REPORT_KINDS, layouts);
  return {
    costs: rows.map(({ figures }) => figures.administrative_cost),
    assumed: findings.filter(({ code }) => code === 'sign-assumed'),
  };
}

function times(count: number, printed: string): string[] {
  return Array.from({ length: count }, () => printed);
}

function layoutsWith(file: unknown): Layout[] {
  return readLayoutFile(JSON.stringify(file), REPORT_KINDS);
}

describe('an amount taken away', () => {
  it('is positive, whichever sign most figures of the report have', () => {
    expect(read([statement([...times(9, '-1.00'), '2.50'])])).toEqual({
      costs: [...times(9, '').map(() => 100), -250],
      assumed: [],
    });
    expect(read([statement([...times(9, '1.00'), '(2.50)'])])).toEqual({
      costs: [...times(9, '').map(() => 100), -250],
      assumed: [],
    });
  });

  it('that is zero or blank has no sign and counts for none', () => {
    const { costs, assumed } = read([
      statement(['', '0.00', '-0.00', ...times(6, '-1.00'), ...times(4, '1.00')]),
    ]);
    expect(costs).toEqual([null, 0, 0, 100, 100, 100, 100, 100, 100, -100, -100, -100, -100]);
    expect(Object.is(costs[2], 0)).toBe(true);
    expect(assumed).toEqual([]);
  });

  it('among fewer than ten figures is reported as assumed, once per report and field', () => {
    const { costs, assumed } = read([statement(times(9, '-1.00'))]);
    expect(costs).toEqual(times(9, '').map(() => 100));
    expect(assumed).toMatchObject([
      { severity: 'info', sheet: null, row: null, column: 'administrative_cost' },
    ]);
    for (const part of ['9 figures', 'negative', '--layouts', '"sign":"negative"', 'write "positive"'])
      expect(optionalMessage(assumed[0])).toContain(part);
    expect(read([statement(times(9, ''))]).assumed).toEqual([]);
  });

  it('is positive if both signs are equally frequent, and a finding says so', () => {
    const { costs, assumed } = read([statement([...times(10, '-1.00'), ...times(10, '1.00')])]);
    expect(costs.slice(9, 11)).toEqual([-100, 100]);
    expect(optionalMessage(assumed[0])).toContain('10 of 20');
  });
});

describe('a sign that a layout states', () => {
  const SHORT = STATEMENT.replace('Administrative Cost', 'Cost');
  const columns = {
    period: ['Payment Month'],
    code: ['Jurisdiction Code'],
    name: ['Jurisdiction'],
    current_distributions: ['Current Distributions'],
    current_advance: ['Current Advance'],
    net_prior_allocations: ['Net Prior Allocations'],
    administrative_cost: ['Cost'],
    net_payment: ['Net Payment'],
  };
  const own = (sign?: string) => ({
    kind: 'ca/monthly-statement',
    name: 'short',
    columns,
    ...(sign ? { signs: { administrative_cost: sign } } : {}),
  });
  const stated = (sign: string) => ({ kind: 'ca/monthly-statement', field: 'administrative_cost', sign });

  it('counts against the figures, without an assumption', () => {
    const grid = statement(['1.00', '2.00', '-3.00'], SHORT);
    expect(read([grid], layoutsWith({ layouts: [own('negative')] }))).toEqual({
      costs: [-100, -200, 300],
      assumed: [],
    });
    expect(read([grid], layoutsWith({ layouts: [own('positive')] }))).toEqual({
      costs: [100, 200, -300],
      assumed: [],
    });
  });

  it('is that of every layout of the kind which states none itself', () => {
    const file = { layouts: [own()], signs: [stated('negative')] };
    expect(read([statement(['1.00'])], layoutsWith(file)).costs).toEqual([-100]);
    expect(read([statement(['1.00'], SHORT)], layoutsWith(file)).costs).toEqual([-100]);
    const both = layoutsWith({ layouts: [own('positive')], signs: [stated('negative')] });
    expect(read([statement(['1.00'], SHORT)], both).costs).toEqual([100]);
  });

  it('is that of the sheets read by it; the others go by their own figures', () => {
    const first = { ...statement(['1.00', '2.00'], SHORT), sheet: 'A', format: 'xlsx' as const };
    const second = {
      ...statement(['-5.00', '-6.00', '7.00'], STATEMENT, 19_101),
      sheet: 'B',
      format: 'xlsx' as const,
    };
    const { costs, assumed } = read([first, second], layoutsWith({ layouts: [own('negative')] }));
    expect(costs).toEqual([-100, -200, 500, 600, -700]);
    expect(assumed).toHaveLength(1);
    expect(optionalMessage(assumed[0])).toContain('2 of 3');
  });

  it.each([
    [
      { signs: [{ ...stated('negative'), field: 'net_payment' }] },
      'no field "net_payment" that is an amount taken away',
    ],
    [{ signs: [{ ...stated('negative'), kind: 'tx/payment-detail' }] }, 'administrative_cost'],
    [{ signs: [stated('negative'), stated('positive')] }, 'twice'],
    [{ layouts: [{ ...own(), signs: { net_payment: 'negative' } }] }, 'net_payment'],
  ])('must be one of a field that has one: %j', (file, mistake) => {
    expect(() => layoutsWith(file)).toThrow(mistake);
  });
});
