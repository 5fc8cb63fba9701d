import { listingOf } from '../../../src/api/listings.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { openReader } from '../../../src/store/query/view.ts';
import { say } from '../progress.ts';
import { type BenchState, benchStates } from './cases.ts';
import { coldPaths } from './cold-paths.ts';
import { type Server, startBareRoute } from './processes.ts';

/** One kind of request. */
export interface Load {
  name: string;
  server: Server;
  status: number;
  headers: Record<string, string>;
  /** The path of all requests, or a function that returns the next path. */
  path: string | (() => string);
  /** The load to compare with; `null` for a bare route. */
  bare: string | null;
}

/** A sample answer. */
interface Sample {
  size: number;
  tag: string;
}

const SIZES_ASKED = 50;

/**
 * Returns the loads to measure. Each follows the bare route that it is compared with, which gets the same headers.
 * Starts the bare routes.
 */
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
    const [path] = listingOf(state).paths;
    hot.push({ state, path, sample: await askFor(service, path, headers) });
  }
  const cold = coldPaths(states, coldCount);
  const coldSize = await meanSize(service, cold.slice(-SIZES_ASKED), headers);
  const bare = await startBareRoute([...new Set([...hot.map(({ sample }) => sample.size), coldSize])]);
  const compared = (load: Omit<Load, 'bare'>, size: number): [Load, Load] => {
    const name = `bare route, ${(size / 1000).toFixed(1)} kB, for: ${load.name}`;
    return [
      { name, server: bare, status: 200, headers: load.headers, path: `/${size}`, bare: null },
      { ...load, bare: name },
    ];
  };
  const ofState = ({ state: { name }, path, sample: { size, tag } }: (typeof hot)[number]): Load[] => {
    const page = { server: service, status: 200, headers, path };
    const gzip = { ...headers, 'accept-encoding': 'gzip' };
    const known = { ...headers, 'if-none-match': tag };
    return [
      ...compared({ ...page, name: `hot page, ${name}` }, size),
      ...compared({ ...page, name: `hot page, gzip, ${name}`, headers: gzip }, size),
      ...compared({ ...page, name: `304, ${name}`, headers: known, status: 304 }, size),
    ];
  };
  const coldLoad = {
    name: 'cold random pages',
    server: service,
    status: 200,
    headers,
    path: takeTurns(cold),
  };
  return { bare, loads: [...hot.flatMap(ofState), ...compared(coldLoad, coldSize)] };
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

/** Returns a function that gives one path after the other. */
function takeTurns(paths: readonly string[]): () => string {
  let given = 0;
  return () => {
    if (given === paths.length)
      say(`all ${paths.length} cold paths are used up; later answers may come from the cache`);
    const path = paths[given % paths.length] ?? '/';
    given += 1;
    return path;
  };
}
