import { describe, expect, test } from 'vitest';
import { runJob, scriptJob } from './job.ts';

const NODE = process.execPath;
const USAGE = new URL('jobs/usage.mjs', import.meta.url).href;

/** A Node program that tells what it took, as measured programs do. */
function nodeJob(code: string) {
  return { what: 'node', command: [NODE, '--import', USAGE, '--eval', code] as const };
}

describe('a job', () => {
  test('tells what it printed and the most memory it held, which is its own alone', async () => {
    const held = Buffer.alloc(300 * 2 ** 20, 1);
    const [small, large] = [
      await runJob(nodeJob("console.log('done')")),
      await runJob(nodeJob('Buffer.alloc(200 * 2 ** 20, 1)')),
    ];
    expect(held.length).toBeGreaterThan(0);
    expect(small.printed).toBe('done\n');
    expect(small.peakMb).toBeLessThan(150);
    expect(large.peakMb).toBeGreaterThan(200);
    expect(small.cpuSeconds).toBeGreaterThan(0);
  });

  test('counts from where its work begins', async () => {
    const work = 'while (process.cpuUsage().user < 400_000);';
    const mark = "performance.mark('work begins', { detail: process.cpuUsage() });";
    const whole = await runJob(nodeJob(work));
    const begin = performance.now();
    const after = await runJob(nodeJob(`${work}${mark}`));
    const elapsed = (performance.now() - begin) / 1000;
    expect(whole.cpuSeconds).toBeGreaterThanOrEqual(0.4);
    expect(after.cpuSeconds).toBeLessThan(0.2);
    // what was before the measured program's first line is counted
    expect(elapsed - after.seconds).toBeGreaterThan(0.2);
  });

  test('of another program tells its time alone', async () => {
    expect(await runJob({ what: 'cat', command: ['cat'], input: 'text' })).toMatchObject({
      printed: 'text',
      cpuSeconds: null,
      peakMb: null,
    });
  });

  test('that fails says what it complained of', async () => {
    await expect(runJob(nodeJob("console.error('too bad'); process.exit(3)"))).rejects.toThrow(
      /ended with 3: too bad/,
    );
    await expect(runJob({ what: 'none', command: ['no-such-program'] })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  test('may be a script in TypeScript', async () => {
    const { printed } = await runJob(
      scriptJob('bytes', 'read-bytes', [new URL('duckdb', import.meta.url).pathname]),
    );
    expect(Number(printed)).toBeGreaterThan(1000);
  });
});
