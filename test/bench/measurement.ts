import type { JobRun } from './job.ts';
import { say } from './progress.ts';
import { medianOf, type Statistics, statisticsOf } from './statistics.ts';

/** All runs of one job, in order. */
export interface Measurement {
  what: string;
  runs: JobRun[];
  seconds: Statistics;
  cpuSeconds: Statistics | null;
  peakMb: Statistics | null;
}

/** One of several things to compare; each call is a run. */
export interface Contender {
  what: string;
  run(round: number): Promise<JobRun>;
}

/** Runs all contenders in turn, round after round, so that other load affects them alike. */
export async function measureInTurn(
  contenders: readonly Contender[],
  rounds: number,
): Promise<Measurement[]> {
  const runs = contenders.map((): JobRun[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, contender] of contenders.entries()) {
      const run = await contender.run(round);
      say(`${contender.what}, ${round + 1} of ${rounds}: ${run.seconds.toFixed(2)} s`);
      runs[at]?.push(run);
    }
  }
  return contenders.map(({ what }, at) => measurementOf(what, runs[at] ?? []));
}

export function measurementOf(what: string, runs: JobRun[]): Measurement {
  return {
    what,
    runs,
    seconds: statisticsOf(runs.map(({ seconds }) => seconds)),
    cpuSeconds: optional(runs.map(({ cpuSeconds }) => cpuSeconds)),
    peakMb: optional(runs.map(({ peakMb }) => peakMb)),
  };
}

function optional(values: readonly (number | null)[]): Statistics | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : statisticsOf(known);
}

/** Returns how many times longer one took than the other: the median of the rounds that both ran. */
export function timeRatio(one: Measurement, other: Measurement): number {
  return medianOf(
    one.runs.flatMap(({ seconds }, at) => {
      const beside = other.runs[at];
      return beside ? [seconds / beside.seconds] : [];
    }),
  );
}
