import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { finishAnswers } from '../../../src/api/server.ts';
import { loadForAll } from '../../rig/datasets/served.ts';
import { MONTHS } from '../../rig/few-reports.ts';
import { endServers, serve, within } from '../../rig/program.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { CA, listenLocally, requestText, sendText, startService } from '../../rig/service.ts';

const DB = ['--db', 'dataset.sqlite'];
const LARGE = 'x'.repeat(50_000_000);

const rig = loadForAll(async (rig) => {
  // a thousand datapoints and more, for one large page
  const codes = Array.from({ length: 80 }, (_, at) => String(10_001 + at));
  const rows = MONTHS.flatMap((month, at) => codes.map((code) => ({ code, month, net: 100 + at })));
  await rig.load({ 'statement.csv': statement(rows) });
});

afterEach(endServers);

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

test('SIGTERM: finishes answers, disconnects idle clients, and accepts no new ones', async () => {
  const { address, port, child, outcome } = await serve(rig.folder, ...DB, '--no-auth');
  const idle = await sendText(port, requestText('/healthz'));
  await once(idle, 'data');
  const fields = ['net_payment', 'current_distributions', 'current_advance', 'county_share'];
  const answers = await Promise.all(
    fields.map(async (field) => {
      const headers = { 'accept-encoding': 'gzip' };
      const [answer] = await once(
        get(`${address}${CA}?limit=1000&sort=-ytd.${field}`, { headers }),
        'response',
      );
      return answer as IncomingMessage;
    }),
  );
  // their heads are here, their bodies are not all
  child.kill('SIGTERM');
  await pause(200);
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200);
    const page = JSON.parse(gunzipSync(await buffer(answer)).toString());
    expect(page.data).toHaveLength(1000);
    expect(page.meta.total).toBe(1200);
  }
  if (!idle.closed) await once(idle, 'close');
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  expect(await within(outcome, 20_000)).toMatchObject({ status: 0 });
});

test('SIGINT: does not wait for clients without a request', async () => {
  const { port, child, outcome } = await serve(rig.folder, ...DB, '--no-auth');
  await Promise.all(
    ['', 'GET /healthz HTTP/1.1\r\nHost: loc', `${requestText('/healthz')}GET /healthz HTTP/1.1\r\nHo`].map(
      (text) => sendText(port, text),
    ),
  );
  await pause(100);
  child.kill('SIGINT');
  expect(await within(outcome, 20_000)).toMatchObject({ status: 0 });
});

test('finishes a slow answer, whatever other clients do', async () => {
  const { app, close } = await startService(rig.database);
  let answerNow = () => {};
  const permission = new Promise<void>((pass) => {
    answerNow = pass;
  });
  let tellOfRequest = () => {};
  const isAsked = new Promise<void>((pass) => {
    tellOfRequest = pass;
  });
  app.get('/slow', async (_, reply) => {
    tellOfRequest();
    await permission;
    return reply.send('slow but whole '.repeat(100_000));
  });
  const port = await listenLocally(app);
  const others = await Promise.all(
    ['', 'GET /healthz HTTP', requestText('/healthz')].map((text) => sendText(port, text)),
  );
  const ended = others.map((socket) => once(socket.resume(), 'close'));
  const asked = fetch(`http://127.0.0.1:${port}/slow`);
  await isAsked;
  const closed = close();
  expect(await within(closed, 200)).toBe('late');
  answerNow();
  expect(await (await asked).text()).toBe('slow but whole '.repeat(100_000));
  expect(await within(closed, 20_000)).not.toBe('late');
  await Promise.all(ended);
});

/** A service that sends far more at `/large` than any buffer on the way takes, listening. */
async function listenWithLargeAnswer(patienceMs: number) {
  const app = Fastify();
  finishAnswers(app, patienceMs);
  app.get('/large', async () => LARGE);
  const socket = await sendText(await listenLocally(app), requestText('/large'));
  await once(socket, 'readable');
  return { app, socket };
}

test('sends a complete answer to a slow client', async () => {
  const { app, socket } = await listenWithLargeAnswer(20_000);
  const closed = app.close();
  expect(await within(closed, 300)).toBe('late');
  const received = await buffer(socket);
  expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(LARGE.length);
  expect(await within(closed, 20_000)).not.toBe('late');
});

test('does not wait forever for a client that never reads', async () => {
  const { app } = await listenWithLargeAnswer(300);
  const started = Date.now();
  const closed = app.close();
  expect(await within(closed, 20_000)).not.toBe('late');
  expect(Date.now() - started).toBeGreaterThan(250);
});

/** The address that a service prints, once all of it is there. */
async function printedAddress(said: () => string): Promise<string> {
  const address = / at (http:\S+)\s/;
  await expect.poll(said).toMatch(address);
  return address.exec(said())?.[1] ?? '';
}

test('serves and ends even if the log cannot be written', async () => {
  // as on a full disk, or behind a terminal that is gone
  const command = `exec ${process.execPath} ${resolve('dist/cli/main.js')} serve ${DB.join(' ')} --no-auth --port 0 > /dev/full`;
  const child = spawn('/bin/sh', ['-c', command], { cwd: rig.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part;
    });
    const address = await printedAddress(() => said);
    for (let at = 0; at < 3; at += 1) {
      expect(await fetch(`${address}/readyz`).then(({ status }) => status)).toBe(200);
      await pause(600);
    }
    child.kill('SIGTERM');
    expect(await within(once(child, 'exit'), 20_000)).toEqual([0, null]);
    expect(said.match(/Cannot write the log \(ENOSPC[^)]*\)\. The service continues/g)).toHaveLength(1);
  } finally {
    child.kill('SIGKILL');
  }
});

test('waits only briefly for a log that nobody reads', async () => {
  const command = `exec ${process.execPath} ${resolve('dist/cli/main.js')} serve ${DB.join(' ')} --no-auth --port 0`;
  // stdout is a pipe that is open and never read
  const child = spawn('/bin/sh', ['-c', `${command} | (trap '' TERM; exec sleep 60 2> /dev/null)`], {
    cwd: rig.folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  try {
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part;
    });
    const address = await printedAddress(() => said);
    for (let at = 0; at < 1200; at += 1) await fetch(`${address}/healthz`).then((answer) => answer.text());
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    const ended = new Promise<string>((done) => child.stderr.on('end', () => done('ended')));
    expect(await within(ended, 20_000)).toBe('ended');
  } finally {
    if (child.pid !== undefined)
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // all of them have ended
      }
  }
});
