import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * Many short-lived statements, and a garbage collection from a timer, outside any statement. With better-sqlite3 12,
 * Node 24.19 and later abort here with exit code 134.
 */
const SCRIPT = `
  import Database from 'better-sqlite3';
  const dataset = new Database(':memory:');
  let collections = 0;
  let sum = 0;
  const timer = setInterval(() => {
    for (let at = 0; at < 500; at += 1) sum += dataset.prepare('SELECT ' + at + ' + 1').pluck().get();
    gc();
    collections += 1;
    if (collections < 20) return;
    clearInterval(timer);
    dataset.close();
    process.stdout.write(String(sum));
  }, 1);
`;

test('statements are finalized by a garbage collection outside a statement', () => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', SCRIPT],
    { encoding: 'utf8' },
  );
  // 20 times the sum of 1 to 500
  expect({ status, signal, stdout, stderr }).toEqual({
    status: 0,
    signal: null,
    stdout: '2505000',
    stderr: '',
  });
});
