import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { within } from '../../rig/program.ts';
import { createDatasetRig, type DatasetRig, type Service, startService } from '../../rig/service.ts';

const BUNDLE = '/docs/static/swagger-ui-bundle.js';
const MEGABYTE = 1024 * 1024;

let rig: DatasetRig;
let service: Service;
const sockets: Socket[] = [];

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load(FEW_REPORTS);
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

afterAll(() => rig.remove());

async function listen(silenceMs?: number): Promise<number> {
  service = await startService(rig.database, silenceMs === undefined ? {} : { silenceMs });
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  return (service.app.server.address() as AddressInfo).port;
}

/** Opens a connection that reads nothing, and sends a text. */
async function send(port: number, request: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(request);
  return socket;
}

const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'Host: localhost', ...headers].join('\r\n')}\r\n\r\n`;

/** Reads the answer to a request that closes its connection. */
async function ask(port: number, path: string): Promise<string> {
  return text(await send(port, get(path, 'Connection: close')));
}

test('unread answers share their bytes, and other clients are served meanwhile', async () => {
  const port = await listen();
  await ask(port, BUNDLE);
  const before = process.memoryUsage().rss;
  const request = get(BUNDLE, 'Accept-Encoding: br');
  const asked = await Promise.all(Array.from({ length: 300 }, () => send(port, request)));
  expect(await within(ask(port, '/healthz'), 10_000)).toContain('200 OK');
  // each has the head of its answer and a little more
  await Promise.all(asked.map((socket) => once(socket, 'readable')));
  expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(150);
}, 30_000);

test('disconnects a client that does not read, but not one that reads slowly', async () => {
  const port = await listen(1500);
  // more than the buffers of the system take
  const many = get(BUNDLE).repeat(40);
  const [deaf, slow] = [await send(port, many), await send(port, many)];
  let read = 0;
  const reading = setInterval(() => {
    read += (slow.read(128 * 1024) as Buffer | null)?.length ?? 0;
  }, 20);
  await pause(4000);
  clearInterval(reading);
  expect(read).toBeGreaterThan(MEGABYTE);
  expect(slow.closed).toBe(false);
  const broken = new Promise((resolve) => {
    deaf.on('close', resolve);
  });
  deaf.resume();
  expect(await within(broken, 2000)).toBe(true);
}, 40_000);

test('a connection above the limit is refused until another ends', async () => {
  const port = await listen();
  service.app.server.maxConnections = 3;
  const open = await Promise.all([0, 1, 2].map(() => send(port, '')));
  await pause(50);
  expect(await ask(port, '/healthz').catch(() => '')).toBe('');
  open[0]?.destroy();
  await pause(50);
  expect(await ask(port, '/healthz')).toMatch(/^HTTP\/1\.1 200 /);
});
