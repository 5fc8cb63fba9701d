import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { statement } from '../pipeline/workbench.ts';
import { MONTHS } from './few-reports.ts';
import { endServers, serve, within } from './program.ts';
import { type Bench, CA, createBench, type Page } from './service.ts';

const DB = ['--db', 'dataset.sqlite'];

let bench: Bench;

beforeAll(async () => {
  bench = createBench();
  // a thousand datapoints and more, for one large page
  const codes = Array.from({ length: 80 }, (_, at) => String(10_001 + at));
  const rows = MONTHS.flatMap((month, at) => codes.map((code) => ({ code, month, net: 100 + at })));
  await bench.load({ 'statement.csv': statement(rows) });
});

afterEach(endServers);
afterAll(() => bench.remove());

/** Opens a connection and sends a text. */
async function send(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it with 0, an idle client or none', async (signal) => {
  const { address, port, child, outcome } = await serve(bench.folder, ...DB, '--no-auth');
  await (await fetch(`${address}/healthz`)).text();
  const idle = await send(port, request('/healthz'));
  await once(idle, 'data');
  child.kill(signal);
  expect(await within(outcome, 10_000)).toMatchObject({ status: 0 });
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test('an open answer is finished for a client that reads slowly', async () => {
  const { port, child, outcome } = await serve(bench.folder, ...DB, '--no-auth');
  const socket = await send(port, request(`${CA}?limit=1000`));
  socket.pause();
  await pause(300);
  child.kill('SIGTERM');
  const parts: Buffer[] = [];
  await pause(300);
  socket.on('data', async (part: Buffer) => {
    parts.push(part);
    socket.pause();
    await pause(2);
    socket.resume();
  });
  socket.resume();
  await once(socket, 'close');
  const [head = '', ...rest] = Buffer.concat(parts).toString().split('\r\n\r\n');
  const page: Page = JSON.parse(rest.join('\r\n\r\n'));
  expect(head).toMatch(/^HTTP\/1\.1 200 /);
  expect(page.data).toHaveLength(1000);
  expect(page.meta.total).toBe(1200);
  expect(await within(outcome, 10_000)).toMatchObject({ status: 0 });
});

test('clients that have asked for nothing do not keep it', async () => {
  const { port, child, outcome } = await serve(bench.folder, ...DB, '--no-auth');
  const sockets = await Promise.all(
    ['', 'GET /healthz HTTP/1.1\r\nHost: loc', `${request('/healthz')}GET /healthz HTTP/1.1\r\nHo`].map(
      (text) => send(port, text),
    ),
  );
  await pause(100);
  child.kill('SIGTERM');
  expect(await within(outcome, 10_000)).toMatchObject({ status: 0 });
  for (const socket of sockets) socket.destroy();
});
