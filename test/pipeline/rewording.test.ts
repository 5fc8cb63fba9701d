import { afterEach, expect, test, vi } from 'vitest';
import { CATALOGUE } from '../../src/domain/findings/catalogue.ts';
import type { Entry } from '../../src/domain/findings/entry.ts';
import { writeToldRun } from '../../src/store/write/told-run.ts';
import { alerts, findingRows, loadManyFindings, messageOfRow } from '../rig/datasets/many-findings.ts';
import { EVERY_REPORT } from '../rig/pipeline-rig.ts';

// test files share what they import
afterEach(() => vi.restoreAllMocks());

function changeEveryText(): void {
  for (const entry of Object.values(CATALOGUE) as Entry<never>[]) {
    vi.spyOn(entry, 'text').mockReturnValue('said in other words');
    vi.spyOn(entry, 'headline').mockReturnValue('in other words');
    vi.spyOn(entry, 'advice').mockReturnValue('do something else');
  }
}

const reprocess = { command: 'reprocess', reports: EVERY_REPORT } as const;

test('if every text of the catalogue changes, there is no new finding and no alert', async () => {
  const { rig, first } = await loadManyFindings();
  const before = findingRows(rig);
  expect(new Set(before.map(({ code }) => code)).size).toBeGreaterThan(28);
  const told = alerts(rig, first);
  const warnings = told.attention.find(({ about }) => about === 'warnings')?.details.join('\n');
  for (const code of ['fewer-rows', 'total-jump', 'rows-not-restated', 'row-arithmetic'])
    expect(warnings).toContain(`${code}: `);
  writeToldRun(rig.database, told.latestRun);
  const again = await rig.run(reprocess);

  changeEveryText();
  const texts = new Set(before.map(messageOfRow));
  expect(texts).toEqual(new Set(['said in other words do something else']));
  // what was stored under other texts is whole
  const faults = alerts(rig, again).attention.find(({ about }) => about === 'verify')?.details ?? [];
  expect(faults.filter((text) => !text.startsWith('corrections: '))).toEqual([]);
  const reworded = await rig.run(reprocess);
  expect(reworded).toMatchObject({ outcome: 'nothing-new', others: [] });
  // what is said of the content of reports is said again
  expect(reworded.findings).toEqual(again.findings);
  const update = await rig.run({ command: 'update' });
  expect(findingRows(rig)).toEqual(before);
  const { topics } = alerts(rig, update);
  expect(topics).toEqual(told.topics.filter((topic) => topic !== 'warnings'));
});
