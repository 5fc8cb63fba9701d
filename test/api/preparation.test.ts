import { setTimeout as pause } from 'node:timers/promises';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareWhileIdle } from '../../src/api/preparation.ts';
import type { DatasetReader, DatasetView } from '../../src/store/query/view.ts';

let app: FastifyInstance;
let log: string[];
let version: string;
/** The view there is of it; another one where its rows were moved. */
let view: DatasetView | undefined;
/** What was prepared, with the version it was prepared of. */
let prepared: string[];
let reader: DatasetReader;

const preparation = (name: string) => (view: DatasetView) => prepared.push(`${name} of ${view.version}`);

beforeEach(() => {
  [log, prepared, version, view] = [[], [], 'one', undefined];
  const logger: FastifyBaseLogger = pino({ level: 'warn' }, { write: (line) => void log.push(line) });
  app = Fastify({ loggerInstance: logger });
  reader = {
    version: () => version,
    read: (query) => {
      // nothing of a view but its version is looked at
      if (view?.version !== version) view = { version } as DatasetView;
      return query(view);
    },
    hold: () => {
      throw new Error('nothing is held');
    },
  };
});

afterEach(() => app.close());

test('prepares each step once for each version, after the service starts to listen', async () => {
  prepareWhileIdle(app, reader, [preparation('a'), preparation('b')]);
  await app.ready();
  await pause(300);
  expect(prepared).toEqual([]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  await vi.waitFor(() => expect(prepared).toEqual(['a of one', 'b of one']), 5000);
  await pause(300);
  version = 'two';
  await vi.waitFor(() => expect(prepared).toHaveLength(4), 5000);
  await pause(300);
  expect(prepared).toEqual(['a of one', 'b of one', 'a of two', 'b of two']);
});

test('prepares each step again if the rows of a version moved', async () => {
  prepareWhileIdle(app, reader, [preparation('a'), preparation('b')]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  await vi.waitFor(() => expect(prepared).toHaveLength(2), 5000);
  view = undefined;
  await vi.waitFor(() => expect(prepared).toEqual(['a of one', 'b of one', 'a of one', 'b of one']), 5000);
});

test('starts again if a new version comes before it has finished', async () => {
  const renew = () => {
    version = 'two';
  };
  prepareWhileIdle(app, reader, [preparation('a'), renew, preparation('b')]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  await vi.waitFor(() => expect(prepared).toEqual(['a of one', 'a of two', 'b of two']), 5000);
});

test('waits while the service is busy', async () => {
  prepareWhileIdle(app, reader, [preparation('a')]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const end = performance.now() + 1000;
  while (performance.now() < end) await new Promise(setImmediate);
  expect(prepared).toEqual([]);
  await vi.waitFor(() => expect(prepared).toEqual(['a of one']), 5000);
});

test('a failed step is logged once, and the service prepares the next version', async () => {
  const fail = () => {
    if (version === 'one') throw new Error('the disk is gone');
  };
  prepareWhileIdle(app, reader, [fail, preparation('a')]);
  app.get('/', async () => 'here');
  await app.listen({ host: '127.0.0.1', port: 0 });
  await vi.waitFor(() => expect(log).toHaveLength(1), 5000);
  await pause(300);
  expect(log).toEqual([expect.stringContaining('the disk is gone')]);
  expect(prepared).toEqual([]);
  expect((await app.inject('/')).body).toBe('here');
  version = 'two';
  await vi.waitFor(() => expect(prepared).toEqual(['a of two']), 5000);
  expect(log).toHaveLength(1);
});
