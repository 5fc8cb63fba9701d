import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { Month } from '../../src/domain/month.ts';
import { optionalMessage } from '../rig/finding-message.ts';
import { filesUnder } from '../rig/folders.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';

const CITY = '2999001';
const DISTRICT = '5999002';

/** Both states over two years: statements by month, quarterly reports, overlapping Texas files. */
function twoYears(): [string, string][] {
  const all = monthsFrom('2021-04', 24);
  const files: [string, string][] = all.map((month, at) => [
    `ca-${month}.csv`,
    statement([
      { code: '01990', month, net: 1000 + at * 7 },
      { code: '02998', month, net: 50 - at, type: 'County' },
      ...(at > 5 ? [{ code: '03990', month, net: at }] : []),
    ]),
  ]);
  const quarters = ['21', '22'].flatMap((year) => [1, 2, 3, 4].map((quarter) => `${quarter}Q-${year}`));
  for (const [at, quarter] of quarters.entries())
    files.push([`ca-${quarter}.csv`, quarterly([{ code: '01990', quarter, pool: at * 3, total: at }])]);
  for (const [at, last] of [12, 18, 24].entries()) {
    const rows = all.slice(Math.max(0, last - 12), last).flatMap((month, offset) => [
      { code: CITY, name: 'EXAMPLE CITY', month, current: 500 + offset },
      { code: DISTRICT, name: 'EXAMPLE ESD 2', month, current: 90 + at },
    ]);
    files.push([`tx-${at}.csv`, texasReport(rows)]);
  }
  return files;
}

function writeAll(rig: PipelineRig, files: readonly [string, string][]): string[] {
  return files.map(([name, content]) => rig.write(name, content));
}

describe('the same reports', () => {
  test('change nothing the second time, and the summary says so', async () => {
    const rig = createPipelineRig();
    writeAll(rig, twoYears());
    const first = await rig.run();
    expect(first.outcome).toBe('ok');
    const before = rig.content();
    const archived = filesUnder(rig.archive);
    const second = await rig.run();
    expect(second).toMatchObject({
      outcome: 'nothing-new',
      allocations: { inserted: 0, updated: 0, removed: 0, revised: 0, unchanged: 0 },
    });
    expect(second.reports.every(({ status }) => status === 'unchanged')).toBe(true);
    expect(second.findings).toEqual({ error: 0, warning: 0, info: 0 });
    expect(rig.content()).toEqual(before);
    expect(filesUnder(rig.archive)).toEqual(archived);
  });

  test('in any order and at any concurrency give the same dataset', async () => {
    const files: [string, string][] = [
      ...twoYears(),
      // two reports that end with the same month and disagree
      ['tx-a.csv', texasReport([{ code: CITY, name: 'EXAMPLE CITY', month: '2023-03', current: 1 }])],
      ['tx-b.csv', texasReport([{ code: CITY, name: 'EXAMPLE TOWN', month: '2023-03', current: 2 }])],
      ['tx-c.csv', texasReport([{ code: CITY, name: 'EXAMPLE CITY', month: '2023-03', current: 3 }])],
    ];
    const first = createPipelineRig();
    await first.run({ files: writeAll(first, files) });
    const expected = first.content();
    expect(expected.finding?.some((item) => String(item).includes('conflicting-reports'))).toBe(true);
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(files, { minLength: files.length }),
        fc.integer({ min: 1, max: 8 }),
        async (order, concurrency) => {
          const other = createPipelineRig();
          await other.run({ files: writeAll(other, order), concurrency });
          expect(other.content()).toEqual(expected);
        },
      ),
      { numRuns: 4 },
    );
  });
});

