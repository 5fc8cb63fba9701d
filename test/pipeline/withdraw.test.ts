import { readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesUnder } from '../rig/folders.ts';
import { hashOf } from '../rig/hash.ts';
import { revisionsIn } from '../rig/listed-revisions.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { statement } from '../rig/reports/small-reports.ts';
import { faultsOf } from '../rig/verify.ts';

const MAY = statement([{ code: '01001', month: '2024-05', net: 100 }]);
const CORRECTED = statement([{ code: '01001', month: '2024-05', net: 120 }]);

function withdraw(rig: PipelineRig, content: string, reason = 'by mistake') {
  return rig.run({ command: 'withdraw', withdraw: [{ sha256: hashOf(content), reason }] });
}

/** What a dataset publishes: datapoints without the numbers of their reports. */
function figures(rig: PipelineRig) {
  const { ca_allocation, jurisdiction } = rig.content();
  return { ca_allocation, jurisdiction };
}

describe('withdrawing a report', () => {
  test('restores the replaced figures, writes revisions, and keeps the report in the archive', async () => {
    const rig = await loadedRig({ 'may.csv': MAY });
    const before = figures(rig);
    const kept = rig.write('corrected.csv', CORRECTED);
    await rig.run();
    const { run_id, outcome, reports, allocations } = await withdraw(rig, CORRECTED, 'of another county');
    expect({ outcome, allocations }).toEqual({
      outcome: 'ok',
      allocations: { inserted: 0, updated: 1, removed: 0, revised: 1, unchanged: 0 },
    });
    expect(reports).toMatchObject([{ path: 'corrected.csv', status: 'withdrawn', rows: 1 }]);
    expect(figures(rig)).toEqual(before);
    const revisions = revisionsIn(rig.database).slice(0, 2);
    expect(
      revisions.map(({ field, before: was, after, report }) => [field, was, after, report?.file_name]),
    ).toEqual([
      ['current_distributions', 12_000, 10_000, 'may.csv'],
      ['net_payment', 12_000, 10_000, 'may.csv'],
    ]);
    expect(revisions[0]?.run_id).toBe(run_id);
    expect(await faultsOf(rig)).toEqual([]);
    const record = filesUnder(rig.archive).find((file) => file.includes(`${hashOf(CORRECTED)}.report.json`));
    expect(JSON.parse(readFileSync(`${record}`, 'utf8')).withdrawn).toMatchObject({
      reason: 'of another county',
    });
    // the inbox still has it: it stays out
    const again = await rig.run({ files: [kept] });
    expect(again).toMatchObject({
      outcome: 'nothing-new',
      reports: [{ status: 'unchanged', findings: [{ code: 'withdrawn-report' }] }],
    });
    expect(figures(rig)).toEqual(before);
  });

  test('writes its bytes to the archive again if the archive lost them', async () => {
    const rig = createPipelineRig();
    rig.write('may.csv', MAY);
    const wrong = rig.write('wrong.csv', CORRECTED);
    await rig.run();
    await withdraw(rig, CORRECTED);
    const before = [filesUnder(rig.archive), figures(rig)];
    for (const ending of ['.csv', '.report.json']) {
      const lost = filesUnder(rig.archive).find((file) => file.endsWith(`${hashOf(CORRECTED)}${ending}`));
      rmSync(`${lost}`);
      if (ending === '.csv')
        expect(await faultsOf(rig)).toContainEqual(expect.stringMatching(/^archive: .* does not exist/));
      await rig.run({ files: [wrong] });
      expect([filesUnder(rig.archive), figures(rig)]).toEqual(before);
      expect(await faultsOf(rig)).toEqual([]);
    }
  });

  test('removes its jurisdictions except their revisions if there is no other report', async () => {
    const rig = await loadedRig({ 'may.csv': MAY });
    await withdraw(rig, MAY);
    expect(figures(rig)).toEqual({ ca_allocation: [], jurisdiction: [] });
    const revisions = revisionsIn(rig.database);
    expect(revisions.find(({ field }) => field === 'net_payment')).toMatchObject({
      before: 10_000,
      after: null,
      jurisdiction: null,
      jurisdiction_id: 60_001_001,
      report: null,
    });
  });

  test('fails and changes nothing if the report is unknown or already withdrawn', async () => {
    const rig = await loadedRig({ 'may.csv': MAY });
    const before = rig.content();
    await expect(withdraw(rig, CORRECTED)).rejects.toThrow(/has no report/);
    expect(rig.content()).toEqual(before);
    await withdraw(rig, MAY);
    await expect(withdraw(rig, MAY)).rejects.toThrow(/was already withdrawn at .* \(by mistake\)/);
  });

  test('changes nothing in a dry run', async () => {
    const rig = await loadedRig({ 'may.csv': MAY });
    const before = [rig.content(), filesUnder(rig.archive).map((file) => readFileSync(file, 'utf8'))];
    await rig.withdraw(hashOf(MAY), 'trying', { dryRun: true });
    expect([rig.content(), filesUnder(rig.archive).map((file) => readFileSync(file, 'utf8'))]).toEqual(
      before,
    );
  });
});
