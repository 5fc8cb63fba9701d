import { performance } from 'node:perf_hooks';
import { cpuUsage } from 'node:process';

/** Says that what is measured begins here; what came before is not counted. */
export function beginWork(): void {
  performance.mark('work begins', { detail: cpuUsage() });
}
