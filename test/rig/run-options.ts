import { join } from 'node:path';
import readReport from '../../src/pipeline/intake/read-report.ts';
import type { RunOptions } from '../../src/pipeline/open-run.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';

let ticks = 0;

/** Options of a run that works in a folder of its own, and loads also doubtful reports. Its registers are in `reference/`, which must exist. */
export function runOptionsIn(folder: string): Omit<RunOptions, 'command'> {
  return {
    onDoubt: 'load',
    database: join(folder, 'dataset.sqlite'),
    archive: join(folder, 'reports'),
    quarantine: join(folder, 'quarantine'),
    layouts: REPORT_KINDS.flatMap(({ layouts }) => layouts),
    registers: readRegisters(join(folder, 'reference')),
    concurrency: 2,
    keepRuns: 400,
    dryRun: false,
    read: readReport,
    // the clock advances one second each time it is read
    now: () => new Date(Date.UTC(2026, 10, 1) + 1000 * ticks++),
    programVersion: 'test',
  };
}
