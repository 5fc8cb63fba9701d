import { describe, expect, test } from 'vitest';
import { runJob, scriptJob } from './job.ts';

const NODE = process.execPath;
const USAGE = new URL('jobs/usage.mjs', import.meta.url).href;

/** A Node program that reports its usage, as measured programs do. */
function nodeJob(code: string) {
  return { what: 'node', command: [NODE, '--import', USAGE, '--eval', code] as const };
}

describe('a job', () => {
  test('returns the output and the peak memory of the program alone', async () => {
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

  test('counts from the mark where the work begins', async () => {
    const work = 'while (process.cpuUsage().user < 400_000);';
    const mark = "performance.mark('work begins', { detail: process.cpuUsage() });";
    const whole = await runJob(nodeJob(work));
    const begin = performance.now();
    const after = await runJob(nodeJob(`${work}${mark}`));
    const elapsed = (performance.now() - begin) / 1000;
    expect(whole.cpuSeconds).toBeGreaterThanOrEqual(0.4);
    expect(after.cpuSeconds).toBeLessThan(0.2);
    // time before the first line of the program counts
    expect(elapsed - after.seconds).toBeGreaterThan(0.2);
  });

  test('has only a time for programs other than Node', async () => {
    expect(await runJob({ what: 'cat', command: ['cat'], input: 'text' })).toMatchObject({
      printed: 'text',
      cpuSeconds: null,
      peakMb: null,
    });
  });

  test('throws with the stderr of a program that fails', async () => {
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
