/**
 * Loaded before a measured program. At its end, writes time and memory as one line of JSON on descriptor 3. Plain
 * JavaScript, because it is loaded before the TypeScript loader.
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
    // a script marks where its work begins; the time before belongs to the TypeScript loader
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

/** Linux reports the peak memory of this program alone; `maxRSS` may be that of its parent. */
function peakKibibytes(maxRss) {
  try {
    const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return peak === undefined ? maxRss : Number(peak);
  } catch {
    return maxRss;
  }
}
