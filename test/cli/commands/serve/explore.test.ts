import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { startProgram } from '../../../rig/program.ts';

const SAMPLE = resolve('fixtures/sample/reports/tx');

const { folder, succeed } = openProgramFolder();
beforeAll(() => void succeed('ingest', SAMPLE, '--db', 'data/sample.sqlite'));

function start(args: string[], environment: Record<string, string> = {}) {
  const program = startProgram(resolve('dist/cli/main.js'), folder, ['explore', ...args], environment);
  onTestFinished(async () => {
    program.child.kill('SIGKILL');
    await program.closed;
  });
  return program;
}

async function explore() {
  const { child, texts, closed } = start([]);
  await expect.poll(() => texts.stderr).toContain('#explore=');
  const [, address = '', code = ''] =
    /Open (http:\/\/127\.0\.0\.1:\d+)\/#explore=(\S+) /.exec(texts.stderr) ?? [];
  return { child, texts, closed, address, code };
}

test('explore serves the page, and gives access once for each address that it prints', async () => {
  const { child, texts, closed, address, code } = await explore();
  expect(texts.stderr).toMatch(
    /^allocations: This is the sample, [^\n]*\nallocations: Starting the explorer…\nallocations: Open \S+ to explore data\/sample\.sqlite\. Press Ctrl-C to stop\.\n$/,
  );
  expect(await (await fetch(address)).text()).toContain('<div id="page">');
  const statusWith = async (headers: Record<string, string>) =>
    (await fetch(`${address}/api/overview`, { headers })).status;
  const trade = async (given: string) => {
    const answer = await fetch(`${address}/explorer/token`, {
      headers: { authorization: `Bearer ${given}` },
    });
    return answer.ok ? ((await answer.json()) as { token: string }).token : answer.status;
  };
  const token = await trade(code);
  expect(await statusWith({ authorization: `Bearer ${token}` })).toBe(200);
  for (const wrong of [code, `${`${token}`.slice(0, -1)}!`])
    expect(await statusWith({ authorization: `Bearer ${wrong}` })).toBe(401);
  expect(await statusWith({})).toBe(401);
  // the code is used; a second browser needs the next one
  expect(await trade(code)).toBe(401);
  await expect.poll(() => texts.stderr).toContain('That address is used now. To open another browser: ');
  const [, next = ''] = /another browser: \S+#explore=(\S+)/.exec(texts.stderr) ?? [];
  expect(await trade(next)).toBe(token);
  expect(readdirSync(join(folder, 'data')).filter((name) => name.includes('token'))).toEqual([]);
  child.kill('SIGTERM');
  expect((await closed).status).toBe(0);
  expect(texts.stdout).toBe('');
  // the next start has another code, and its service another token
  const again = await explore();
  expect(again.code).not.toBe(code);
  const answer = await fetch(`${again.address}/api/overview`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(401);
});

test('explore prefers one port, and takes a free one if another program has it', async () => {
  const blocker = createServer();
  // another program may have it already
  await new Promise((done) => blocker.once('error', done).listen(8642, '127.0.0.1', () => done(null)));
  onTestFinished(() => void blocker.close());
  const { address } = await explore();
  expect(address).not.toMatch(/:8642$/);
  expect((await fetch(address)).status).toBe(200);
});

test('explore --open continues without a browser', async () => {
  // PATH has no browser in it
  const { texts, closed, child } = start(['--open'], { PATH: join(folder, 'data') });
  await expect.poll(() => texts.stderr).toContain('Cannot start a browser. Open the address yourself.');
  child.kill('SIGTERM');
  expect((await closed).status).toBe(0);
});

test.runIf(process.platform === 'linux')('explore --open shows the code to nobody else', async () => {
  const opened = join(folder, 'opened.txt');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf '%s' "$*" > ${opened}\n`, { mode: 0o755 });
  const { texts, closed, child } = start(['--open'], { PATH: `${folder}:${process.env.PATH}` });
  await expect.poll(() => existsSync(opened) && readFileSync(opened, 'utf8')).toContain('/');
  const address = /Open (\S+#explore=(\S+)) /;
  await expect.poll(() => texts.stderr).toMatch(address);
  const [, page = '', code = ''] = address.exec(texts.stderr) ?? [];
  const file = readFileSync(opened, 'utf8');
  expect(file).not.toContain(code);
  expect(readFileSync(file, 'utf8')).toContain(`url=${page}"`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  child.kill('SIGTERM');
  await closed;
  expect(existsSync(file)).toBe(false);
});
