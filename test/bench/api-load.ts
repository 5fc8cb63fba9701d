import { join } from 'node:path';
import autocannon from 'autocannon';
import { openForReading } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { benchStates } from './api-cases.ts';
import { coldPaths } from './api-cold-paths.ts';
import { type BenchData, removeDataset, say } from './api-dataset.ts';
import { runProgram, type Server, startBareRoute, startService } from './api-processes.ts';
import { medianOf, statisticsOf } from './api-statistics.ts';

/** How long and how often to ask. */
export interface LoadPlan {
  connections: number;
  rounds: number;
  secondsEach: number;
  warmUpSeconds: number;
  /** Different paths to ask for; each is asked once until all were. */
  coldPaths: number;
}

/** What one kind of request came to; medians of the rounds. */
export interface MeasuredLoad {
  name: string;
  requestsPerSecond: number;
  /** Of the time to the answer's last byte, in milliseconds. */
  p99: number;
  /** With the headers, as sent. */
  bytesPerAnswer: number;
  /** Time the server's process worked, in microseconds a request, and as a part of the time it was asked. */
  cpuPerRequest: number | null;
  busy: number | null;
  /** Against the bare route of the body's size: requests per second, and how much less its process worked. */
  ratio: number | null;
  cpuRatio: number | null;
}

type Round = Omit<MeasuredLoad, 'name' | 'ratio' | 'cpuRatio'>;

/** One kind of request. */
interface Load {
  name: string;
  server: Server;
  status: number;
  headers: Record<string, string>;
  nextPath: () => string;
  isOnePath: boolean;
  /** The load this is compared with. */
  bare: string | null;
}

const TOKEN_NAME = 'bench';
const SIZES_ASKED = 50;
/** autocannon ends when one of these does. */
const SAMPLES_MS = 100;

/** Asks the service and, in turns with it, a bare route over loopback; each has a process of its own. */
export async function measureLoad(data: BenchData, plan: LoadPlan): Promise<MeasuredLoad[]> {
  const tokens = join(data.scratch, 'bench.tokens.sqlite');
  removeDataset(tokens);
  const places = ['--db', data.dataset, '--tokens', tokens];
  const token = (await runProgram(['token', 'create', TOKEN_NAME, ...places])).trim();
  const service = await startService(data.dataset, tokens);
  try {
    const prepared = await prepareLoads(data, service, token, plan);
    try {
      return await measureRounds(prepared.loads, plan);
    } finally {
      await prepared.bare.stop();
    }
  } finally {
    await service.stop();
    removeDataset(tokens);
  }
}

