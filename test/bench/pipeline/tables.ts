import { formatTable } from '../../../src/cli/output/print.ts';
import type { Measurement } from '../measurement.ts';
import type { JudgedRatio } from '../ratios.ts';
import type { Statistics } from '../statistics.ts';
import type { PartResult } from './bench.ts';

/** Formats one part: a table of its jobs, and notes. */
export function formatPart({ title, measurements, notes }: PartResult): string {
  const numbers = ['median s', 'min', 'max', 'CPU s', 'peak MiB', 'min MiB', 'max MiB'];
  const rows = measurements.map(({ what, seconds, cpuSeconds, peakMb }) => [
    what,
    ...[seconds.median, seconds.min, seconds.max].map((value) => value.toFixed(2)),
    cpuSeconds?.median.toFixed(2) ?? '-',
    ...memoryColumns(peakMb),
  ]);
  const { length } = measurements[0]?.runs ?? [];
  return [
    `${title} (${length === 1 ? 'one run' : `${length} runs`} of each, in turn)`,
    formatTable(['what', ...numbers], rows, numbers),
    ...notes,
  ].join('\n');
}

function memoryColumns(peakMb: Statistics | null): string[] {
  if (peakMb === null) return ['-', '-', '-'];
  return [peakMb.median, peakMb.min, peakMb.max].map((value) => value.toFixed(0));
}

/** Formats all ratios, with aims and bounds unless the size is too small to judge. */
export function formatRatios(ratios: readonly JudgedRatio[], isTelling: boolean): string {
  if (!isTelling) {
    const rows = ratios.map(({ meaning, value }) => [meaning, formatRatio(value)]);
    return [
      'Ratios, which tell nothing at this size',
      formatTable(['what', 'measured'], rows, ['measured']),
    ].join('\n');
  }
  const numbers = ['measured', 'aim', 'bound'];
  const rows = ratios.map(({ meaning, value, aim, bound, isReached, isBeyond }) => [
    meaning,
    formatRatio(value),
    aim === null ? '-' : formatRatio(aim),
    bound === null ? '-' : formatRatio(bound),
    [isReached === true && 'reached', isReached === false && 'not reached', isBeyond && 'BEYOND ITS BOUND']
      .filter(Boolean)
      .join(', '),
  ]);
  return ['Ratios', formatTable(['what', ...numbers, ''], rows, numbers)].join('\n');
}

function formatRatio(value: number): string {
  return value < 0.1 ? value.toFixed(3) : value.toFixed(2);
}

/** Leaves out the output of the runs, which may be long. */
export function measurementFacts({ what, runs, ...statistics }: Measurement) {
  return { what, runs: runs.map(({ printed, ...run }) => run), ...statistics };
}
