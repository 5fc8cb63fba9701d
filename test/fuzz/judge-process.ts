/** Judges the reports that the parent process sends. Ends with the parent. */
import { FuzzRig } from './fuzz-rig.ts';
import { judge } from './verdict.ts';

/** A report to judge. */
export interface Task {
  bytes: Uint8Array;
  extension: string;
  limit: number;
}

const [folder = ''] = process.argv.slice(2);
const rig = new FuzzRig(folder);

process.on('message', async ({ bytes, extension, limit }: Task) => {
  process.send?.(await judge(rig, bytes, extension, limit));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
