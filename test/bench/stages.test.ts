import { describe, expect, test } from 'vitest';
import { parseProfile, timeStages } from './stages.ts';

/** A profile with one chain of calls per sample; each call is `function|file`. */
function profileOf(stacks: readonly (readonly string[])[], microseconds: number) {
  const nodes: { id: number; callFrame: object; children: number[] }[] = [];
  const samples = stacks.map((stack) => {
    let parent: (typeof nodes)[number] | undefined;
    for (const call of stack) {
      const [functionName = '', url = ''] = call.split('|');
      const node = {
        id: nodes.length + 1,
        callFrame: { functionName, url, lineNumber: 0, columnNumber: 0 },
        children: [],
      };
      nodes.push(node);
      parent?.children.push(node.id);
      parent = node;
    }
    return nodes.length;
  });
  return parseProfile(JSON.stringify({ nodes, samples, timeDeltas: samples.map(() => microseconds) }));
}

const SRC = 'file:///somewhere/src';
const MAIN = `run|${SRC}/pipeline/run.ts`;

describe('the time of a stage', () => {
  test.each([
    ['read', ['parse|file:///somewhere/node_modules/papaparse/papaparse.js']],
    ['read', [`readReportFile|${SRC}/files/report-file.ts`, 'hash|node:crypto', 'update|']],
    ['extract', [`extractTable|${SRC}/extract/table/table.ts`, `parseMoney|${SRC}/domain/money.ts`]],
    [
      'check',
      [`extractTable|${SRC}/extract/table/table.ts`, `checkPaymentDetail|${SRC}/states/tx/payment-detail.ts`],
    ],
    [
      'merge',
      [`buildSeries|${SRC}/pipeline/settle/merged-series.ts`, `mergeCalifornia|${SRC}/states/ca/merge.ts`],
    ],
    ['merge', [`countingRows|${SRC}/pipeline/settle/precedence.ts`]],
    ['check', [`checkState|${SRC}/pipeline/settle/state-checks.ts`]],
    [
      'derive',
      [
        `buildSeries|${SRC}/pipeline/settle/merged-series.ts`,
        `deriveSeries|${SRC}/derive/derived-figures.ts`,
      ],
    ],
    ['load', [`writeSeries|${SRC}/store/write/allocations.ts`, 'run|']],
    ['index', [`restore|${SRC}/store/write/allocations.ts`, 'exec|']],
    ['archive', [`keep|${SRC}/pipeline/archive/archive.ts`, 'writeSync|node:fs', 'write|']],
    ['other', [`settleState|${SRC}/pipeline/settle.ts`, `slugOf|${SRC}/domain/jurisdiction.ts`]],
    ['memory', ['(garbage collector)']],
    ['waiting', ['(idle)']],
  ] as const)('%s is that of %j', (stage, calls) => {
    const stack = calls.some((call) => call.startsWith('(')) ? calls : ['(root)', MAIN, ...calls];
    const times = timeStages([profileOf([stack], 2_000_000)]);
    expect(Object.entries(times).filter(([, seconds]) => seconds > 0)).toEqual([[stage, 2]]);
  });

  test('adds up over samples and threads', () => {
    const derive = ['(root)', MAIN, `deriveSeries|${SRC}/derive/derived-figures.ts`];
    const times = timeStages([
      profileOf([derive, derive, ['(idle)']], 500_000),
      profileOf([derive], 250_000),
    ]);
    expect(times).toMatchObject({ derive: 1.25, waiting: 0.5, load: 0 });
  });

  test('cannot be read from a file that is no profile', () => {
    expect(() => parseProfile('{"nodes":[]}')).toThrow('samples');
  });
});