async function prepareLoads(data: BenchData, service: Server, token: string, plan: LoadPlan) {
  const authorization = { authorization: `Bearer ${token}` };
  const ask = async (path: string) => {
    const answer = await fetch(service.origin + path, {
      headers: { ...authorization, 'accept-encoding': 'identity' },
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return { size: (await answer.arrayBuffer()).byteLength, tag: answer.headers.get('etag') ?? '' };
  };
  const dataset = openForReading(data.dataset);
  const states = benchStates(openReader(dataset));
  dataset.close();
  const cold = coldPaths(states, plan.coldPaths);
  const hot = [];
  for (const { state } of states)
    hot.push({ state, path: state.listing.paths[0], ...(await ask(state.listing.paths[0])) });
  const coldSizes: number[] = [];
  for (const path of cold.slice(-SIZES_ASKED)) coldSizes.push((await ask(path)).size);
  const coldSize = Math.round(coldSizes.reduce((sum, size) => sum + size, 0) / coldSizes.length);
  const bare = await startBareRoute([...new Set([...hot.map(({ size }) => size), coldSize])]);

  let asked = 0;
  const nextCold = () => {
    if (asked === cold.length)
      say(`all ${cold.length} cold paths were asked; from here on some answers are remembered`);
    asked += 1;
    return cold[asked % cold.length] ?? '/';
  };
  const bareName = (size: number) => `bare route, ${(size / 1000).toFixed(1)} kB`;
  const bareLoad = (size: number): Load => ({
    ...onePath(bareName(size), bare, `/${size}`, {}),
    bare: null,
  });
  const loads = hot.flatMap(({ state, path, size, tag }): Load[] => {
    const kinds: [string, Record<string, string>, number][] = [
      ['hot page', {}, 200],
      ['hot page, gzip', { 'accept-encoding': 'gzip' }, 200],
      ['304', { 'if-none-match': tag }, 304],
    ];
    return [
      bareLoad(size),
      ...kinds.map(([kind, headers, status]) => ({
        ...onePath(`${kind}, ${state.name}`, service, path, { ...authorization, ...headers }),
        status,
        bare: bareName(size),
      })),
    ];
  });
  const coldLoad: Load = {
    ...onePath('cold random pages', service, '/', authorization),
    nextPath: nextCold,
    isOnePath: false,
    bare: bareName(coldSize),
  };
  return { bare, loads: [...loads, bareLoad(coldSize), coldLoad] };
}

function onePath(name: string, server: Server, path: string, headers: Record<string, string>): Load {
  return { name, server, status: 200, headers, nextPath: () => path, isOnePath: true, bare: null };
}

async function measureRounds(loads: readonly Load[], plan: LoadPlan): Promise<MeasuredLoad[]> {
  say(`warming up, ${plan.warmUpSeconds} s each`);
  for (const load of loads) await measureRound(load, plan, plan.warmUpSeconds);
  const rounds = new Map<string, Round[]>(loads.map(({ name }) => [name, []]));
  for (let round = 1; round <= plan.rounds; round += 1) {
    say(`round ${round} of ${plan.rounds}, ${plan.secondsEach} s each`);
    for (const load of loads) rounds.get(load.name)?.push(await measureRound(load, plan, plan.secondsEach));
  }
  return loads.map(({ name, bare }) => {
    const own = rounds.get(name) ?? [];
    const compared = bare === null ? null : (rounds.get(bare) ?? []);
    const median = (of: (round: Round) => number | null) => medianOrNull(own.map(of));
    const ratio = (of: (own: Round, bare: Round) => number | null) =>
      compared && medianOrNull(own.map((round, at) => (compared[at] ? of(round, compared[at]) : null)));
    return {
      name,
      requestsPerSecond: medianOf(own.map(({ requestsPerSecond }) => requestsPerSecond)),
      p99: medianOf(own.map(({ p99 }) => p99)),
      bytesPerAnswer: medianOf(own.map(({ bytesPerAnswer }) => bytesPerAnswer)),
      cpuPerRequest: median(({ cpuPerRequest }) => cpuPerRequest),
      busy: median(({ busy }) => busy),
      ratio: ratio((a, b) => a.requestsPerSecond / b.requestsPerSecond),
      cpuRatio: ratio((a, b) =>
        a.cpuPerRequest === null || b.cpuPerRequest === null ? null : b.cpuPerRequest / a.cpuPerRequest,
      ),
    };
  });
}

function medianOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? medianOf(known) : null;
}

async function measureRound(load: Load, { connections }: LoadPlan, seconds: number): Promise<Round> {
  const { server, status, headers, nextPath, isOnePath } = load;
  const times: number[] = [];
  const cpuBefore = server.cpuSeconds();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: server.origin,
        connections,
        duration: seconds,
        sampleInt: SAMPLES_MS,
        headers,
        requests: [
          isOnePath
            ? { path: nextPath() }
            : { setupRequest: (request) => ({ ...request, path: nextPath() }) },
        ],
      },
      (error, done) => (error ? reject(error) : resolve(done)),
    );
    instance.on('response', (_client, _status, _bytes, time) => times.push(time));
  });
  const cpuAfter = server.cpuSeconds();
  const statuses = Object.keys(result.statusCodeStats ?? {});
  if (result.errors > 0 || statuses.join() !== String(status))
    throw new Error(`${load.name}: ${result.errors} errors, answers with status ${statuses.join(', ')}`);
  const cpu = cpuBefore === null || cpuAfter === null ? null : cpuAfter - cpuBefore;
  return {
    requestsPerSecond: times.length / result.duration,
    p99: statisticsOf(times).p99,
    bytesPerAnswer: result.throughput.total / result.requests.total,
    cpuPerRequest: cpu && (cpu * 1e6) / times.length,
    busy: cpu && cpu / result.duration,
  };
}
