import { join } from 'node:path';
import autocannon from 'autocannon';
import { say } from '../progress.ts';
import { medianOf, statisticsOf } from '../statistics.ts';
import { type BenchData, removeDataset } from './dataset.ts';
import { runProgram, startService } from './processes.ts';
import { type Load, prepareLoads } from './requests.ts';

/** How long and how often to send requests. */
export interface LoadPlan {
  connections: number;
  rounds: number;
  secondsEach: number;
  warmUpSeconds: number;
  /** Number of different cold paths. All are requested before any is repeated. */
  coldPaths: number;
}

/** The result of one kind of request: medians of the rounds. */
export interface MeasuredLoad {
  name: string;
  requestsPerSecond: number;
  /** Milliseconds to the last byte of the answer. */
  p99: number;
  /** As sent, with headers. */
  bytesPerAnswer: number;
  /** CPU time of the server: microseconds per request, and share of the measured time. */
  cpuPerRequest: number | null;
  busy: number | null;
  /** Compared with the bare route of the same body size: requests per second, and CPU time. */
  ratio: number | null;
  cpuRatio: number | null;
}

type Round = Omit<MeasuredLoad, 'name' | 'ratio' | 'cpuRatio'>;

const TOKEN_NAME = 'bench';
/** autocannon ends when one of these ends. */
const SAMPLES_MS = 100;

/** Measures the service and, in turn with it, a bare route. Both run in their own process, on loopback. */
export async function measureLoad(data: BenchData, plan: LoadPlan): Promise<MeasuredLoad[]> {
  const tokens = join(data.scratch, 'bench.tokens.sqlite');
  removeDataset(tokens);
  const places = ['--db', data.dataset, '--tokens', tokens];
  const token = (await runProgram(['token', 'create', TOKEN_NAME, ...places])).trim();
  const service = await startService(data.dataset, tokens);
  try {
    const { bare, loads } = await prepareLoads(data.dataset, service, token, plan.coldPaths);
    try {
      return await measureRounds(loads, plan);
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
    removeDataset(tokens);
  }
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
  const { server, status, headers, path } = load;
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
          typeof path === 'string' ? { path } : { setupRequest: (request) => ({ ...request, path: path() }) },
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
