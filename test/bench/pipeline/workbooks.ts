import { runJob, scriptJob } from '../job.ts';
import { measureInTurn, timeRatio } from '../measurement.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './bench.ts';

/** Compares a backfill from workbooks with exceljs alone, on one thread and on all cores. */
export async function measureWorkbooks(bench: Bench): Promise<PartResult> {
  const { reports, rows } = await reportsOf(bench, { ...bench.size, format: 'xlsx' });
  const { cores } = bench;
  const exceljs = (threads: number) => ({
    what: `exceljs alone, ${threads} threads`,
    run: () => runJob(scriptJob('exceljs', 'read-workbooks', [reports, String(threads)])),
  });
  const [ours, plain, threaded] = await measureInTurn(
    [
      { what: 'allocations backfill', run: () => backfill(reports, emptyPlace(bench, 'workbooks')) },
      { ...exceljs(1), what: 'exceljs alone' },
      exceljs(cores),
    ],
    bench.rounds,
  );
  if (!ours || !plain || !threaded) throw new Error('Nothing was measured');
  return {
    title: `A backfill of both states from workbooks, ${rows} rows of figures as XLSX`,
    measurements: [ours, plain, threaded],
    ratios: {
      'workbooks-to-exceljs': timeRatio(ours, plain),
      'workbooks-to-exceljs-threads': timeRatio(ours, threaded),
    },
    notes: [],
  };
}
