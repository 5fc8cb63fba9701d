import { runJob, scriptJob } from './job.ts';
import { measureInTurn, timeRatio } from './measurement.ts';
import { type Bench, backfill, emptyPlace, type PartResult, reportsOf } from './pipeline-bench.ts';

/** A backfill from workbooks beside exceljs, which reads the same on as many threads and keeps nothing. */
export async function measureWorkbooks(bench: Bench): Promise<PartResult> {
  const { reports, rows } = await reportsOf(bench, { ...bench.size, format: 'xlsx' });
  const { cores } = bench;
  const [ours, floor] = await measureInTurn(
    [
      { what: 'allocations backfill', run: () => backfill(reports, emptyPlace(bench, 'workbooks')) },
      {
        what: `exceljs alone, ${cores} threads`,
        run: () => runJob(scriptJob('exceljs', 'read-workbooks', [reports, String(cores)])),
      },
    ],
    bench.rounds,
  );
  if (!ours || !floor) throw new Error('nothing was measured');
  return {
    title: `A backfill of both states from workbooks, ${rows} rows of figures as XLSX`,
    measurements: [ours, floor],
    ratios: { 'workbooks-to-exceljs': timeRatio(ours, floor) },
    notes: [],
  };
}
