import { describe, expect, test } from 'vitest';
import { parseProfile, timeStages } from './stages.ts';

/** A profile of one chain of calls a sample, each call as `function|file`. */
function profileOf(stacks: readonly (readonly string[])[], microseconds: number) {
  const nodes: { id: number; callFrame: { functionName: string; url: string }; children: number[] }[] = [];
  const samples = stacks.map((stack) => {
    let parent: (typeof nodes)[number] | undefined;
    for (const call of stack) {
      const [functionName = '', url = ''] = call.split('|');
      const node = { id: nodes.length + 1, callFrame: { functionName, url }, children: [] };
      nodes.push(node);
      parent?.children.push(node.id);
      parent = node;
    }
    return nodes.length;
  });
  return parseProfile(JSON.stringify({ nodes, samples, timeDeltas: samples.map(() => microseconds) }));
}

const DIST = 'file:///somewhere/dist';
const MAIN = `run|${DIST}/pipeline/run.js`;

describe('the time of a stage', () => {
  test.each([
    ['read', ['parse|file:///somewhere/node_modules/papaparse/papaparse.js']],
    ['read', [`readReportFile|${DIST}/pipeline/read-report.js`, 'hash|node:crypto', 'update|']],
    ['extract', [`extractTable|${DIST}/extract/table.js`, `parseMoney|${DIST}/domain/money.js`]],
    ['check', [`extractTable|${DIST}/extract/table.js`, `checkPaymentDetail|${DIST}/states/tx/checks.js`]],
    ['merge', [`buildSeries|${DIST}/pipeline/series.js`, `mergeCalifornia|${DIST}/states/ca/merge.js`]],
    ['merge', [`countingRows|${DIST}/pipeline/precedence.js`]],
    ['check', [`checkState|${DIST}/pipeline/state-checks.js`]],
    ['derive', [`buildSeries|${DIST}/pipeline/series.js`, `deriveSeries|${DIST}/derive/series.js`]],
    ['load', [`writeSeries|${DIST}/store/allocations.js`, 'run|']],
    ['index', [`restore|${DIST}/store/allocations.js`, 'exec|']],
    ['archive', [`keep|${DIST}/pipeline/archive.js`, 'writeSync|node:fs', 'write|']],
    ['other', [`settleState|${DIST}/pipeline/settle.js`, `slugOf|${DIST}/domain/jurisdiction.js`]],
    ['memory', ['(garbage collector)']],
    ['waiting', ['(idle)']],
  ] as const)('%s is that of %j', (stage, calls) => {
    const stack = calls.some((call) => call.startsWith('(')) ? calls : ['(root)', MAIN, ...calls];
    const times = timeStages([profileOf([stack], 2_000_000)]);
    expect(Object.entries(times).filter(([, seconds]) => seconds > 0)).toEqual([[stage, 2]]);
  });

  test('adds up over samples and threads', () => {
    const derive = ['(root)', MAIN, `deriveSeries|${DIST}/derive/series.js`];
    const times = timeStages([
      profileOf([derive, derive, ['(idle)']], 500_000),
      profileOf([derive], 250_000),
    ]);
    expect(times).toMatchObject({ derive: 1.25, waiting: 0.5, load: 0 });
  });

  test('is not read from what is no profile', () => {
    expect(() => parseProfile('{"nodes":[]}')).toThrow('samples');
  });
});
