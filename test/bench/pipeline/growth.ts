import { formatTable } from '../../../src/cli/output/print.ts';
import { type Measurement, measureInTurn } from '../measurement.ts';
import {
  type Bench,
  backfill,
  emptyPlace,
  type PartResult,
  reportsOf,
  type Scale,
  scaleSize,
} from './bench.ts';

/** Factors of the size. More jurisdictions give larger files, more months give more files. */
const SCALES: readonly { what: string; scale: Scale }[] = [
  { what: 'a quarter of the jurisdictions', scale: { jurisdictions: 0.25 } },
  { what: 'half of the jurisdictions', scale: { jurisdictions: 0.5 } },
  { what: 'all', scale: {} },
  { what: 'four times the jurisdictions', scale: { jurisdictions: 4 } },
  { what: 'four times the months', scale: { months: 4 } },
];

interface Grown {
  rows: number;
  measured: Measurement;
}

/** Compares backfills of several sizes. Time and memory per row must not grow. */
export async function measureGrowth(bench: Bench): Promise<PartResult> {
  const sizes: { what: string; reports: string; rows: number }[] = [];
  for (const { what, scale } of SCALES) {
    sizes.push({ what, ...(await reportsOf(bench, scaleSize(bench.size, scale))) });
  }
  const contenders = sizes.map(({ what, reports }) => ({
    what,
    run: () => backfill(reports, emptyPlace(bench, 'grown')),
  }));
  const measurements = await measureInTurn(contenders, bench.rounds);
  const grown = measurements.map((measured, at): Grown => ({ measured, rows: sizes[at]?.rows ?? 0 }));
  const [, , all, larger, more] = grown;
  if (!all || !larger || !more) throw new Error('Nothing was measured');
  const numbers = ['rows', 'µs a row', 'MiB', 'KiB a row'];
  const rows = grown.map(({ rows, measured }) => [
    measured.what,
    String(rows),
    (timeARow({ rows, measured }) * 1e6).toFixed(1),
    peakOf(measured).toFixed(0),
    (memoryARow({ rows, measured }) * 1024).toFixed(2),
  ]);
  return {
    title: 'Growth',
    measurements,
    ratios: {
      'growth-time': timeARow(larger) / timeARow(all),
      'growth-time-months': timeARow(more) / timeARow(all),
      'growth-memory': memoryARow(larger) / memoryARow(all),
      'growth-files': peakOf(more.measured) / peakOf(all.measured),
    },
    notes: [formatTable(['what', ...numbers], rows, numbers)],
  };
}

function timeARow({ rows, measured }: Grown): number {
  return measured.seconds.median / rows;
}

function peakOf({ peakMb }: Measurement): number {
  return peakMb?.median ?? Number.NaN;
}

function memoryARow({ rows, measured }: Grown): number {
  return peakOf(measured) / rows;
}
