/**
 * Loaded into a command with `--import`. Counts its steps: the calls that write files, and the statements that the
 * dataset runs outside a transaction's rows. Kills the command before step `KILL_AT`, or writes the count to `STEPS_TO`.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import Database from 'better-sqlite3';

const WRITING = [
  ...['openSync', 'writeSync', 'writeFileSync', 'fsyncSync', 'chmodSync'],
  ...['renameSync', 'mkdirSync', 'rmSync', 'unlinkSync', 'symlinkSync', 'copyFileSync'],
];
const { KILL_AT = '0', STEPS_TO } = process.env;
let steps = 0;

function count(target: object, name: string): void {
  const call: unknown = Reflect.get(target, name);
  if (typeof call !== 'function') throw new Error(`there is no ${name}`);
  Reflect.set(target, name, function (this: unknown, ...args: unknown[]) {
    steps += 1;
    if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(call, this, args);
  });
}

if (isMainThread) {
  for (const name of WRITING) count(fs, name);
  count(Database.prototype, 'exec');
  syncBuiltinESMExports();
  process.on('exit', () => {
    if (STEPS_TO) fs.writeFileSync(STEPS_TO, String(steps));
  });
}
