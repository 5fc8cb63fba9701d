import { once } from 'node:events';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { RecordStreams } from '../../../src/api/http/record-streams.ts';
import type { ServiceOptions } from '../../../src/api/server.ts';
import { type Dataset, openForReading } from '../../../src/store/dataset.ts';
import { type DatasetReader, type DatasetView, openReader } from '../../../src/store/query/view.ts';
import { nameVersion, writeManyDatapoints } from '../../rig/datasets/many-datapoints.ts';
import {
  createDatasetRig,
  type DatasetRig,
  isBroken,
  listenLocally,
  type Page,
  requestText,
  type Service,
  sendText,
  startService,
  TOKEN,
  TX,
} from '../../rig/service.ts';

const ALL = `${TX}?format=ndjson`;

let rig: DatasetRig;
let service: Service;
let dataset: Dataset;
let held: DatasetView[];

beforeEach(() => {
  rig = createDatasetRig();
  writeManyDatapoints(rig.database);
  dataset = openForReading(rig.database);
  held = [];
});

afterEach(async () => {
  await service.close();
  dataset.close();
  rig.remove();
});

async function listen(options: Partial<ServiceOptions> = {}): Promise<number> {
  const reader = openReader(dataset);
  const watched: DatasetReader = {
    ...reader,
    hold: (query) => {
      const kept = reader.hold(query);
      held.push(kept.view);
      return kept;
    },
  };
  service = await startService(rig.database, { reader: watched, ...options });
  return listenLocally(service.app);
}

/** Asks for a list, and reads nothing. */
function ask(port: number, path: string, protocol = 'HTTP/1.1'): Promise<Socket> {
  const request = requestText(path, `Authorization: Bearer ${TOKEN}`, 'Connection: close');
  return sendText(port, request.replace('HTTP/1.1', protocol));
}

/** Asks, and waits until the answer has begun. */
async function askWaiting(port: number, path: string, protocol?: string): Promise<Socket> {
  const socket = await ask(port, path, protocol);
  await once(socket, 'readable');
  await pause(300);
  return socket;
}

const areReleased = () => held.every(({ dataset: { sqlite } }) => !sqlite.open);
const UNREAD = '\r\n0\r\n\r\n';

function linesOf(answer: string): Record<string, unknown>[] {
  const body = answer.slice(answer.indexOf('\r\n\r\n') + 2);
  const chunks = body.replace(/\r\n[0-9a-f]+\r\n/g, '').trimEnd();
  return chunks.split('\n').map((line) => JSON.parse(line));
}

test('all records are of the version in which the answer began', async () => {
  const port = await listen();
  const before = await service.json<Page>(`${TX}?limit=1`);
  const versionBefore = String((await service.get(TX)).headers['dataset-version']);
  const socket = await askWaiting(port, ALL);
  // a run changes every record, adds a jurisdiction and removes one
  const writer = new Database(rig.database);
  writer.transaction(() => {
    writer.exec('UPDATE tx_allocation SET net_payment = 700');
    writer.exec(
      'DELETE FROM tx_allocation WHERE jurisdiction_id = (SELECT min(jurisdiction_id) FROM tx_allocation)',
    );
    nameVersion(writer);
  })();
  writer.close();
  await expect.poll(async () => (await service.get(TX)).headers['dataset-version']).not.toBe(versionBefore);
  const after = await service.json<Page>(`${TX}?limit=1000`);
  expect(after.data.every(({ net_payment }) => net_payment === 7)).toBe(true);
  expect(after.meta.total).toBeLessThan(before.meta.total);
  // another stream has the new version, beside the one that is not read yet
  const fresh = linesOf(await text(await ask(port, ALL)));
  expect(fresh.map(({ net_payment }) => net_payment)).toEqual(Array(after.meta.total).fill(7));
  const answer = await text(socket);
  expect(answer).toContain(`dataset-version: ${versionBefore}\r\n`);
  expect(answer).toContain(`x-total-count: ${before.meta.total}\r\n`);
  expect(answer.endsWith(UNREAD)).toBe(true);
  const records = linesOf(answer);
  expect(records).toHaveLength(before.meta.total);
  expect(records.filter(({ net_payment }) => net_payment === 7).length).toBeLessThan(50);
  await expect.poll(areReleased).toBe(true);
});

test.each(['HTTP/1.1', 'HTTP/1.0'])('a stream that fails breaks its %s connection', async (protocol) => {
  const port = await listen();
  const socket = await askWaiting(port, ALL, protocol);
  held[0]?.dataset.close();
  const broken = isBroken(socket);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  expect(await broken).toBe(true);
  expect(answer.startsWith('HTTP/1.1 200 OK')).toBe(true);
  expect(answer.endsWith(UNREAD)).toBe(false);
  const failures = service.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
  expect(failures.map(({ msg }) => msg)).toEqual(['request failed']);
  expect(failures[0].reqId).toBe(/x-request-id: (\S+)/.exec(answer)?.[1]);
  // the service goes on
  expect((await text(await ask(port, ALL))).endsWith(UNREAD)).toBe(true);
});

