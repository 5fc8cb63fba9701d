import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** A CPU profile as Node writes it: the tree of calls, and which call was on top at each sample. */
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

/** What a backfill does, in its order; the last are what no stage is. */
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

/** Where the code of a stage lies: the first rule that fits, of function and source. */
const RULES: readonly (readonly [Stage, source: RegExp, name?: RegExp])[] = [
  ['index', /src\/store\//, /^(?:restore|.*Index(?:es)?)$/],
  ['read', /node_modules\/(?:papaparse|exceljs|iconv-lite|lossless-json|yauzl)\//],
  ['read', /src\/extract\/formats\//],
  ['read', /src\/(?:files\/report-(?:paths|file)|pipeline\/intake\/(?:reading-threads?|row-columns))\.ts$/],
  [
    'check',
    /src\/states\/.*\/(?:checks|monthly-statement|quarterly-allocations|payment-detail)\.ts$/,
    /^check/,
  ],
  ['check', /src\/pipeline\/settle\/(?:state|volume)-checks\.ts$/],
  ['extract', /src\/extract\//],
  ['extract', /src\/pipeline\/intake\/read-report\.ts$/],
  ['merge', /src\/states\/.*\/merge\.ts$/],
  ['merge', /src\/pipeline\/settle\/(?:series|precedence|corrections)\.ts$/],
  ['derive', /src\/derive\//],
  ['archive', /src\/(?:files\/sync-to-disk|pipeline\/archive\/.*|pipeline\/intake\/quarantine)\.ts$/],
  ['load', /src\/store\//],
  ['load', /src\/pipeline\/(?:run|intake\/(?:take-reports|intake|row-loader))\.ts$/],
  // what is left of the pipeline; the domain's functions are their caller's
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
 * The time of each stage in profiles of one run: each sample counts for the stage of the innermost call that is part
 * of one, so that what the database or a package works is its caller's.
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

/** Callers stand in the list before those they call. */
function stagesOfNodes(nodes: Profile['nodes']): Map<number, Stage> {
  const stages = new Map<number, Stage>();
  for (const { id, callFrame, children = [] } of nodes) {
    const stage = stageOf(callFrame) ?? stages.get(id) ?? 'other';
    stages.set(id, stage);
    for (const child of children) stages.set(child, stage);
  }
  return stages;
}

/** The stage that a call is part of by itself; `undefined` where it is its caller's. */
function stageOf(call: CallFrame): Stage | undefined {
  if (call.url === '') return WITHOUT_CODE[call.functionName];
  const source = sourceOf(call);
  // the bundler numbers functions of one name
  const functionName = call.functionName.replace(/\d+$/, '');
  const rule = RULES.find(([, file, name]) => file.test(source) && (!name || name.test(functionName)));
  return rule?.[0];
}

const sourceMaps = new Map<string, SourceMap | null>();

/** The file a call was written in, where the module it stands in was built from several. */
function sourceOf({ url, lineNumber, columnNumber }: CallFrame): string {
  if (!sourceMaps.has(url)) sourceMaps.set(url, readSourceMap(url));
  const entry = sourceMaps.get(url)?.findEntry(lineNumber, columnNumber);
  return entry && 'originalSource' in entry ? entry.originalSource : url;
}

function readSourceMap(url: string): SourceMap | null {
  const file = url.startsWith('file:') ? `${fileURLToPath(url)}.map` : '';
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null;
}
