/** Loaded before a measured program. At its end, writes time and memory as one line of JSON on descriptor 3. */
import { readFileSync, writeSync } from 'node:fs';
import { resourceUsage } from 'node:process';
import { isMainThread } from 'node:worker_threads';

const USAGE_DESCRIPTOR = 3;

if (isMainThread) {
  process.once('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = resourceUsage();
    const usage = { cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: peakKibibytes(maxRSS) / 1024 };
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
