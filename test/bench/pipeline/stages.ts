import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { formatTable } from '../../../src/cli/output/print.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './bench.ts';

/** A CPU profile as Node writes it: the tree of calls, and the innermost call at each sample. */
const profileShape = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.array(z.number()).optional(),
    }),
  ),
  samples: z.array(z.number()),
  /** Microseconds between each sample and the one before. */
  timeDeltas: z.array(z.number()),
});

type Profile = z.output<typeof profileShape>;
type CallFrame = Profile['nodes'][number]['callFrame'];

/** Where the code of a stage is. The first source that matches wins; what matches none belongs to its caller. */
const STAGES: readonly (readonly [stage: string, source: RegExp])[] = [
  ['read', /node_modules\/(?:papaparse|exceljs|iconv-lite|lossless-json|yauzl)\/|src\/extract\/formats\//],
  [
    'extract',
    /src\/extract\/|src\/states\/.*\/(?:monthly-statement|quarterly-allocations|payment-detail)\.ts$/,
  ],
  ['derive', /src\/derive\//],
  ['settle', /src\/pipeline\/settle\/|src\/states\//],
  ['archive', /src\/(?:files\/|pipeline\/archive\/)/],
  ['load', /src\/store\//],
  ['run', /src\/(?:cli|pipeline|registers)\//],
];
const WITHOUT_CODE: Readonly<Record<string, string>> = {
  '(garbage collector)': 'memory',
  '(idle)': 'waiting',
};

/** Measures the stages of a backfill with a profile of a separate run. */
export async function measureStages(bench: Bench): Promise<PartResult> {
  const { reports } = await reportsOf(bench, bench.size);
  const folder = join(bench.scratch, 'profiles');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`];
  const run = await backfill(reports, emptyPlace(bench, 'profiled'), options);
  const times = new Map<string, number>();
  for (const name of readdirSync(folder)) addProfile(readFileSync(join(folder, name), 'utf8'), times);
  const all = [...times.values()].reduce((sum, seconds) => sum + seconds, 0);
  const rows = [...times]
    .sort(([, a], [, b]) => b - a)
    .map(([stage, seconds]) => [stage, seconds.toFixed(2), ((100 * seconds) / all).toFixed(0)]);
  return {
    title: 'Stages of the backfill, from a profile, which slows it down',
    measurements: [{ what: 'allocations backfill, profiled', runs: [run] }],
    ratios: [],
    notes: [
      formatTable(['stage', 'seconds', 'percent'], rows, ['seconds', 'percent']),
      'read: the cells of files; load: all writing of rows, datapoints and findings, and the commit; memory: the garbage collector, for all stages.',
    ],
  };
}

/** Adds the seconds of each stage. A sample counts for the innermost call with a stage. */
function addProfile(text: string, times: Map<string, number>): void {
  const { nodes, samples, timeDeltas } = profileShape.parse(JSON.parse(text));
  const stages = new Map<number, string>();
  // callers come before the functions they call
  for (const { id, callFrame, children = [] } of nodes) {
    const stage = stageOf(callFrame) ?? stages.get(id) ?? 'run';
    for (const each of [id, ...children]) stages.set(each, stage);
  }
  samples.forEach((id, at) => {
    const stage = stages.get(id) ?? 'run';
    times.set(stage, (times.get(stage) ?? 0) + (timeDeltas[at] ?? 0) / 1e6);
  });
}

function stageOf(call: CallFrame): string | undefined {
  if (call.url === '') return WITHOUT_CODE[call.functionName];
  const source = sourceOf(call);
  return STAGES.find(([, pattern]) => pattern.test(source))?.[0];
}

const sourceMaps = new Map<string, SourceMap | null>();

/** Returns the original file of a call in a bundled module. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!sourceMaps.has(url)) {
    const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
    sourceMaps.set(url, existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null);
  }
  const entry = sourceMaps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? entry.originalSource : url;
}
