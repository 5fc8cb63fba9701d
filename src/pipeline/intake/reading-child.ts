/** Reads the files that a run sends to this process, one after another. */
import { readReport } from './read-report.ts';
import type { ReadingTask } from './reading-process.ts';

// the run ends this process when it stops
process.on('SIGINT', () => undefined);
process.on('message', async ({ bytes, layouts, fileName }: ReadingTask) => {
  process.send?.(await readReport(bytes, layouts, fileName));
});
