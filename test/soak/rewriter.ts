/** Writes two versions of a file in turn until it is stopped: `rewriter.ts <file> <a> <b> <ms>`. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK = 65_536;

const [target = '', first = '', second = '', rest = ''] = process.argv.slice(2);
const versions = [readFileSync(first), readFileSync(second)];
let isStopped = false;
process.once('SIGTERM', () => {
  isStopped = true;
});
for (let turn = 0; !isStopped; turn += 1) {
  const bytes = versions[turn % 2] ?? Buffer.alloc(0);
  const file = openSync(target, turn === 0 ? 'w' : 'r+');
  for (let at = 0; at < bytes.length; at += CHUNK)
    writeSync(file, bytes, at, Math.min(CHUNK, bytes.length - at));
  closeSync(file);
  if (turn === 0) process.stdout.write('begun\n');
  await sleep(Number(rest));
}
