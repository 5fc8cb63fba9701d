import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import { findingsOf } from '../../rig/finding-message.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement, texasReport } from '../../rig/reports/small-reports.ts';

const warnings = (rig: PipelineRig) => findingsOf(rig, 'fewer-rows', 'total-jump');

/** So many cities in a month, of 1,000 dollars each or of these amounts. */
function cities(month: string, count: number, amountOf = (_: number): number => 1000) {
  return Array.from({ length: count }, (_, at) => ({
    code: String(2_990_001 + at),
    name: `CITY ${at}`,
    month,
    current: amountOf(at),
  }));
}

describe('months that lost jurisdictions', () => {
  test('two of a hundred are accepted, three are not', async () => {
    const rig = createPipelineRig();
    rig.write('january.csv', texasReport(cities('2026-01', 100)));
    rig.write('february.csv', texasReport(cities('2026-02', 98)));
    // 95 of 98 are 3.06% fewer
    rig.write('march.csv', texasReport(cities('2026-03', 95)));
    const summary = await rig.run();
    expect(summary.outcome).toBe('ok');
    expect(summary.findings).toMatchObject({ error: 0, warning: 1 });
    const [found, ...others] = warnings(rig);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ code: 'fewer-rows', month: '2026-03', file_name: 'march.csv' });
    expect(found?.message).toContain(
      'Local Allocation Payment Detail of March 2026 has 3.1% fewer jurisdictions than February 2026 (95 instead of 98)',
    );
    const march = summary.reports.find(({ path }) => path.endsWith('march.csv'));
    expect(march).toMatchObject({ status: 'loaded', rows: 95 });
    expect(march?.findings.map(({ code }) => code)).toEqual(['fewer-rows']);
  });

  test('rows of overlapping reports count once, and a complete report ends the warning', async () => {
    const rig = createPipelineRig();
    rig.write('both.csv', texasReport([...cities('2026-01', 50), ...cities('2026-02', 50)]));
    rig.write('march.csv', texasReport([...cities('2026-02', 50), ...cities('2026-03', 25)]));
    await rig.run();
    const [found] = warnings(rig);
    expect(found).toMatchObject({ month: '2026-03', file_name: 'march.csv' });
    expect(found?.message).toContain('50.0% fewer jurisdictions than February 2026 (25 instead of 50)');
    await rig.load({ 'march-again.csv': texasReport(cities('2026-03', 50)) });
    expect(warnings(rig)).toEqual([]);
  });

  test('a quarter is compared with the quarter before', async () => {
    const rig = createPipelineRig();
    const places = (quarter: string, count: number) =>
      quarterly(
        Array.from({ length: count }, (_, at) => ({ code: `190${10 + at}`, quarter, pool: 1, total: 2 })),
      );
    await rig.load({ 'first.csv': places('1Q-26', 50), 'second.csv': places('2Q-26', 48) });
    // the second quarter is settled in August
    expect(warnings(rig)).toMatchObject([
      {
        code: 'fewer-rows',
        month: '2026-08',
        file_name: 'second.csv',
        message: expect.stringContaining(
          'Quarterly distribution summary of Q2 2026 has 4.0% fewer jurisdictions than Q1 2026 (48 instead of 50)',
        ),
      },
    ]);
  });

  test('a month after a gap is not compared', async () => {
    const rig = createPipelineRig();
    rig.write('january.csv', texasReport(cities('2026-01', 10)));
    rig.write('march.csv', texasReport(cities('2026-03', 5)));
    await rig.run();
    expect(warnings(rig)).toEqual([]);
  });
});

describe('totals far from those of a year before', () => {
  // net payment is 98% of what is collected in these reports: 980.00 a city
  test.each([
    ['a dollar less than 1.85 times is within bounds', 1849, null],
    ['1.85 times is not', 1850, '1,813.00, 85.0% more than in March 2025 (980.00)'],
    // 1 ÷ 1.85 is 0.5405
    ['a part above the 1.85th is within bounds', 541, null],
    ['a part below it is not', 540, '529.20, 46.0% less than in March 2025 (980.00)'],
    ['a tenth', 100, '98.00, 90.0% less than in March 2025 (980.00)'],
    ['ten times as much', 10_000, '9,800.00, 900.0% more than in March 2025 (980.00)'],
  ])('%s', async (_, current, message) => {
    const rig = createPipelineRig();
    rig.write('2025.csv', texasReport(cities('2025-03', 1)));
    rig.write('2026.csv', texasReport(cities('2026-03', 1, () => current)));
    const summary = await rig.run();
    expect(summary.outcome).toBe('ok');
    const found = warnings(rig);
    if (message === null) expect(found).toEqual([]);
    else {
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ code: 'total-jump', month: '2026-03', file_name: '2026.csv' });
      expect(found[0]?.message).toContain(`Net payments of Texas in March 2026 add up to ${message}`);
    }
  });

  test('a month is never compared with the one before it', async () => {
    const rig = createPipelineRig();
    rig.write('january.csv', texasReport(cities('2026-01', 1)));
    rig.write('february.csv', texasReport(cities('2026-02', 1, () => 5000)));
    await rig.run();
    expect(warnings(rig)).toEqual([]);
  });

  test('a month without payments a year before is not compared', async () => {
    const rig = createPipelineRig();
    rig.write(
      'statement.csv',
      statement([
        { code: '59001', month: '2025-03', net: 0 },
        { code: '59001', month: '2025-04', net: -100 },
        { code: '59001', month: '2026-03', net: 500 },
        { code: '59001', month: '2026-04', net: 100 },
        { code: '59001', month: '2026-05', net: 700 },
        // a tenth more taken back
        { code: '59001', month: '2025-06', net: -100 },
        { code: '59001', month: '2026-06', net: -110 },
      ]),
    );
    await rig.run();
    // from 100 taken back to 100 paid is 200 of 100
    expect(warnings(rig).map(({ month, message }) => [month, message])).toEqual([
      [
        '2026-04',
        expect.stringContaining(
          'Net payments of California in April 2026 add up to 100.00, 200.0% more than in April 2025 (-100.00)',
        ),
      ],
    ]);
  });
});

describe('a month whose payments a later report restates', () => {
  const unlike = (at: number) => 100 + at;

  test.each([
    [9, 12, false],
    [10, 20, true],
    [10, 21, false],
  ])('with %i of %i payments restated gives a finding: %s', async (restated, count, isTold) => {
    const rig = await loadedRig({ 'june.csv': texasReport(cities('2026-06', count, unlike)) });
    const again = cities('2026-06', count, (at) => (at < restated ? 200 : 100) + at);
    const { reports } = await rig.run({ files: [rig.write('again.csv', texasReport(again))] });
    const said = reports[0]?.findings.map(findingMessage) ?? [];
    expect(said).toHaveLength(isTold ? 1 : 0);
    if (isTold) expect(said[0]).toContain('10 of 20 figures of net payment of Texas in June 2026 changed.');
  });
});
