import Database from 'better-sqlite3';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, test } from 'vitest';
import { STATE_CODES } from '../../../src/states/index.ts';
import { openForReading, openForWriting } from '../../../src/store/dataset.ts';
import { openReader } from '../../../src/store/query/view.ts';
import { loadForAll, serveAnother, serveHere } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, JURISDICTIONS, type Service, startService, TX, TX_HEADED } from '../../rig/service.ts';

const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`];

const rig = loadForAll(FEW_REPORTS);

/** A service whose every look into the dataset fails. */
async function startBroken(cause: string): Promise<Service> {
  const dataset = openForReading(rig.database);
  const service = await startService(rig.database, {
    reader: {
      ...openReader(dataset),
      read: () => {
        throw new Error(cause);
      },
    },
  });
  return {
    ...service,
    close: async () => {
      await service.close();
      dataset.close();
    },
  };
}

describe('500', () => {
  const OF_FAILURE = { message: expect.any(String), errors: {}, request_id: expect.any(String) };

  /** Says nothing of what broke, but where the log says it. */
  function compareWithLog(broken: Service, answer: LightMyRequestResponse, cause: string): void {
    expect(answer.statusCode).toBe(500);
    const body = JSON.parse(answer.body);
    expect(body).toEqual(OF_FAILURE);
    expect(answer.headers['x-request-id']).toBe(body.request_id);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.body).not.toMatch(/no such table|sqlite|SELECT|\.ts|\.js|node_modules| at /i);
    expect(answer.body).not.toContain(cause);
    const logged = broken.log
      .map((line) => JSON.parse(line))
      .filter(({ reqId }) => reqId === body.request_id);
    const errors = logged.filter(({ level }) => level >= 50);
    expect(errors).toHaveLength(1);
    expect(errors[0].err.message).toContain(cause);
    expect(errors[0].err.stack).toContain(' at ');
    expect(logged.at(-1)).toMatchObject({ msg: 'request', status: 500 });
  }

  const CAUSE = 'the disk /var/secret is on fire';

  test('if the dataset cannot be read: /readyz is 503 without internals, and /healthz 200', async () => {
    const broken = await startBroken(CAUSE);
    for (const url of DATA) compareWithLog(broken, await broken.get(url), CAUSE);
    const { statusCode, body } = await broken.get('/readyz');
    expect([statusCode, JSON.parse(body)]).toEqual([503, OF_FAILURE]);
    expect(body).not.toContain('secret');
    for (const url of ['/healthz', '/openapi.json']) expect((await broken.get(url)).statusCode).toBe(200);
    await broken.close();
  });

  test('a missing table fails its routes only', async () => {
    const { rig: lost, service: broken } = await serveHere(FEW_REPORTS);
    expect((await broken.get(CA)).statusCode).toBe(200);
    new Database(lost.database).exec('DROP TABLE ca_allocation').close();
    for (const query of ['limit=7', 'sort=net_payment'])
      compareWithLog(broken, await broken.get(`${CA}?${query}`), 'no such table');
    expect((await broken.get(TX)).statusCode).toBe(200);
    expect((await broken.get(`${CA}?limit=0`)).statusCode).toBe(422);
  });

  test('if the tokens cannot be read, and nobody gets data', async () => {
    const verifyToken = () => {
      throw new Error(CAUSE);
    };
    const broken = await serveAnother(rig.database, { verifyToken });
    compareWithLog(broken, await broken.get(CA), CAUSE);
  });
});

test('/readyz shows the version, the newest run and the months of each state', async () => {
  const service = await serveAnother(rig.database);
  const { headers } = await service.get(CA);
  expect(await service.json('/readyz')).toEqual({
    status: 'ready',
    dataset_version: headers['dataset-version'],
    last_run: {
      ...{ id: 1, command: 'ingest', outcome: 'ok' },
      started_at: expect.stringMatching(/^2026-11-01T/),
      finished_at: expect.stringMatching(/^2026-11-01T/),
    },
    states: STATE_CODES.map((state) =>
      ['ca', 'tx'].includes(state)
        ? { state, first_period: '2022-12-01', last_period: '2024-02-01' }
        : { state, first_period: null, last_period: null },
    ),
  });
  for (const url of ['/readyz', '/healthz'])
    expect((await service.get(url)).headers['cache-control']).toBe('no-store');
});

test('a dataset without any run is served as empty', async () => {
  const { rig: empty, service } = await serveHere(({ database }) => openForWriting(database).close());
  for (const url of [CA, TX, TX_HEADED, JURISDICTIONS])
    expect(await service.json(url)).toMatchObject({ data: [], meta: { total: 0, last_page: 1, from: null } });
  expect(await service.json('/readyz')).toMatchObject({
    last_run: null,
    states: STATE_CODES.map(() => ({ first_period: null })),
  });
  await empty.load(FEW_REPORTS);
  expect(await service.json(CA)).toMatchObject({ meta: { total: 90 } });
});