describe('an incomplete run', () => {
  test.each(['series', 'state'])(
    'leaves dataset and archive unchanged if it fails: %s findings',
    async (scope) => {
      const rig = createPipelineRig();
      writeAll(rig, twoYears().slice(0, 10));
      await rig.run();
      const [before, archived] = [rig.content(), filesUnder(rig.archive)];
      writeAll(rig, twoYears());
      const sqlite = new Database(rig.database);
      sqlite.exec(
        `CREATE TRIGGER fail BEFORE INSERT ON finding WHEN new.scope = '${scope}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
      );
      // a quarterly row without statement makes a finding of the series, a new jurisdiction one of the state
      rig.write('ca-late.csv', quarterly([{ code: '04990', quarter: '1Q-21', pool: 1, total: 1 }]));
      rig.write('ca-new.csv', statement([{ code: '05990', month: '2023-04', net: 1 }]));
      sqlite.close();
      await expect(rig.run()).rejects.toThrow('broken');
      expect(rig.content()).toEqual(before);
      expect(filesUnder(rig.archive)).toEqual(archived);
    },
  );

  test('is stopped by its signal between reports or between series', async () => {
    const rig = createPipelineRig();
    const files = writeAll(rig, twoYears());
    await rig.run({ files: files.slice(0, 5) });
    const [before, archived] = [rig.content(), filesUnder(rig.archive)];
    for (const at of [1, 10, files.length]) {
      const controller = new AbortController();
      const onProgress = (done: number) => done === at && controller.abort(new Error('stop'));
      await expect(rig.run({ signal: controller.signal, onProgress })).rejects.toThrow('stop');
      expect(rig.content()).toEqual(before);
      expect(filesUnder(rig.archive)).toEqual(archived);
    }
    expect((await rig.run()).outcome).toBe('ok');
  });

  test('writes nothing if it is a dry run', async () => {
    const rig = createPipelineRig();
    writeAll(rig, twoYears().slice(0, 3));
    const planned = await rig.load({ 'bad.csv': 'nonsense' }, { dryRun: true });
    expect(planned).toMatchObject({ run_id: null, outcome: 'partial', allocations: { inserted: 6 } });
    expect(filesUnder(rig.folder).filter((name) => !name.includes('/inbox/'))).toEqual([]);
    await rig.run();
    const before = rig.content();
    writeAll(rig, twoYears());
    const next = await rig.run({ dryRun: true });
    expect(next.allocations.inserted).toBeGreaterThan(0);
    expect(rig.content()).toEqual(before);
  });
});

describe('which report wins', () => {
  const march = (current: number) =>
    texasReport([{ code: CITY, name: 'EXAMPLE CITY', month: '2024-03', current }]);
  test('reports with the same name are distinguished by hash, and each is stored once', async () => {
    const rig = createPipelineRig();
    const files = [100, 200, 300].map((net) => rig.write(`${net}/s.csv`, march(net)));
    const summary = await rig.run({ files });
    const findings = () =>
      rig.content().finding?.filter((item) => String(item).includes('conflicting-reports'));
    const found = findings();
    expect(found).toHaveLength(2);
    const [loser] = summary.reports.map(({ sha256 }) => `${sha256}`).sort();
    const said = summary.reports.flatMap(({ findings }) => findings.map(findingMessage));
    expect(said.some((text) => text.includes(`s.csv (${loser?.slice(0, 12)}…) row 2`))).toBe(true);
    const again = await rig.reprocess();
    expect(again.findings.warning).toBe(0);
    expect(findings()).toEqual(found);
  });
});

describe('a summary', () => {
  test('has a hundred findings of a code for the series of a report, and the number of the others', async () => {
    const rig = createPipelineRig();
    const rows = (month: string, name: string) =>
      statement(
        Array.from({ length: 150 }, (_, at) => ({
          code: String(10_001 + at),
          name: `${name} ${at}`,
          month,
          // no month like the other, nor all in whole dollars
          net: month === '2024-05' ? 1.01 : 1.02,
        })),
      );
    rig.write('may.csv', rows('2024-05', 'Place'));
    rig.write('june.csv', rows('2024-06', 'Town'));
    const { reports, findings } = await rig.run();
    const june = reports.find(({ path }) => path.endsWith('june.csv'))?.findings ?? [];
    expect(june.map(({ code }) => code)).toEqual(Array.from({ length: 101 }, () => 'name-changed'));
    expect(optionalMessage(june.at(-1))).toContain('50 more');
    // all are counted
    expect(findings.info).toBe(150);
  });

  test('lists findings of series once, even if the same bytes have two names', async () => {
    const rig = createPipelineRig();
    rig.write('may.csv', statement([{ code: '10001', name: 'Place', month: '2024-05', net: 1 }]));
    const june = statement([{ code: '10001', name: 'Town', month: '2024-06', net: 1 }]);
    const { reports } = await rig.load({ 'june.csv': june, 'june again.csv': june });
    expect(reports.flatMap((report) => report.findings.map(({ code }) => code))).toEqual(['name-changed']);
  });
});

test.each([
  ['a name in capitals', { name: 'PLACE' }],
  ['no type', { type: '' }],
])('a place that later has %s gives no finding about a change', async (_, later) => {
  const rig = createPipelineRig();
  const place = { code: '10001', name: 'Place', net: 1 };
  const rows = [
    { ...place, month: '2024-05' },
    { ...place, month: '2024-06', ...later },
  ];
  const { reports } = await rig.load({ 's.csv': statement(rows) });
  expect(reports[0]?.findings.filter(({ severity }) => severity === 'info')).toEqual([]);
});

describe('a run', () => {
  test('writes only the months that differ', async () => {
    const rig = createPipelineRig();
    writeAll(rig, twoYears());
    await rig.run();
    const row = { code: CITY, name: 'EXAMPLE CITY', month: '2023-04', current: 7 };
    const { allocations } = await rig.run({ files: [rig.write('next.csv', texasReport([row]))] });
    // 24 months of the city and of the district stay, the 25th of the city comes; California is not looked at
    expect(allocations).toEqual({ inserted: 1, updated: 0, removed: 0, revised: 0, unchanged: 48 });
    const early = { ...row, month: '2021-04', current: 8 };
    const changed = texasReport([early, { ...row, month: '2023-05' }]);
    const second = await rig.run({ files: [rig.write('restated.csv', changed)] });
    // May 2023 comes; April 2021 changes, and with it March 2022 (the only twelve months that hold it: the series
    // begins there) and April 2022 (its delta). The first year has no year-to-date.
    // Published before and another now is April 2021 alone
    expect(second.allocations).toEqual({ inserted: 1, updated: 3, removed: 0, revised: 1, unchanged: 46 });
  });
});

describe('future months', () => {
  test('are loaded with a warning that stays the same when the report is read again', async () => {
    const rig = createPipelineRig();
    // the clock stands in November 2026
    const rows = ['2026-10', '2026-11', '2026-12', '2062-11'].map((month) => ({
      code: CITY,
      name: 'EXAMPLE',
      month,
      current: 100,
    }));
    const { reports } = await rig.run({ files: [rig.write('a.csv', texasReport(rows))] });
    const expected = { code: 'future-month', severity: 'warning', row: 4 };
    const ahead = () =>
      (rig.content().finding ?? []).filter((item) => JSON.stringify(item).includes('future-month'));
    const said = reports[0]?.findings.filter(({ code }) => code === 'future-month') ?? [];
    expect(said).toMatchObject([expected]);
    const before = ahead();
    expect(before).toHaveLength(1);
    expect(said.map(findingMessage).join()).toContain(
      'The month December 2026 is later than the day the report arrived (November 1, 2026). The report has 1 more of this kind. If the month is wrong',
    );
    await rig.reprocess();
    expect(ahead()).toEqual(before);
    const { reports: fine } = await rig.run({
      files: [rig.write('b.csv', texasReport(rows.slice(0, 2)))],
    });
    expect(fine[0]?.findings.map(({ code }) => code)).not.toContain('future-month');
  });
});

describe('a backfill of some months', () => {
  test('loads whole reports that have one of them, and a later run loads the others', async () => {
    const [part, whole] = [createPipelineRig(), createPipelineRig()];
    for (const rig of [part, whole]) writeAll(rig, twoYears());
    // the second file of Texas begins in October 2021, the third one in April 2022
    const range = { from: '2021-08' as Month, to: '2022-03' as Month };
    const first = await part.run({ command: 'backfill', months: range });
    const periodsOf = (table: string) =>
      part.select<{ period: string }>(`SELECT DISTINCT allocation_period AS period FROM ${table} ORDER BY 1`);
    expect(periodsOf('tx_allocation').map(({ period }) => period)).toEqual(
      monthsFrom('2021-04', 18).map((month) => `${month}-01`),
    );
    expect(periodsOf('ca_allocation')).toHaveLength(8);
    const skipped = first.reports.find(({ path }) => path.endsWith('ca-2023-01.csv'));
    expect(skipped).toMatchObject({ status: 'outside-range', rows: 0, findings: [] });
    expect((await part.run({ command: 'backfill', months: range })).outcome).toBe('nothing-new');
    await part.run();
    await whole.run();
    expect(part.content()).toEqual(whole.content());
  });
});

describe('the archive', () => {
  test('refuses a damaged file when it is read again, and the dataset keeps its figures', async () => {
    const rig = createPipelineRig();
    writeAll(rig, twoYears().slice(0, 2));
    await rig.run();
    const before = rig.content();
    const [path = ''] = filesUnder(rig.archive).filter((name) => name.endsWith('.csv'));
    chmodSync(path, 0o644);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n`);
    const summary = await rig.reprocess();
    expect(summary.outcome).toBe('partial');
    expect(summary.reports.flatMap(({ findings }) => findings.map(({ code }) => code))).toEqual([
      'damaged-file',
    ]);
    expect(rig.content()).toEqual(before);
  });
});
