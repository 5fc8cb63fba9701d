import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addMonths, type Month, monthIndex } from '../../src/domain/month.ts';
import type { RunOptions } from '../../src/pipeline/open-run.ts';
import { rebuildDataset } from '../../src/pipeline/rebuild.ts';
import { filesUnder } from '../rig/folders.ts';
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
/** Ten times as much everywhere, and a city that no other report has. */
const STRANGE = monthOf('2026-10', Object.fromEntries(CITIES.map((code) => [code, 10])), [
  ...CITIES,
  '02001',
]);

/** November's report, whose first days were moved by a change of time zone. */
const SHIFTED = monthOf('2026-11').replaceAll('2026-11-01', '2026-10-31');

const refusing = (rig: PipelineRig, more: Partial<RunOptions> = {}) =>
  rig.run({ onDoubt: 'refuse', ...more });
const codesOf = (findings: readonly { code: string }[] | undefined) =>
  [...new Set(findings?.map(({ code }) => code))].sort();

function figures(rig: PipelineRig, database = rig.database) {
  const { ca_allocation, jurisdiction } = readContent(database);
  return { ca_allocation, jurisdiction };
}

async function rebuilt(rig: PipelineRig, asOf: Date | null = null): Promise<string> {
  const database = join(rig.folder, `rebuilt-${asOf === null ? 'now' : asOf.getTime()}.sqlite`);
  await rebuildDataset({ ...rig.options, database }, asOf);
  return database;
}

