import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { loadForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { within } from '../../rig/program.ts';
import {
  isBroken,
  listenLocally,
  requestText,
  type Service,
  sendText,
  startService,
} from '../../rig/service.ts';

const BUNDLE = '/docs/static/swagger-ui-bundle.js';
const MEGABYTE = 1024 * 1024;

let service: Service;

const rig = loadForAll(FEW_REPORTS);

afterEach(() => service.close());

async function listen(silenceMs?: number): Promise<number> {
  service = await startService(rig.database, silenceMs === undefined ? {} : { silenceMs });
  expect(service.app.server.maxConnections).toBe(4000);
  return listenLocally(service.app);
}

/** Reads the answer to a request that closes its connection. */
async function ask(port: number, path: string): Promise<string> {
  return text(await sendText(port, requestText(path, 'Connection: close')));
}

test('an unread answer takes little memory, and other clients are served meanwhile', async () => {
  const port = await listen();
  await ask(port, BUNDLE);
  const before = process.memoryUsage().rss;
  const request = requestText(BUNDLE, 'Accept-Encoding: gzip');
  const asked = await Promise.all(Array.from({ length: 300 }, () => sendText(port, request)));
  expect(await within(ask(port, '/healthz'), 20_000)).toContain('200 OK');
  // each has the beginning of its answer, and what the encoder needs
  await Promise.all(asked.map((socket) => once(socket, 'readable')));
  const unread = (process.memoryUsage().rss - before) / MEGABYTE;
  expect(unread / asked.length).toBeLessThan(1);
});

test('disconnects a client that does not read, but not one that reads slowly', async () => {
  const port = await listen(1500);
  // more than the buffers of the system take
  const many = requestText(BUNDLE).repeat(40);
  const [deaf, slow] = [await sendText(port, many), await sendText(port, many)];
  let read = 0;
  const reading = setInterval(() => {
    read += (slow.read(128 * 1024) as Buffer | null)?.length ?? 0;
  }, 20);
  await pause(4000);
  clearInterval(reading);
  expect(read).toBeGreaterThan(MEGABYTE);
  expect(slow.closed).toBe(false);
  const broken = isBroken(deaf);
  deaf.resume();
  expect(await within(broken, 20_000)).toBe(true);
});
