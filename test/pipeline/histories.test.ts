import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { citySummaryCsv, summaryCsv } from '../rig/reports/comparison-sheets.ts';
import { quarterly, statement, texasReport } from '../rig/reports/small-reports.ts';
import { faultsOf } from '../rig/verify.ts';

const HISTORIES = 15;
const MONTHS = Array.from(
  { length: 30 },
  (_, at) => `${2019 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`,
);
/** Months whose sales period ends a quarter, with its name. */
const QUARTERS = [
  ['4Q-18', '01001'],
  ['1Q-19', '01001'],
  ['3Q-19', '01002'],
] as const;

const texasRows = fc
  .record({
    first: fc.nat(MONTHS.length - 1),
    count: fc.integer({ min: 1, max: 14 }),
    codes: fc.uniqueArray(fc.constantFrom('2000001', '2000002', '4000003'), { minLength: 1 }),
    amount: fc.integer({ min: 1, max: 3 }),
    gap: fc.nat(5),
  })
  .map(({ first, count, codes, amount, gap }) => {
    const months = MONTHS.slice(first, first + count).filter((_, at) => at === 0 || at !== gap);
    // reports with one amount agree on all months that both have
    const rows = months.flatMap((month) =>
      codes.map((code) => ({ code, name: 'A', month, current: 100 * amount + MONTHS.indexOf(month) })),
    );
    return { name: 'tx.csv', content: texasReport(rows) };
  });

const statementRows = fc
  .record({
    first: fc.nat(MONTHS.length - 1),
    count: fc.integer({ min: 1, max: 14 }),
    codes: fc.uniqueArray(fc.constantFrom('01001', '01002'), { minLength: 1 }),
    net: fc.integer({ min: -1, max: 2 }),
  })
  .map(({ first, count, codes, net }) => {
    const rows = MONTHS.slice(first, first + count).flatMap((month) =>
      codes.map((code) => ({ code, month, net: 100 * net + MONTHS.indexOf(month) })),
    );
    return { name: 'ca.csv', content: statement(rows) };
  });

const quarterlyRows = fc
  .record({ of: fc.constantFrom(...QUARTERS), pool: fc.nat(9), total: fc.nat(9) })
  .map(({ of: [quarter, code], pool, total }) => ({
    name: 'quarter.csv',
    content: quarterly([{ code, quarter, pool, total }]),
  }));

/** Summaries of two cities of one name, of which the dataset may have none, one or both, and of a county. */
const summaryRows = fc
  .record({
    first: fc.nat(MONTHS.length - 1),
    count: fc.integer({ min: 1, max: 14 }),
    amount: fc.integer({ min: 1, max: 9 }),
    isOfCities: fc.boolean(),
    counties: fc.uniqueArray(fc.constantFrom('Alder', 'Birch'), { minLength: 1 }),
  })
  .map(({ first, count, amount, isOfCities, counties }) => {
    const months = MONTHS.slice(first, first + count);
    const figures = (at: number) => ({ net: `${100 * amount + at}.00`, rate: `${amount}`, change: '0.00' });
    const lineOf = (type: string) =>
      months.map((month, at) => ({ type, name: 'A', month, ...figures(at), toDate: `${at}.00` }));
    if (!isOfCities) return { name: 'summary.csv', content: summaryCsv(lineOf('COUNTY')) };
    return { name: 'cities.csv', content: citySummaryCsv(counties.flatMap(lineOf)) };
  });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ received: texasRows }) },
  { weight: 4, arbitrary: fc.record({ received: statementRows }) },
  { weight: 2, arbitrary: fc.record({ received: quarterlyRows }) },
  { weight: 4, arbitrary: fc.record({ received: summaryRows }) },
  { weight: 2, arbitrary: fc.record({ withdrawn: fc.nat() }) },
);

/** The hashes of the reports that count. */
function reportsOf(rig: PipelineRig): string[] {
  const rows = rig.select<{ sha256: string }>(
    'SELECT sha256 FROM report WHERE withdrawn_at IS NULL ORDER BY id',
  );
  return rows.map(({ sha256 }) => sha256);
}

test('after every run of a random history, each figure follows from the stored rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      const rig = await loadedRig({ 'first.csv': statement([{ code: '01009', month: '2020-01', net: 1 }]) });
      for (const [at, taken] of steps.entries()) {
        if ('received' in taken) {
          const { name, content } = taken.received;
          await rig.run({ files: [rig.write(`${at}-${name}`, content)] });
        } else {
          const counting = reportsOf(rig);
          const chosen = counting[taken.withdrawn % counting.length];
          if (!chosen) continue;
          await rig.withdraw(chosen);
        }
        expect(await faultsOf(rig)).toEqual([]);
      }
    }),
    // a failing history is printed at once
    { endOnFailure: true, numRuns: HISTORIES },
  );
});
