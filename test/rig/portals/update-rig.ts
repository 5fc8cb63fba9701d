import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { scratchFolder } from '../folders.ts';
import { allocationsMeanwhile, endOf, type Outcome, type StartedProgram, startProgram } from '../program.ts';
import { monthsFrom } from '../reports/months.ts';
import { texasFeeds } from './fetch-rig.ts';
import { dataset, openPortal, type Portal, type PortalRow } from './portal.ts';
import { COLUMNS, texasDataset, texasRows } from './portal-texas.ts';

const PROGRAM = resolve('dist/cli/main.js');
/** Texas's payments, by the last part of their address. */
const DATASET = '3p4v-vsr3';

const UPDATE = ['update', '--state', 'tx', '--portals', 'portals.json'];

/** A folder with a file of sources that names a stand-in of the Texas portal; gone when the tests have ended. */
export interface UpdateRig {
  folder: string;
  portal: Portal;
  database: string;
  /** The months of the portal, up to last month, so that no report is overdue. */
  months: string[];
  write(path: string, content: string): void;
  /** Publishes other rows at the portal; by default those of all months. */
  publish(rows?: readonly PortalRow[]): void;
  start(args: readonly string[], settings?: Readonly<Record<string, string>>): StartedProgram;
  /** Runs the compiled program and waits for its end. */
  run(...args: string[]): Promise<Outcome>;
  update(...args: string[]): Promise<Outcome>;
  /** The same in a process of its own. */
  updateAlone(...args: string[]): ReturnType<typeof endOf>;
}

/** Returns `count` months up to last month. */
function monthsUpToLast(count: number): string[] {
  const today = new Date();
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - count));
  return monthsFrom(first.toISOString().slice(0, 7), count);
}

export async function createUpdateRig(count = 6): Promise<UpdateRig> {
  const folder = scratchFolder();
  const months = monthsUpToLast(count);
  const portal = await openPortal();
  portal.datasets.set(DATASET, texasDataset(months));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('portals.json', JSON.stringify(texasFeeds(portal.origin, { first_month: months[0] })));
  const publish = (rows: readonly PortalRow[] = texasRows(months)) => {
    const found = portal.datasets.get(DATASET);
    portal.datasets.set(DATASET, { ...dataset(COLUMNS, rows), version: 1 + (found?.version ?? 0) });
  };
  const start = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    startProgram(PROGRAM, folder, args, settings);
  const run = (...args: string[]) => allocationsMeanwhile(folder, ...args);
  return {
    folder,
    portal,
    database: join(folder, 'data/allocations.sqlite'),
    months,
    write,
    publish,
    start,
    run,
    update: (...args) => run(...UPDATE, ...args),
    updateAlone: (...args) => endOf(start([...UPDATE, ...args])),
  };
}