describe('a doubtful report', () => {
  test.each([
    ['with a tenfold payment', TENFOLD, ['unusual-payment']],
    ['of a month in the future', FUTURE, ['future-month']],
    ['of last days in place of months', SHIFTED, ['shifted-months']],
  ])(
    '%s is refused each time: it changes nothing, and the quarantine has it with its doubts',
    async (_, content, codes) => {
      const rig = await withTwoYears();
      const before = [rig.content(), filesUnder(rig.archive)];
      rig.write('new.csv', content);
      for (const _turn of [1, 2]) {
        const summary = await refusing(rig);
        expect(summary).toMatchObject({ outcome: 'partial', reports: [{ status: 'refused', rows: 0 }] });
        expect(codesOf(summary.reports[0]?.findings)).toEqual(codes);
        expect([rig.content(), filesUnder(rig.archive)]).toEqual(before);
      }
      const quarantined = join(rig.folder, 'quarantine', hashOf(content));
      expect(readFileSync(join(quarantined, 'report.csv'), 'utf8')).toBe(content);
      const { findings } = JSON.parse(readFileSync(join(quarantined, 'findings.json'), 'utf8'));
      expect(codesOf(findings)).toEqual(codes);
      // what to do about a report that is loaded is not said
      expect(JSON.stringify(findings)).not.toContain('allocations withdraw');
      expect(await faultsOf(rig)).toEqual([]);
    },
  );

  test('leaves no trace in what the other reports of its run give', async () => {
    const [rig, alone] = [await withTwoYears(), await withTwoYears()];
    const november = monthOf('2026-11');
    rig.write('a-strange.csv', STRANGE);
    rig.write('b-november.csv', november);
    const summary = await refusing(rig);
    expect(summary.reports.map(({ status }) => status)).toEqual(['refused', 'loaded']);
    expect(codesOf(summary.reports[0]?.findings)).toEqual(['total-jump', 'unusual-payment']);
    expect(summary.allocations).toMatchObject({ inserted: 30, updated: 0, removed: 0, revised: 0 });
    await alone.load({ 'b-november.csv': november });
    expect(rig.content()).toEqual(alone.content());
    expect(rig.select('SELECT count(*) AS n FROM revision')).toEqual([{ n: 0 }]);
    expect(rig.select("SELECT count(*) AS n FROM jurisdiction WHERE sales_tax_id = '02001'")).toEqual([
      { n: 0 },
    ]);
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('makes no version of the dataset if nothing else is new', async () => {
    const rig = await withTwoYears();
    rig.write('strange.csv', STRANGE);
    const summary = await refusing(rig);
    expect(rig.select(`SELECT dataset_version FROM run WHERE id = ${summary.run_id}`)).toEqual([
      { dataset_version: null },
    ]);
  });

  test('writes nothing in a dry run', async () => {
    const rig = await withTwoYears();
    rig.write('new.csv', TENFOLD);
    const summary = await refusing(rig, { dryRun: true });
    expect(summary.reports).toMatchObject([{ status: 'refused' }]);
    expect(existsSync(join(rig.folder, 'quarantine'))).toBe(false);
  });

  test('is loaded if the run says so, and then keeps its figures when it is read again', async () => {
    const rig = await withTwoYears();
    expect((await rig.load({ 'new.csv': TENFOLD })).reports).toMatchObject([{ status: 'loaded' }]);
    const before = figures(rig);
    const again = await rig.reprocess({ onDoubt: 'refuse' });
    expect(again.reports.every(({ status }) => status === 'unchanged')).toBe(true);
    expect(figures(rig)).toEqual(before);
  });
});

describe('a doubtful report that a person accepts', () => {
  const accept = 'the state confirmed it';

  test('is loaded, the archive keeps the reason, and a rebuild does the same', async () => {
    const [rig, loaded] = [await withTwoYears(), await withTwoYears()];
    rig.write('new.csv', TENFOLD);
    await refusing(rig);
    const before = rig.options.now();
    const summary = await refusing(rig, { accept });
    expect(summary).toMatchObject({ outcome: 'ok', reports: [{ status: 'loaded', rows: 30 }] });
    expect(codesOf(summary.reports[0]?.findings)).toEqual(['unusual-payment']);
    await loaded.load({ 'new.csv': TENFOLD });
    expect(figures(rig)).toEqual(figures(loaded));
    const record = filesUnder(rig.archive).find((file) => file.endsWith(`${hashOf(TENFOLD)}.report.json`));
    const { accepted, received_at } = JSON.parse(readFileSync(`${record}`, 'utf8'));
    expect(accepted).toEqual({ at: received_at, reason: accept });
    expect(
      rig.select('SELECT accepted_at, accepted_reason FROM report WHERE accepted_at IS NOT NULL'),
    ).toEqual([{ accepted_at: received_at, accepted_reason: accept }]);
    expect(await faultsOf(rig)).toEqual([]);
    expect(figures(rig, await rebuilt(rig))).toEqual(figures(rig));
    const earlier = figures(rig, await rebuilt(rig, before)).ca_allocation;
    expect(earlier).toEqual(figures(await withTwoYears()).ca_allocation);
    expect((await refusing(rig)).reports).toMatchObject([{ status: 'unchanged' }]);
  });

  test('wins over a report of the same months that was loaded meanwhile', async () => {
    const rig = await withTwoYears();
    const wrong = rig.write('wrong.csv', TENFOLD);
    await refusing(rig, { files: [wrong] });
    await refusing(rig, { files: [rig.write('corrected.csv', GOOD)] });
    const { allocations } = await refusing(rig, { files: [wrong], accept });
    expect(allocations).toMatchObject({ updated: 30, revised: 1 });
    expect(await faultsOf(rig)).toEqual([]);
  });

  test('is refused nevertheless if it has an error, and stays withdrawn if it was withdrawn', async () => {
    const rig = await withTwoYears();
    const bad = rig.write('bad.csv', GOOD.replace('Net Payment', 'Other'));
    expect((await refusing(rig, { files: [bad], accept })).reports).toMatchObject([{ status: 'refused' }]);
    const good = rig.write('good.csv', GOOD);
    await refusing(rig, { files: [good] });
    await rig.withdraw(hashOf(GOOD));
    expect((await refusing(rig, { files: [good], accept })).reports).toMatchObject([
      { status: 'unchanged', findings: [{ code: 'withdrawn-report' }] },
    ]);
  });
});
