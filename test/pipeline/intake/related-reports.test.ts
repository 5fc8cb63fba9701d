import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import { takeFiles } from '../../../src/pipeline/intake/report-inputs.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { statement } from '../../rig/reports/small-reports.ts';

const MONTHS = ['2024-01', '2024-02', '2024-03'];
/** Two places in three months. `factor` gives the amounts of a wrong copy. */
const report = (months: readonly string[], factor = 1) =>
  statement(
    months.flatMap((month) =>
      ['01001', '01002'].map((code, at) => ({ code, month, net: (at + 1) * 100 * factor })),
    ),
  );

/** Loads files that the command names, and returns what the run says of each. */
async function load(rig: PipelineRig, ...files: string[]): Promise<(string | undefined)[]> {
  const { outcome, reports } = await rig.run({ reports: takeFiles(files) });
  return [outcome, ...reports.flatMap(({ findings }) => findings.map(findingMessage))];
}

describe('a report that is named again after a wrong copy', () => {
  test('is told what replaced it, and how it comes back', async () => {
    const rig = createPipelineRig();
    const right = rig.write('right.csv', report(MONTHS));
    expect(await load(rig, right)).toEqual(['ok']);
    // the figures of January are the same
    const wrong = rig.write('wrong.csv', report(['2024-01']) + body(report(['2024-02', '2024-03'], 10)));
    await load(rig, wrong);
    const [outcome, said, ...more] = await load(rig, right);
    expect([outcome, more]).toEqual(['nothing-new', []]);
    expect(said).toMatch(
      /^This report is known since November 1, 2026\. A later report, wrong\.csv of November 1, 2026, replaced its figures and still counts\. Loading the same file again changes nothing\. If this report is right, withdraw the later one, and these figures come back\. The command is: allocations withdraw [0-9a-f]{12} --reason "wrong copy"$/,
    );
    const [hash = ''] = /[0-9a-f]{12}/.exec(said ?? '') ?? [];
    const later = (await rig.run({ files: [wrong] })).reports[0]?.sha256 ?? '';
    expect(later.startsWith(hash)).toBe(true);
    await rig.withdraw(later, 'a wrong copy');
    expect(await load(rig, right)).toEqual(['nothing-new']);
  });

  test('is told nothing if its figures count, are the same, or lie in a folder', async () => {
    const rig = createPipelineRig();
    const right = rig.write('right.csv', report(MONTHS));
    await load(rig, right);
    const same = rig.write('same.csv', `${report(MONTHS)}\n`);
    await load(rig, same);
    // ends earlier, so it does not count
    await load(rig, rig.write('short.csv', report(['2024-01'], 10)));
    expect(await load(rig, right)).toEqual(['nothing-new']);
    await load(rig, rig.write('wrong.csv', report(MONTHS, 10)));
    const { outcome, reports } = await rig.run({ reports: takeFiles([right], ['inbox']) });
    expect([outcome, reports[0]?.findings]).toEqual(['nothing-new', []]);
  });

  test('is told nothing in a run that loads something', async () => {
    const rig = createPipelineRig();
    const right = rig.write('right.csv', report(MONTHS));
    await load(rig, right);
    const wrong = rig.write('wrong.csv', report(MONTHS, 10));
    expect(await load(rig, right, wrong)).toEqual(['ok']);
    expect((await load(rig, right, wrong))[1]).toContain('A later report, wrong.csv');
  });
});

/** The rows of a report, without its header. */
function body(content: string): string {
  return content.slice(content.indexOf('\n') + 1);
}
