/** Judges the reports it is sent, one after another; ends with the process that started it. */
import { Bench } from './bench.ts';
import { judge } from './verdict.ts';

/** A report to judge. */
export interface Task {
  bytes: Uint8Array;
  extension: string;
  limit: number;
}

const [folder = ''] = process.argv.slice(2);
const bench = new Bench(folder);

process.on('message', async ({ bytes, extension, limit }: Task) => {
  process.send?.(await judge(bench, bytes, extension, limit));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
