import { formatTable } from '../../../src/cli/output/print.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { measureUnusual } from '../../rig/datasets/unusual-rates.ts';
import { type Bench, fullDataset, type PartResult } from './bench.ts';

/** Measures which payments of the full-size dataset are marked as unusual, and which random errors are found. */
export async function measureUnusualPayments(bench: Bench): Promise<PartResult> {
  const { place } = await fullDataset(bench);
  const dataset = openForReading(place.database);
  try {
    const rates = measureUnusual(dataset.sqlite);
    const numbers = ['datapoints', 'marked %', 'errors found %'];
    const rows = rates.map(({ state, datapoints, marked, found }) => [
      state,
      String(datapoints),
      marked.toFixed(3),
      found === null ? '-' : found.toFixed(1),
    ]);
    return {
      title: 'Unusual payments',
      measurements: [],
      ratios: {
        'unusual-marked': Math.max(...rates.map(({ marked }) => marked)) / 0.5,
        'unusual-missed': Math.max(...rates.map(({ found }) => (found === null ? 0 : 100 - found))) / 5,
      },
      notes: [formatTable(['state', ...numbers], rows, numbers)],
    };
  } finally {
    dataset.close();
  }
}
