/**
 * Loaded before a measured program: at its end it writes what the process took as one line of JSON on descriptor 3.
 * Plain JavaScript, since it is there before anything that reads TypeScript.
 */
import { readFileSync, writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { resourceUsage } from 'node:process';
import { isMainThread } from 'node:worker_threads';

const USAGE_DESCRIPTOR = 3;
const loadedAt = performance.now();

if (isMainThread) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = resourceUsage();
    // a job of the benchmark marks where its work begins; before that is the reader of TypeScript
    const mark = performance.getEntriesByName('work begins').at(-1);
    const { user, system } = mark?.detail ?? { user: 0, system: 0 };
    const usage = {
      cpuSeconds: (userCPUTime + systemCPUTime - user - system) / 1e6,
      peakMb: peakKibibytes(maxRSS) / 1024,
      loadingSeconds: mark === undefined ? 0 : (mark.startTime - loadedAt) / 1000,
    };
    writeSync(USAGE_DESCRIPTOR, `${JSON.stringify(usage)}\n`);
  });
}

/** Linux tells the most memory of this program alone; `maxRSS` may be that of the one which started it. */
function peakKibibytes(maxRss) {
  try {
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return peak === undefined ? maxRss : Number(peak);
  } catch {
    return maxRss;
  }
}
