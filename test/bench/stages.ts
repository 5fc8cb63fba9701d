import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

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

/** The stages of a backfill in order; the last ones are everything else. */
export const STAGES = [
  'read',
  'extract',
  'merge',
  'check',
  'derive',
  'load',
  'index',
  'archive',
  'other',
  'memory',
  'waiting',
] as const;
export type Stage = (typeof STAGES)[number];

/** Seconds by stage. */
export type StageTimes = Record<Stage, number>;

/** Where the code of a stage is. The first rule that matches function and source wins. */
const RULES: readonly (readonly [Stage, source: RegExp, name?: RegExp])[] = [
  ['index', /src\/store\//, /^(?:restore|.*Index(?:es)?)$/],
  ['read', /node_modules\/(?:papaparse|exceljs|iconv-lite|lossless-json|yauzl)\//],
  ['read', /src\/extract\/formats\//],
  ['read', /src\/(?:files\/report-(?:paths|file)|pipeline\/intake\/(?:reading-threads?|row-columns))\.ts$/],
  ['check', /src\/states\/.*\/(?:monthly-statement|quarterly-allocations|payment-detail)\.ts$/, /^check/],
  ['check', /src\/pipeline\/settle\/(?:state|volume)-checks\.ts$/],
  ['extract', /src\/extract\//],
  ['extract', /src\/pipeline\/intake\/read-report\.ts$/],
  ['merge', /src\/states\/.*\/merge\.ts$/],
  ['merge', /src\/pipeline\/settle\/(?:series|precedence|corrections)\.ts$/],
  ['derive', /src\/derive\//],
  ['archive', /src\/(?:files\/sync-to-disk|pipeline\/archive\/.*|pipeline\/intake\/quarantine)\.ts$/],
  ['load', /src\/store\//],
  ['load', /src\/pipeline\/(?:run|intake\/(?:take-reports|intake|row-loader))\.ts$/],
  // the rest of the pipeline; functions of the domain belong to the stage of their caller
  ['other', /src\/(?:cli|pipeline|files|registers)\//],
];

const WITHOUT_CODE: Readonly<Record<string, Stage>> = {
  '(garbage collector)': 'memory',
  '(idle)': 'waiting',
  '(program)': 'other',
};

/** Reads a file that `node --cpu-prof` wrote. */
export function parseProfile(text: string): Profile {
  return profileShape.parse(JSON.parse(text));
}

/**
 * Returns the time of each stage in the profiles of one run. A sample counts for the innermost call with a stage, so
 * the time of the database or a package belongs to its caller.
 */
export function timeStages(profiles: readonly Profile[]): StageTimes {
  const times: StageTimes = { ...NO_TIME };
  for (const { nodes, samples, timeDeltas } of profiles) {
    const stages = stagesOfNodes(nodes);
    samples.forEach((id, at) => {
      times[stages.get(id) ?? 'other'] += (timeDeltas[at] ?? 0) / 1e6;
    });
  }
  return times;
}

const NO_TIME: StageTimes = {
  read: 0,
  extract: 0,
  merge: 0,
  check: 0,
  derive: 0,
  load: 0,
  index: 0,
  archive: 0,
  other: 0,
  memory: 0,
  waiting: 0,
};

/** Lists callers before the functions they call. */
function stagesOfNodes(nodes: Profile['nodes']): Map<number, Stage> {
  const stages = new Map<number, Stage>();
  for (const { id, callFrame, children = [] } of nodes) {
    const stage = stageOf(callFrame) ?? stages.get(id) ?? 'other';
    stages.set(id, stage);
    for (const child of children) stages.set(child, stage);
  }
  return stages;
}

/** Returns the stage of a call; `undefined` if the call belongs to the stage of its caller. */
function stageOf(call: CallFrame): Stage | undefined {
  if (call.url === '') return WITHOUT_CODE[call.functionName];
  const source = sourceOf(call);
  // the bundler adds numbers to functions with the same name
  const functionName = call.functionName.replace(/\d+$/, '');
  const rule = RULES.find(([, file, name]) => file.test(source) && (!name || name.test(functionName)));
  return rule?.[0];
}

const sourceMaps = new Map<string, SourceMap | null>();

/** Returns the original file of a call in a bundled module. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!sourceMaps.has(url)) sourceMaps.set(url, readSourceMap(url));
  const entry = sourceMaps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? entry.originalSource : url;
}

function readSourceMap(url: string): SourceMap | null {
  const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