test('a client that leaves frees what its stream holds', async () => {
  const port = await listen();
  const socket = await askWaiting(port, ALL);
  expect(areReleased()).toBe(false);
  socket.destroy();
  await expect.poll(areReleased).toBe(true);
  const told = () => service.log.map((line) => JSON.parse(line)).filter(({ status }) => status === undefined);
  await expect.poll(() => told().map(({ msg }) => msg)).toContain('the client did not get the whole list');
  expect(told().filter(({ level, err }) => level > 30 || err !== undefined)).toEqual([]);
});

test('a list that is refused holds nothing', async () => {
  const port = await listen();
  const refused = await text(await ask(port, `${ALL}&jurisdictions=1`));
  expect(refused.startsWith('HTTP/1.1 422 ')).toBe(true);
  // the next list of this version would share what is held
  expect((await text(await ask(port, ALL))).endsWith(UNREAD)).toBe(true);
  await expect.poll(areReleased).toBe(true);
});

test('a service that ends waits for a download of more than ten seconds', async () => {
  const port = await listen();
  const socket = await askWaiting(port, ALL);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const closed = service.app.close().then(
    () => 'ended',
    (error) => error,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  vi.useRealTimers();
  expect((await text(socket)).endsWith(UNREAD)).toBe(true);
  expect(await closed).toBe('ended');
  await expect.poll(areReleased).toBe(true);
});

test('a client that does not read is disconnected', async () => {
  const port = await listen({ silenceMs: 600 });
  const socket = await askWaiting(port, ALL);
  await expect.poll(areReleased).toBe(true);
  const broken = isBroken(socket);
  socket.resume();
  expect(await broken).toBe(true);
});

test('a caller gets four lists at once, and pages beside them', async () => {
  const port = await listen();
  const open = await Promise.all([1, 2, 3, 4].map(() => askWaiting(port, ALL)));
  const refused = await text(await ask(port, ALL));
  expect(refused.startsWith('HTTP/1.1 429 ')).toBe(true);
  expect(refused).toContain('retry-after: 5\r\n');
  expect(refused).toContain('"errors":{}');
  expect((await text(await ask(port, `${TX}?limit=1`))).startsWith('HTTP/1.1 200 ')).toBe(true);
  // all of them share one connection to the dataset
  expect(new Set(held).size).toBe(1);
  const [first, ...others] = await Promise.all(open.map((socket) => text(socket)));
  const bodyOf = (answer = '') => JSON.stringify(linesOf(answer));
  for (const other of others) expect(bodyOf(other)).toBe(bodyOf(first));
  await expect.poll(areReleased).toBe(true);
  expect((await text(await ask(port, ALL))).endsWith(UNREAD)).toBe(true);
});

test('all callers together get 100 lists at once', () => {
  const streams = new RecordStreams(async () => undefined);
  const sent: unknown[] = [];
  const reply = { header: (...header: unknown[]) => sent.push(header) } as unknown as FastifyReply;
  const begin = (id: number) => streams.begin({ caller: { id: `${id}` } } as FastifyRequest, reply);
  const ends = Array.from({ length: 100 }, (_, at) => begin(at % 25));
  expect(() => begin(25)).toThrow('100 for all callers');
  expect(sent).toEqual([['retry-after', '5']]);
  ends[7]?.();
  begin(25);
  expect(() => begin(7)).toThrow('100 for all callers');
});

test('a stream leaves time for other requests, and makes lines only as fast as they are read', async () => {
  const reader = openReader(dataset);
  let made = 0;
  const port = await listen({
    reader: {
      ...reader,
      hold: (query) => {
        const kept = reader.hold(query);
        const list = kept.result as { lines(...part: unknown[]): string };
        const { lines } = list;
        list.lines = (...part) => {
          made += 1;
          return lines(...part);
        };
        return kept;
      },
    },
  });
  const socket = await askWaiting(port, ALL);
  const before = made;
  await pause(200);
  expect(made).toBe(before);
  const answer = text(socket);
  const madeMeanwhile: number[] = [];
  for (let at = 0; at < 5; at += 1) {
    await service.get('/healthz');
    madeMeanwhile.push(made);
  }
  expect((await answer).endsWith(UNREAD)).toBe(true);
  expect(madeMeanwhile[0]).toBeLessThan(made);
});
