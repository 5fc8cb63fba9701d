/**
 * Loaded into a command with `--import`. Counts its steps: calls that change files, and statements of SQLite outside a
 * transaction. Before step `KILL_AT`, kills the command; with `POWER=off`, also takes away what is not synced to the disk.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, resolve } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import Database from 'better-sqlite3';

const { KILL_AT, POWER, STEPS_TO = '' } = process.env;
const { readFileSync, rmSync, statSync, writeFileSync } = fs;
const steps: string[] = [];
const opened = new Map<unknown, string>();
/** What the disk has under the name of a changed file; `null` is no file. */
const onDisk = new Map<string, Buffer | null>();
/** Files whose bytes are not on the disk. */
const unsynced = new Set<string>();

function begin(step: string): void {
  steps.push(step);
  if (steps.length !== Number(KILL_AT)) return;
  for (const [path, bytes] of POWER === 'off' ? onDisk : []) {
    rmSync(path, { force: true });
    if (bytes) writeFileSync(path, bytes);
  }
  process.kill(process.pid, 'SIGKILL');
}

function change(path: string): void {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
  if (!onDisk.has(path)) onDisk.set(path, isFile ? readFileSync(path) : null);
}

function write(path: string): void {
  change(path);
  unsynced.add(path);
}

/** The bytes of a file reach the disk, or the names in a folder. A name may come before the bytes. */
function sync(path: string): void {
  unsynced.delete(path);
  if (onDisk.get(path)) onDisk.set(path, readFileSync(path));
  for (const name of [...onDisk.keys()].filter((changed) => dirname(changed) === path))
    if (unsynced.has(name)) onDisk.set(name, Buffer.alloc(0));
    else onDisk.delete(name);
}

function rename(from: string, to: string): void {
  change(from);
  change(to);
  if (unsynced.delete(from)) unsynced.add(to);
  else unsynced.delete(to);
}

type Call = (...args: unknown[]) => unknown;
// biome-ignore lint/suspicious/noExplicitAny: databases and statements
type Around = (call: Call, args: unknown[], self: any) => unknown;

/** Puts a call in place of some methods. */
function wrap(target: object, names: readonly string[], around: Around): void {
  for (const name of names) {
    const method: Call = Reflect.get(target, name);
    Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
      return around(() => Reflect.apply(method, this, args), args, this);
    });
  }
}

function wrapFiles(name: string, effect: (path: string, other: string) => void): void {
  const pathOf = (target: unknown) => opened.get(target) ?? resolve(String(target));
  wrap(fs, [name], (call, [target, other = 'r']) => {
    const [path, isOpening] = [pathOf(target), name === 'openSync'];
    if (!isOpening || other !== 'r') {
      begin(`${name} ${path}`);
      effect(path, pathOf(other));
    }
    const result = call();
    if (isOpening) opened.set(result, path);
    return result;
  });
}

if (isMainThread) {
  for (const name of ['openSync', 'writeSync', 'writeFileSync']) wrapFiles(name, write);
  for (const name of ['rmSync', 'unlinkSync']) wrapFiles(name, change);
  wrapFiles('renameSync', rename);
  wrapFiles('fsyncSync', sync);
  syncBuiltinESMExports();
  const statement = Object.getPrototypeOf(new Database(':memory:').prepare('SELECT 1'));
  const run: Around = (call, [sql], self) => {
    const { source = sql, readonly = false, database = self } = self;
    // nobody sees a transaction before it ends
    if (source === 'COMMIT' || !(readonly || database.inTransaction)) begin(source);
    return call();
  };
  wrap(Database.prototype, ['exec'], run);
  wrap(statement, ['run', 'get', 'all'], run);
  if (STEPS_TO) process.on('exit', () => writeFileSync(STEPS_TO, JSON.stringify(steps)));
}
