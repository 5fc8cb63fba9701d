import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { Month } from '../../src/domain/month.ts';
import { filesUnder } from '../rig/folders.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';

const may = (net: number) => statement([{ code: '01001', month: '2024-05', net }]);

test('a changed file is noticed, even if its length and its times are the old ones', async () => {
  const rig = createPipelineRig();
  const [a] = [rig.write('a.csv', may(100)), rig.write('b.csv', may(200))];
  await rig.run();
  expect((await rig.run()).outcome).toBe('nothing-new');
  const { atime, mtime } = statSync(a);
  writeFileSync(a, may(150));
  utimesSync(a, atime, mtime);
  const { reports } = await rig.run();
  expect(reports.map(({ status }) => status)).toEqual(['loaded', 'unchanged']);
});

test('a file that returns to older bytes gives one finding', async () => {
  const rig = createPipelineRig();
  const codes: (string | undefined)[] = [];
  const run = async (content: string) => {
    const { reports } = await rig.load({ 'a.csv': content });
    codes.push(reports[0]?.findings.map(({ code }) => code).join());
  };
  for (const amount of [100, 200, 100, 100]) await run(may(amount));
  expect(codes).toEqual(['', '', 'returned-report', '']);
  expect(rig.select('SELECT net_payment FROM ca_allocation')).toEqual([{ net_payment: 20_000 }]);
  // another month does not stand against it
  await run(statement([{ code: '01001', month: '2024-06', net: 1 }]));
  await run(may(200));
  expect(codes.slice(4)).toEqual(['', '']);
});

test('a file that returns to older bytes names the report that wins over it, if there is one', async () => {
  const of = (net: number, ...months: string[]) =>
    statement(months.map((month) => ({ code: '01001', month, net })));
  /** What is said of the first content when it lies there again, after the second. */
  const returned = async (first: string, second: string, isWithdrawn = false) => {
    const rig = createPipelineRig();
    const files = [rig.write('a.csv', first)];
    await rig.run({ files });
    rig.write('a.csv', second);
    const between = await rig.run({ files });
    const withdraw = `${between.reports[0]?.sha256}`;
    if (isWithdrawn) await rig.withdraw(withdraw);
    rig.write('a.csv', first);
    const { reports } = await rig.run({ files });
    return reports[0]?.findings.map((item) => findingMessage(item).includes(withdraw.slice(0, 12)));
  };
  expect(await returned(of(1, '2024-05'), of(2, '2024-05'))).toEqual([true]);
  // a month in common is enough
  expect(await returned(of(1, '2024-04', '2024-05'), of(2, '2024-05', '2024-06'))).toEqual([true]);
  expect(await returned(of(1, '2024-04', '2024-05'), of(2, '2024-06', '2024-07'))).toEqual([]);
  // the first one counts, as it goes on to a later month, or as the other was taken out
  expect(await returned(of(1, '2024-05', '2024-06'), of(2, '2024-05'))).toEqual([]);
  expect(await returned(of(1, '2024-05'), of(2, '2024-05'), true)).toEqual([]);
  // the first quarter is settled in May
  const quarter = quarterly([{ code: '01001', quarter: '1Q-24', pool: 1, total: 1 }]);
  expect(await returned(of(1, '2024-05'), quarter)).toEqual([]);
});

test('a known file is read if the archive lacks it or if the run asks for more months', async () => {
  const rig = createPipelineRig();
  const content = statement(['2024-04', '2024-05'].map((month) => ({ code: '01001', month, net: 1 })));
  rig.write('a.csv', content);
  const asked = { command: 'backfill' as const, months: { from: null, to: '2024-04' as Month } };
  await rig.run(asked);
  expect((await rig.run(asked)).outcome).toBe('nothing-new');
  expect((await rig.run()).allocations.inserted).toBe(1);
  const [kept = ''] = filesUnder(rig.archive).filter((file) => file.endsWith('.csv'));
  rmSync(kept);
  await rig.run();
  expect(readFileSync(kept, 'utf8')).toBe(content);
});
