import { openForReading } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { type BenchState, benchStates } from './api-cases.ts';
import { coldPaths } from './api-cold-paths.ts';
import { type Server, startBareRoute } from './api-processes.ts';
import { say } from './progress.ts';

/** One kind of request. */
export interface Load {
  name: string;
  server: Server;
  status: number;
  headers: Record<string, string>;
  /** Where all requests go, or where each next one goes. */
  path: string | (() => string);
  /** The load this is compared with; null for that itself. */
  bare: string | null;
}

/** An answer asked for beforehand. */
interface Sample {
  size: number;
  tag: string;
}

const SIZES_ASKED = 50;

/** What to ask the service for, each after the bare route it is compared with; that is started here. */
export async function prepareLoads(
  dataset: string,
  service: Server,
  token: string,
  coldCount: number,
): Promise<{ bare: Server; loads: Load[] }> {
  const headers = { authorization: `Bearer ${token}` };
  const states = readStates(dataset);
  const hot: { state: BenchState['state']; path: string; sample: Sample }[] = [];
  for (const { state } of states) {
    const [path] = state.listing.paths;
    hot.push({ state, path, sample: await askFor(service, path, headers) });
  }
  const cold = coldPaths(states, coldCount);
  const coldSize = await meanSize(service, cold.slice(-SIZES_ASKED), headers);
  const bare = await startBareRoute([...new Set([...hot.map(({ sample }) => sample.size), coldSize])]);
  const ofState = ({ state: { name }, path, sample: { size, tag } }: (typeof hot)[number]): Load[] => {
    const page = { server: service, status: 200, headers, path, bare: bareName(size) };
    const gzip = { ...headers, 'accept-encoding': 'gzip' };
    return [
      bareLoad(bare, size),
      { ...page, name: `hot page, ${name}` },
      { ...page, name: `hot page, gzip, ${name}`, headers: gzip },
      { ...page, name: `304, ${name}`, headers: { ...headers, 'if-none-match': tag }, status: 304 },
    ];
  };
  const coldLoad: Load = {
    name: 'cold random pages',
    server: service,
    status: 200,
    headers,
    path: takeTurns(cold),
    bare: bareName(coldSize),
  };
  return { bare, loads: [...hot.flatMap(ofState), bareLoad(bare, coldSize), coldLoad] };
}

function readStates(file: string): BenchState[] {
  const dataset = openForReading(file);
  try {
    return benchStates(openReader(dataset));
  } finally {
    dataset.close();
  }
}

async function meanSize(
  service: Server,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<number> {
  let sum = 0;
  for (const path of paths) sum += (await askFor(service, path, headers)).size;
  return Math.round(sum / paths.length);
}

async function askFor({ origin }: Server, path: string, headers: Record<string, string>): Promise<Sample> {
  const answer = await fetch(origin + path, { headers: { ...headers, 'accept-encoding': 'identity' } });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return { size: (await answer.arrayBuffer()).byteLength, tag: answer.headers.get('etag') ?? '' };
}

function bareLoad(server: Server, size: number): Load {
  return { name: bareName(size), server, status: 200, headers: {}, path: `/${size}`, bare: null };
}

function bareName(size: number): string {
  return `bare route, ${(size / 1000).toFixed(1)} kB`;
}

/** Gives one path after the other. */
function takeTurns(paths: readonly string[]): () => string {
  let given = 0;
  return () => {
    if (given === paths.length)
      say(`all ${paths.length} cold paths were asked for; from here on answers may be remembered`);
    const path = paths[given % paths.length] ?? '/';
    given += 1;
    return path;
  };
}
