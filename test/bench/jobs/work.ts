import { performance } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

/** Marks the start of the measured work. The time before does not count. */
export function beginWork(): void {
  performance.mark('work begins', { detail: cpuUsage() });
}
