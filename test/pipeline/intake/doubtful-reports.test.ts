import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findingLines } from '../../../src/cli/output/run-findings.ts';
import { describeFinding, type FindingCode, findingMessage } from '../../../src/domain/findings/finding.ts';
import { addMonths, type Month, monthIndex } from '../../../src/domain/month.ts';
import { copyPipelineRig, createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';

/** Payments of twelve cities, or as many as asked. No two months have the same total. */
function monthOf(
  month: string,
  { of = month, count = 12, times = (_: number): number => 1, date = '' } = {},
): string {
  const rows = Array.from({ length: count }, (_, at) => ({
    code: String(2_990_001 + at),
    name: `CITY ${at}`,
    month,
    current: Math.round((1_000 + 10 * at + monthIndex(of as Month) / 10) * times(at) * 100) / 100 + 0.05,
  }));
  const text = texasReport(rows);
  if (date === '') return text;
  return text.replace('Allocation Month', '$&,Allocation Date').replaceAll(`${month}-01`, `$&,${date}`);
}

const HISTORY = Array.from({ length: 24 }, (_, at) => addMonths('2024-10' as Month, at));

let ofTwelve: PipelineRig;
let ofTwenty: PipelineRig;

beforeAll(async () => {
  [ofTwelve, ofTwenty] = [createPipelineRig(afterAll), createPipelineRig(afterAll)];
  for (const [rig, count] of [
    [ofTwelve, 12],
    [ofTwenty, 20],
  ] as const)
    await rig.run({ files: HISTORY.map((month) => rig.write(`${month}.csv`, monthOf(month, { count }))) });
});

/** A dataset with the payments of October 2024 to September 2026, from a file for each month. */
function withTwoYears(count: 12 | 20 = 12): PipelineRig {
  return copyPipelineRig(count === 20 ? ofTwenty : ofTwelve);
}

const receive = (rig: PipelineRig, name: string, content: string) =>
  rig.run({ files: [rig.write(name, content)], onDoubt: 'refuse' });

/** The status of the only report of a run, and the codes of its findings. */
function outcomeOf({ reports }: Awaited<ReturnType<typeof receive>>): unknown[] {
  const [report] = reports;
  return [report?.status, ...new Set(report?.findings.map(({ code }) => code))];
}

function textOf({ reports }: Awaited<ReturnType<typeof receive>>, code: FindingCode): string {
  const found = reports[0]?.findings.find((item) => item.code === code);
  return found ? describeFinding(found).text : '';
}

function storedCodes(rig: PipelineRig): string[] {
  const rows = rig.select<{ code: string }>("SELECT code FROM finding WHERE severity = 'warning' ORDER BY 1");
  return rows.map(({ code }) => code);
}

describe('a report of another month than its column says', () => {
  const WRONG = monthOf('2026-09', { of: '2026-10' });
  const RIGHT = monthOf('2026-10');

  test('is refused, and both reports of the month are named', async () => {
    const rig = withTwoYears();
    const summary = await receive(rig, 'wrong.csv', WRONG);
    expect(outcomeOf(summary)).toEqual(['refused', 'month-restated']);
    expect(textOf(summary, 'month-restated')).toMatch(
      /^12 of 12 figures of net payment of Texas in September 2026 changed\. wrong\.csv \([0-9a-f]{12}\) replaces them, 2026-09\.csv \([0-9a-f]{12}\) gave them before\.$/,
    );
    expect(outcomeOf(await receive(rig, 'right.csv', RIGHT))).toEqual(['loaded']);
  });

  test('is named where it was loaded, also after the data are read again', async () => {
    const rig = withTwoYears();
    await rig.run({ files: [rig.write('wrong.csv', WRONG)] });
    expect(outcomeOf(await receive(rig, 'right.csv', RIGHT))).toEqual(['loaded']);
    for (const readAgain of [() => rig.run({ files: [] }), () => rig.reprocess()]) {
      await readAgain();
      expect(storedCodes(rig)).toEqual(['month-restated']);
    }
  });

  test('is refused if the dates of its payments are in another month', async () => {
    const rig = withTwoYears();
    const dated = await receive(rig, 'dated.csv', monthOf('2026-10', { date: '10/13/2026' }));
    expect(outcomeOf(dated)).toEqual(['loaded']);
    const summary = await receive(rig, 'november.csv', monthOf('2026-11', { date: '12/11/2026' }));
    expect(outcomeOf(summary)).toEqual(['refused', 'date-outside-month']);
  });

  test('is told by one line for each kind of doubt, the decisive one first', async () => {
    const labelled = (dates: string) => monthOf('2026-09', { of: '2026-11', date: dates });
    const linesOf = async (content: string) => {
      const summary = await receive(withTwoYears(), 'november.csv', content);
      return findingLines(summary).map((line) => line.trim());
    };
    const lines = await linesOf(labelled('11/13/2026'));
    expect(lines[0]).toMatch(
      /november\.csv is doubtful\. This looks like the file of November 2026, labelled September 2026\./,
    );
    expect(lines.slice(1, 3).map((line) => /^warning (\S+):/.exec(line)?.[1])).toEqual([
      'month-restated',
      'date-outside-month',
    ]);
    expect(lines[1]).toContain('12 of 12 figures');
    expect(lines[2]).toContain('(and 11 more date-outside-month in this file)');
    expect(lines.filter((line) => line.startsWith('warning'))).toHaveLength(2);
    // without dates, the file does not tell of which month it is
    const undated = await linesOf(monthOf('2026-09', { of: '2026-11' }));
    expect(undated[0]).toContain('This looks like the file of another month, labelled September 2026.');
    // one wrong date says nothing of the others
    const [first = ''] = await linesOf(
      monthOf('2026-10', { date: '10/13/2026' }).replace('10/13/2026', '12/11/2026'),
    );
    expect(first).toContain('november.csv is doubtful. Compare');
  });
});

describe('a report that corrects a month', () => {
  test.each([
    ['one of twenty figures', 1, 1.01, 'loaded'],
    ['half of the figures', 10, 1.01, 'loaded'],
    ['more than half of the figures', 11, 1.01, 'refused'],
    ['all figures, by a cent', 20, 1.000003, 'loaded'],
  ])('with %s', async (_, places, factor, status) => {
    const rig = withTwoYears(20);
    const corrected = monthOf('2026-09', { count: 20, times: (at) => (at < places ? factor : 1) });
    const summary = await receive(rig, 'corrected.csv', corrected);
    expect(summary.reports[0]?.status).toBe(status);
    expect(summary.allocations.updated).toBe(status === 'refused' ? 0 : 20);
  });

  test('loads if it brings a newer month, with a warning', async () => {
    const rig = withTwoYears();
    const both = monthOf('2026-09', { of: '2027-03' }) + monthOf('2026-10').replace(/^.*\r?\n/, '');
    const summary = await receive(rig, 'both.csv', both);
    expect(outcomeOf(summary)).toEqual(['loaded', 'month-restated']);
  });
});

describe('a month far from the year before', () => {
  test.each([
    ['half more in most places', (at: number) => (at < 9 ? 1.55 : 1.2), ['loaded']],
    ['nearly half less everywhere', () => 0.56, ['loaded']],
    ['double amounts, a little less than before', () => 1.92, ['refused', 'total-jump']],
    ['half amounts, a little more than before', () => 0.53, ['refused', 'total-jump']],
    [
      'ten times as much in a tenth of the places',
      (at: number) => (at === 3 ? 10 : 1),
      ['refused', 'unusual-payment'],
    ],
  ])('%s', async (_, times, expected) => {
    const rig = withTwoYears();
    expect(outcomeOf(await receive(rig, 'october.csv', monthOf('2026-10', { times })))).toEqual(expected);
  });

  test('holds amounts in thousands, and its advice names them', async () => {
    const rig = withTwoYears();
    const summary = await receive(rig, 'october.csv', monthOf('2026-10', { times: () => 0.00107 }));
    expect(outcomeOf(summary)).toContain('total-jump');
    expect(textOf(summary, 'total-jump')).toContain('99.9% less than in October 2025');
    expect(summary.reports[0]?.findings.map(findingMessage).join()).toContain(
      'If the figures are in thousands, ask the state for dollars.',
    );
  });
});

describe('a month with fewer places than the one before', () => {
  test.each([
    ['five of 400', 395, 'loaded'],
    ['six of 400', 394, 'refused'],
  ])('%s are missing', async (_, count, status) => {
    const rig = createPipelineRig();
    await rig.run({ files: [rig.write('september.csv', monthOf('2026-09', { count: 400 }))] });
    const summary = await receive(rig, 'october.csv', monthOf('2026-10', { count }));
    expect(outcomeOf(summary)).toEqual(status === 'refused' ? ['refused', 'fewer-rows'] : ['loaded']);
  });

  test('loads if those that are missing were paid nothing before', async () => {
    const rig = createPipelineRig();
    const september = monthOf('2026-09', { count: 400, times: (at) => (at < 394 ? 1 : 0) }).replaceAll(
      /,0\.05,0\.00,0\.05,0\.00,.*/g,
      ',0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00',
    );
    await rig.run({ files: [rig.write('september.csv', september)] });
    expect(outcomeOf(await receive(rig, 'october.csv', monthOf('2026-10', { count: 394 })))).toEqual([
      'loaded',
    ]);
  });
});

test('a report whose rows do not add up to its printed total is refused', async () => {
  const rig = withTwoYears();
  const total = `TOTAL,,,${Array(11).fill('999.00').join(',')}\r\n`;
  expect(outcomeOf(await receive(rig, 'october.csv', monthOf('2026-10') + total))).toEqual([
    'refused',
    'control-total',
  ]);
});
