import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * Short-lived statements, 1,000 in each of 40 timers. The buffers make V8 collect between the timers, outside
 * JavaScript: there better-sqlite3 12 aborts with exit code 134 on Node 24.19 and later. `gc()` collects inside.
 */
const script = (collect: string) => `
  import Database from 'better-sqlite3';
  const dataset = new Database(':memory:');
  let sum = 0;
  let rounds = 0;
  const timer = setInterval(() => {
    for (let at = 1; at <= 1000; at += 1) {
      sum += dataset.prepare('SELECT ' + at).pluck().get();
      Buffer.allocUnsafeSlow(10_000);
    }
    ${collect}
    rounds += 1;
    if (rounds < 40) return;
    clearInterval(timer);
    dataset.close();
    process.stdout.write(String(sum));
  }, 1);
`;

test.each(['', 'gc();'])('statements are finalized by garbage collections between timers (%s)', (collect) => {
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', script(collect)],
    { encoding: 'utf8' },
  );
  // 40 times the sum of 1 to 1,000
  expect({ status, signal, stdout, stderr }).toEqual({
    status: 0,
    signal: null,
    stdout: '20020000',
    stderr: '',
  });
});
