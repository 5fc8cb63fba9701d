import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runNotification } from '../../src/cli/commands/load/update-delivery.ts';
import { scratchFolder } from '../rig/folders.ts';

test('a shell command gets the text on stdin', async () => {
  const file = join(scratchFolder(), 'told');
  expect(await runNotification(`tr a-z A-Z > '${file}'`, 'one report refused\n')).toBeNull();
  expect(readFileSync(file, 'utf8')).toBe('ONE REPORT REFUSED\n');
});

test("on Windows, the system's own shell runs the command", async () => {
  const folder = scratchFolder();
  writeFileSync(
    join(folder, 'cmd.exe'),
    `#!/bin/sh\necho "$*" > '${folder}/told'; cat >> '${folder}/told'\n`,
    { mode: 0o755 },
  );
  vi.stubEnv('comspec', 'cmd.exe');
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  onTestFinished(() => {
    platform.mockRestore();
    vi.unstubAllEnvs();
  });
  expect(await runNotification('mail finance', 'one report refused\n')).toBeNull();
  expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('/d /s /c "mail finance"\none report refused\n');
});

test('a command may ignore a text of any length', async () => {
  expect(await runNotification('true', 'x'.repeat(1_000_000))).toBeNull();
});

test.each([
  ['exit 3', 'failed with exit code 3'],
  ['no-such-command-here 2>/dev/null', 'failed with exit code 127'],
  ['kill -TERM $$', 'was killed by SIGTERM'],
])('%s', async (command, why) => {
  expect(await runNotification(command, 'text')).toBe(why);
});

test('a command that hangs is killed with its children', async () => {
  const file = join(scratchFolder(), 'pid');
  const why = await runNotification(`sleep 100 & echo $! > '${file}'; wait`, 'text', { timeoutMs: 2000 });
  expect(why).toBe('was stopped: it ran longer than 2 s');
  const pid = Number(readFileSync(file, 'utf8'));
  const stateOf = () => {
    try {
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
    } catch {
      return 'gone';
    }
  };
  // the killed process is gone, or waits for its parent
  await expect.poll(stateOf).toMatch(/gone|[ZX]/);
});

test('the signal stops a running command', async () => {
  const controller = new AbortController();
  const ended = runNotification('sleep 100', 'text', { signal: controller.signal });
  controller.abort();
  expect(await ended).toBe('was stopped together with this command');
});
