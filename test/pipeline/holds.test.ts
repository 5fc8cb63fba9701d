import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { finding } from '../../src/domain/findings/finding.ts';
import { addMonths, type Month, monthIndex } from '../../src/domain/month.ts';
import type { OperatorError } from '../../src/domain/operator-error.ts';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { copyDataset, readDataset } from '../../src/store/dataset.ts';
import { hashOf } from '../rig/hash.ts';
import { createPipelineRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';
import { readContent } from '../rig/stored-rows.ts';
import { faultsOf } from '../rig/verify.ts';

const CITIES = Array.from({ length: 30 }, (_, at) => String(1001 + at).padStart(5, '0'));

/** A statement of one month: about 2,000 dollars for each city, times the factors given. No two months are alike. */
function monthOf(month: string, factors: Record<string, number> = {}, cities = CITIES): string {
  return statement(
    cities.map((code) => ({
      code,
      month,
      net: (1_000 + Number(code) + monthIndex(month as Month) / 100) * (factors[code] ?? 1) + 0.25,
    })),
  );
}

/** A dataset with the two years before November 2026. */
async function withTwoYears(): Promise<PipelineRig> {
  const rig = createPipelineRig();
  const [first = '', ...others] = Array.from({ length: 24 }, (_, at) =>
    monthOf(addMonths('2024-10' as Month, at)),
  );
  // the header once
  rig.write('base.csv', [first, ...others.map((text) => text.replace(/^.*\r?\n/, ''))].join(''));
  await rig.run();
  rmSync(join(rig.folder, 'inbox'), { recursive: true });
  return rig;
}

const GOOD = monthOf('2026-10');
const TENFOLD = monthOf('2026-10', { '01005': 10 });
const FUTURE = monthOf('2062-10');

const held = (rig: PipelineRig) => rig.run({ onDoubt: 'hold' });
const accept = (rig: PipelineRig, content: string, reason = 'the state confirmed it') =>
  rig.run({ command: 'accept', decided: { sha256: hashOf(content), reason } });
const reject = (rig: PipelineRig, content: string, reason = 'wrong file') =>
  rig.run({ command: 'reject', decided: { sha256: hashOf(content), reason } });
const codesOf = (findings: readonly { code: string }[] | undefined) =>
  [...new Set(findings?.map(({ code }) => code))].sort();

function figures(rig: PipelineRig, database = rig.database) {
  const { ca_allocation, jurisdiction } = readContent(database);
  return { ca_allocation, jurisdiction };
}

async function rebuilt(rig: PipelineRig, asOf: string | null = null): Promise<string> {
  const database = join(rig.folder, `rebuilt-${asOf === null ? 'now' : Date.parse(asOf)}.sqlite`);
  await rebuildDataset({ ...rig.options, database }, asOf === null ? null : new Date(asOf));
  return database;
}

describe('a run that holds doubtful reports', () => {
  test.each([
    ['a tenfold payment', TENFOLD, ['unusual-payment']],
    ['a month in the future', FUTURE, ['future-month']],
  ])('holds %s: it changes no figure and says why, also when it is read again', async (_, content, codes) => {
    const rig = await withTwoYears();
    const before = figures(rig);
    rig.write('new.csv', content);
    for (const _turn of [1, 2]) {
      const summary = await held(rig);
      expect(summary).toMatchObject({ outcome: 'partial', reports: [{ status: 'held', rows: 0 }] });
      expect(codesOf(summary.reports[0]?.findings)).toEqual(codes);
      expect(figures(rig)).toEqual(before);
    }
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('reads each report once, and keeps no place that only the held report has', async () => {
    const rig = await withTwoYears();
    const before = figures(rig);
    rig.write('october.csv', GOOD);
    rig.write('half.csv', monthOf('2026-11', {}, [...CITIES.slice(0, 9), '01999']));
    let readings = 0;
    const readReport: typeof rig.options.readReport = (bytes, layouts) => {
      readings += 1;
      return rig.options.readReport(bytes, layouts);
    };
    const summary = await rig.run({ onDoubt: 'hold', readReport });
    expect(summary.reports.map(({ status }) => status)).toEqual(['held', 'loaded']);
    expect([summary.new_facts, readings]).toEqual([0, 2]);
    expect(figures(rig).jurisdiction).toHaveLength(before.jurisdiction?.length ?? 0);
    expect(summary.allocations).toMatchObject({ inserted: 30, updated: 0, removed: 0, revised: 0 });
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('holds no report that was loaded before', async () => {
    const rig = await withTwoYears();
    expect((await rig.load({ 'new.csv': TENFOLD })).reports).toMatchObject([{ status: 'loaded' }]);
    const before = figures(rig);
    const again = await rig.reprocess({ onDoubt: 'hold' });
    expect(again.reports.every(({ status }) => status === 'unchanged')).toBe(true);
    expect(figures(rig)).toEqual(before);
  });
});

/** A dataset of two years with a report that is held. */
async function withHeld(name = 'new.csv'): Promise<PipelineRig> {
  const rig = await withTwoYears();
  rig.write(name, TENFOLD);
  await held(rig);
  return rig;
}

/** The figures of a dataset that loaded this report at once. */
async function direct(name: string, content: string) {
  const rig = await withTwoYears();
  await rig.load({ [name]: content });
  return rig;
}

/** The exit code and the message with which a run is refused. */
async function refusal(run: Promise<unknown>) {
  const error = await run.then(
    () => null,
    (reason: OperatorError) => reason,
  );
  return [error?.exitCode, error?.message];
}

describe('a held report', () => {
  test('gives its figures once it is accepted, until it is withdrawn, and is rebuilt as of each time', async () => {
    const rig = await withHeld();
    const without = figures(rig);
    const now = () => rig.options.now().toISOString();
    const whileHeld = now();
    const summary = await accept(rig, TENFOLD, 'checked');
    expect(summary).toMatchObject({ outcome: 'ok', reports: [{ status: 'loaded', rows: 30 }] });
    const withIt = figures(rig);
    expect(withIt).toEqual(figures(await direct('new.csv', TENFOLD)));
    expect(await faultsOf(rig)).toEqual([]);
    expect((await held(rig)).reports).toMatchObject([{ status: 'unchanged' }]);
    expect(await refusal(reject(rig, TENFOLD))).toEqual([
      2,
      expect.stringMatching(/^new\.csv is not held: it was accepted at 2026-.* \(checked\)\.$/),
    ]);
    const whileAccepted = now();
    await rig.withdraw(hashOf(TENFOLD), 'wrong after all');
    expect(figures(rig)).toEqual(without);
    expect((await refusal(accept(rig, TENFOLD)))[1]).toMatch(
      /withdrawn or rejected at .* \(wrong after all\)/,
    );
    expect(await faultsOf(rig)).toEqual([]);
    expect(figures(rig, await rebuilt(rig, whileHeld))).toEqual(without);
    expect(figures(rig, await rebuilt(rig, whileAccepted))).toEqual(withIt);
    expect(figures(rig, await rebuilt(rig))).toEqual(without);
  });

  test('stays out once it is rejected', async () => {
    const rig = await withHeld();
    const before = figures(rig);
    expect(await reject(rig, TENFOLD)).toMatchObject({ outcome: 'ok', reports: [{ status: 'rejected' }] });
    expect(await faultsOf(rig)).toEqual([]);
    expect(await rig.run()).toMatchObject({
      reports: [{ status: 'unchanged', findings: [{ code: 'withdrawn-report' }] }],
    });
    expect(figures(rig)).toEqual(before);
  });

  test('must be known', async () => {
    expect(await refusal(accept(await withTwoYears(), TENFOLD))).toEqual([
      2,
      `The dataset has no report ${hashOf(TENFOLD)}. To list held reports, run allocations held.`,
    ]);
  });

  test('is named when a corrected file of its months is loaded, and wins over it if it is accepted after all', async () => {
    const rig = await withHeld('wrong.csv');
    rig.write('corrected.csv', GOOD);
    const summary = await held(rig);
    expect(summary.reports.map(({ status, findings }) => [status, codesOf(findings)])).toEqual([
      ['loaded', ['held-report-replaced']],
      ['held', ['unusual-payment']],
    ]);
    expect(summary.reports[0]?.findings[0]?.facts).toEqual({
      ...{ file: 'wrong.csv', sha256: hashOf(TENFOLD).slice(0, 12) },
    });
    expect(figures(rig)).toEqual(figures(await direct('corrected.csv', GOOD)));
    expect((await accept(rig, TENFOLD)).allocations).toMatchObject({ updated: 30, revised: 1 });
    const paidIn = (one: PipelineRig) =>
      one.select('SELECT jurisdiction_id, allocation_period, net_payment FROM ca_allocation ORDER BY 1, 2');
    expect(paidIn(rig)).toEqual(paidIn(await direct('wrong.csv', TENFOLD)));
    expect(await faultsOf(rig)).toEqual([]);
    expect(figures(rig, await rebuilt(rig))).toEqual(figures(rig));
  });

  test('stays held if it cannot be read when it is accepted', async () => {
    const rig = await withHeld();
    const before = figures(rig);
    const refusing = async () => ({
      kind: null,
      findings: [finding('unreadable-file', { what: 'a web page', advice: '' })],
    });
    const decided = { sha256: hashOf(TENFOLD), reason: 'confirmed' };
    const summary = await rig.run({ command: 'accept', decided, readReport: refusing });
    expect(summary.reports).toMatchObject([{ status: 'refused' }]);
    expect(await faultsOf(rig)).toEqual([]);
    expect((await rig.run({ files: [] })).reports).toEqual([]);
    expect(figures(rig)).toEqual(before);
    expect((await accept(rig, TENFOLD)).reports).toMatchObject([{ status: 'loaded' }]);
  });

  test('stays held through reprocess and rebuild', async () => {
    const rig = await withHeld();
    const before = figures(rig);
    const again = await rig.reprocess();
    expect(again.reports.filter(({ status }) => status === 'held')).toHaveLength(1);
    expect(figures(rig)).toEqual(before);
    const database = await rebuilt(rig);
    expect(figures(rig, database)).toEqual(before);
    for (const table of ['report', 'finding'])
      expect(readContent(database)[table]).toEqual(rig.content()[table]);
    expect(await faultsOf({ ...rig, database })).toEqual([]);
  });

  test('is loaded by the next run if a run was killed after it wrote the acceptance to the archive', async () => {
    const rig = await withHeld();
    const older = join(rig.folder, 'older.sqlite');
    readDataset(rig.database, (dataset) => copyDataset(dataset, older));
    await accept(rig, TENFOLD);
    rmSync(join(rig.folder, 'inbox'), { recursive: true });
    expect(figures(rig, older)).not.toEqual(figures(rig));
    const summary = await rig.run({ database: older, files: [] });
    expect(summary.reports).toMatchObject([{ status: 'loaded', rows: 30 }]);
    expect(figures(rig, older)).toEqual(figures(rig));
    expect(await faultsOf({ ...rig, database: older })).toEqual([]);
  });
});
