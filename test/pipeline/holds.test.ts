import { rmSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { finding } from '../../src/domain/findings/finding.ts';
import { addMonths, type Month, monthIndex } from '../../src/domain/month.ts';
import type { OperatorError } from '../../src/domain/operator-error.ts';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { openForReading } from '../../src/store/dataset.ts';
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
const HALF = monthOf('2026-10', {}, CITIES.slice(0, 15));
const FUTURE = monthOf('2062-10');
/** Every payment is that of the month before. */
const COPY = monthOf('2026-09').replaceAll(/2026-09|Sep-26|9\/1\/2026/g, '2026-10');

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

test('a workbook whose formulas must be computed again is held', async () => {
  const rig = createPipelineRig();
  const workbook = new ExcelJS.Workbook();
  const sheet = workbook.addWorksheet('Statement');
  for (const line of monthOf('2026-10').trim().split(/\r?\n/)) sheet.addRow(line.split(','));
  const net = sheet.getRow(2).getCell(sheet.columnCount);
  net.value = { formula: 'F2+G2', result: Number(net.value) };
  workbook.calcProperties.fullCalcOnLoad = true;
  rig.write('formulas.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()));
  const { reports } = await held(rig);
  expect(reports.map(({ status, findings }) => [status, codesOf(findings)])).toEqual([
    ['held', expect.arrayContaining(['old-formulas'])],
  ]);
});

describe('a run that holds doubtful reports', () => {
  test.each([
    ['a tenfold payment', TENFOLD, ['unusual-payment']],
    ['half of the rows', HALF, ['fewer-rows', 'total-jump']],
    ['a month in the future', FUTURE, ['future-month']],
    ['a copy of another month', COPY, ['repeated-total']],
  ])('holds %s: it changes no figure and says why', async (_, content, codes) => {
    const rig = await withTwoYears();
    const before = figures(rig);
    rig.write('new.csv', content);
    const summary = await held(rig);
    expect(summary.outcome).toBe('partial');
    expect(summary.reports).toMatchObject([{ status: 'held', rows: 0 }]);
    expect(codesOf(summary.reports[0]?.findings)).toEqual(codes);
    expect(figures(rig)).toEqual(before);
    expect(await faultsOf(rig)).toEqual([]);
    const again = await held(rig);
    expect(again).toMatchObject({ outcome: 'partial', reports: [{ status: 'held' }] });
    expect(codesOf(again.reports[0]?.findings)).toEqual(codes);
    expect(figures(rig)).toEqual(before);
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
    expect(summary.new_facts).toBe(0);
    expect(readings).toBe(2);
    expect(figures(rig).jurisdiction).toHaveLength(before.jurisdiction?.length ?? 0);
    expect(summary.allocations).toMatchObject({ inserted: 30, updated: 0, removed: 0, revised: 0 });
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('holds no report that was loaded before', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    expect((await rig.run()).reports).toMatchObject([{ status: 'loaded' }]);
    const before = figures(rig);
    const again = await rig.reprocess({ onDoubt: 'hold' });
    expect(again.reports.every(({ status }) => status === 'unchanged')).toBe(true);
    expect(figures(rig)).toEqual(before);
  });
});

describe('a held report', () => {
  test('gives its figures once it is accepted, as if it had been loaded at once', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    await held(rig);
    const summary = await accept(rig, TENFOLD);
    expect(summary).toMatchObject({ outcome: 'ok', reports: [{ status: 'loaded', rows: 30 }] });
    const direct = await withTwoYears();
    direct.write('new.csv', TENFOLD);
    await direct.run();
    expect(figures(rig)).toEqual(figures(direct));
    expect(await faultsOf(rig)).toEqual([]);
    expect((await held(rig)).reports).toMatchObject([{ status: 'unchanged' }]);
  });

  test('stays out once it is rejected', async () => {
    const rig = await withTwoYears();
    const before = figures(rig);
    rig.write('new.csv', TENFOLD);
    await held(rig);
    expect(await reject(rig, TENFOLD)).toMatchObject({ outcome: 'ok', reports: [{ status: 'rejected' }] });
    expect(figures(rig)).toEqual(before);
    expect(await faultsOf(rig)).toEqual([]);
    const again = await rig.run();
    expect(again).toMatchObject({
      reports: [{ status: 'unchanged', findings: [{ code: 'withdrawn-report' }] }],
    });
    expect(figures(rig)).toEqual(before);
  });

  test('can be accepted or rejected once', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    const refusal = async (run: Promise<unknown>) => {
      const error = await run.then(
        () => null,
        (reason: OperatorError) => reason,
      );
      return [error?.exitCode, error?.message];
    };
    expect(await refusal(accept(rig, TENFOLD))).toEqual([
      2,
      `The dataset has no report ${hashOf(TENFOLD)}. To list held reports, run allocations held.`,
    ]);
    await held(rig);
    await accept(rig, TENFOLD, 'checked');
    const [code, message] = await refusal(reject(rig, TENFOLD));
    expect([code, message]).toEqual([
      2,
      expect.stringMatching(/^new\.csv is not held: it was accepted at 2026-.* \(checked\)\.$/),
    ]);
    await rig.withdraw(hashOf(TENFOLD), 'wrong after all');
    expect((await refusal(accept(rig, TENFOLD)))[1]).toMatch(
      /withdrawn or rejected at .* \(wrong after all\)/,
    );
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('is named when a corrected file of its months is loaded', async () => {
    const rig = await withTwoYears();
    rig.write('wrong.csv', TENFOLD);
    await held(rig);
    rig.write('corrected.csv', GOOD);
    const summary = await held(rig);
    expect(summary.reports.map(({ status, findings }) => [status, codesOf(findings)])).toEqual([
      ['loaded', ['held-report-replaced']],
      ['held', ['unusual-payment']],
    ]);
    expect(summary.reports[0]?.findings[0]?.facts).toEqual({ file: 'wrong.csv', sha256: hashOf(TENFOLD) });
    await reject(rig, TENFOLD, 'replaced');
    const direct = await withTwoYears();
    direct.write('corrected.csv', GOOD);
    await direct.run();
    expect(figures(rig)).toEqual(figures(direct));
  });

  test('wins over a corrected file that was loaded meanwhile, if it is accepted after all', async () => {
    const rig = await withTwoYears();
    rig.write('wrong.csv', TENFOLD);
    await held(rig);
    rig.write('corrected.csv', GOOD);
    await held(rig);
    const summary = await accept(rig, TENFOLD);
    expect(summary.allocations).toMatchObject({ updated: 30, revised: 1 });
    const direct = await withTwoYears();
    direct.write('wrong.csv', TENFOLD);
    await direct.run();
    const figuresOf = (one: PipelineRig) =>
      one.select('SELECT jurisdiction_id, allocation_period, net_payment FROM ca_allocation ORDER BY 1, 2');
    expect(figuresOf(rig)).toEqual(figuresOf(direct));
    expect(await faultsOf(rig)).toEqual([]);
    expect(figures(rig, await rebuilt(rig))).toEqual(figures(rig));
  });

  test('stays held if it cannot be read when it is accepted', async () => {
    const rig = await withTwoYears();
    const before = figures(rig);
    rig.write('new.csv', TENFOLD);
    await held(rig);
    const refusing = async () => ({
      kind: null,
      findings: [finding('not-a-report', { shows: 'a web page' })],
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
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    await held(rig);
    const before = figures(rig);
    const again = await rig.reprocess();
    expect(again.reports.filter(({ status }) => status === 'held')).toHaveLength(1);
    expect(figures(rig)).toEqual(before);
    const database = await rebuilt(rig);
    expect(figures(rig, database)).toEqual(before);
    expect(readContent(database).report).toEqual(rig.content().report);
    expect(readContent(database).finding).toEqual(rig.content().finding);
    expect(await faultsOf({ ...rig, database })).toEqual([]);
  });

  test('is rebuilt as it was known before and after its acceptance, and after its withdrawal', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    await held(rig);
    const without = figures(rig);
    const now = () => rig.options.now().toISOString();
    const whileHeld = now();
    await accept(rig, TENFOLD);
    const withIt = figures(rig);
    const whileAccepted = now();
    await rig.withdraw(hashOf(TENFOLD), 'wrong after all');
    expect(figures(rig)).toEqual(without);
    expect(figures(rig, await rebuilt(rig, whileHeld))).toEqual(without);
    expect(figures(rig, await rebuilt(rig, whileAccepted))).toEqual(withIt);
    expect(figures(rig, await rebuilt(rig))).toEqual(without);
  });

  test('is loaded by the next run if a run was killed after it wrote the acceptance to the archive', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    await held(rig);
    const older = join(rig.folder, 'older.sqlite');
    const dataset = openForReading(rig.database);
    dataset.sqlite.exec(`VACUUM INTO '${older}'`);
    dataset.close();
    await accept(rig, TENFOLD);
    rmSync(join(rig.folder, 'inbox'), { recursive: true });
    expect(figures(rig, older)).not.toEqual(figures(rig));
    const summary = await rig.run({ database: older, files: [] });
    expect(summary.reports).toMatchObject([{ status: 'loaded', rows: 30 }]);
    expect(figures(rig, older)).toEqual(figures(rig));
    expect(await faultsOf({ ...rig, database: older })).toEqual([]);
  });
});
