import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, MemoryCopy, mirror } from '../../src/client/index.ts';
import { statement, texasReport } from '../rig/reports/small-reports.ts';
import { createDatasetRig, type DatasetRig, type Service, startService } from '../rig/service.ts';
import { clientOf } from '../rig/service-client.ts';
import { shortenWaits } from '../rig/short-waits.ts';

let rig: DatasetRig;
let service: Service;
/** The paths of the requests so far. */
let asked: string[];

beforeEach(async () => {
  rig = createDatasetRig();
  asked = [];
  await rig.load({
    'ca.csv': statement([
      { code: '01001', month: '2024-01', net: 1 },
      { code: '01002', month: '2024-01', net: 2 },
    ]),
    'tx.csv': texasReport([{ code: '2999001', name: 'TOWN', month: '2024-01', current: 5 }]),
  });
  service = await startService(rig.database);
});

afterEach(async () => {
  await service.close();
  rig.remove();
});

/** A client that does something before some requests. */
function clientThat(before: (path: string) => Promise<void> | void = () => {}): Client {
  return clientOf(
    () => service,
    async (path) => {
      asked.push(path.replace(/\?.*/, ''));
      await before(path);
    },
  );
}

const paymentsOf = (copy: MemoryCopy) =>
  Object.fromEntries([...copy.records].map(([key, { net_payment }]) => [key, net_payment]));

const later = (net: number) =>
  rig.load({ [`later-${net}.csv`]: statement([{ code: '01001', month: '2024-02', net }]) });

test('copies everything, then what changed, then nothing', async () => {
  const copy = new MemoryCopy();
  expect(copy.version).toBeNull();
  expect(await mirror(clientThat(), copy)).toBe('replaced');
  const first = { '60001001 2024-01-01': 1, '60001002 2024-01-01': 2, '482999001 2024-01-01': 4.9 };
  expect(paymentsOf(copy)).toEqual(first);
  await later(3);
  expect(await mirror(clientThat(), copy)).toBe('updated');
  expect(paymentsOf(copy)).toEqual({ ...first, '60001001 2024-02-01': 3 });
  asked = [];
  expect(await mirror(clientThat(), copy)).toBe('current');
  expect(asked).toEqual(['/readyz']);
});

test('begins again if the dataset changes meanwhile', async () => {
  const copy = new MemoryCopy();
  let isChanged = false;
  const client = clientThat(async (path) => {
    if (isChanged || !path.startsWith('/api/tx/')) return;
    isChanged = true;
    await later(3);
  });
  expect(await mirror(client, copy)).toBe('replaced');
  expect(asked.filter((path) => path === '/readyz')).toHaveLength(2);
  expect(Object.keys(paymentsOf(copy))).toHaveLength(4);
});

test('leaves the copy as it was if the service fails, or changes all the time', async () => {
  const copy = new MemoryCopy();
  await mirror(clientThat(), copy);
  const [version, records] = [copy.version, paymentsOf(copy)];
  await later(3);
  const failing = clientThat((path) => {
    if (path.startsWith('/api/tx/')) throw new Error('the network is down');
  });
  await expect(mirror(failing, copy)).rejects.toThrow('the network is down');
  expect([copy.version, paymentsOf(copy)]).toEqual([version, records]);
  let net = 10;
  const changing = clientThat(async (path) => {
    net += 1;
    if (path.startsWith('/api/overview')) await later(net);
  });
  const seconds = shortenWaits();
  await expect(mirror(changing, copy)).rejects.toThrow('changed 5 times');
  expect(seconds).toEqual([1, 2, 4]);
  expect([copy.version, paymentsOf(copy)]).toEqual([version, records]);
});

describe('a service that does not know the version of the copy', () => {
  let other: DatasetRig;
  let behind: Service;

  beforeEach(async () => {
    other = createDatasetRig();
    await other.load({ 'ca.csv': statement([{ code: '01001', month: '2024-01', net: 7 }]) });
    behind = await startService(other.database);
  });

  afterEach(async () => {
    await behind.close();
    other.remove();
  });

  test('is asked again in a minute, because another of its servers may know it', async () => {
    const copy = new MemoryCopy();
    await mirror(clientThat(), copy);
    const records = paymentsOf(copy);
    let requests = 0;
    const client = clientOf(
      () => (requests > 2 ? service : behind),
      () => {
        requests += 1;
      },
    );
    const seconds = shortenWaits();
    expect(await mirror(client, copy)).toBe('current');
    expect(seconds).toEqual([60]);
    expect(paymentsOf(copy)).toEqual(records);
  });

  test('replaces the copy if it still does not know it', async () => {
    const copy = new MemoryCopy();
    await mirror(clientThat(), copy);
    const seconds = shortenWaits();
    const client = clientOf(() => behind);
    expect(await mirror(client, copy, { secondsBeforeReplacing: 5 })).toBe('replaced');
    expect(seconds).toEqual([5]);
    expect(paymentsOf(copy)).toEqual({ '60001001 2024-01-01': 7 });
  });

  test('is not asked again if the program stops waiting', async () => {
    const copy = new MemoryCopy();
    await mirror(clientThat(), copy);
    const signal = AbortSignal.timeout(100);
    await expect(
      mirror(
        clientOf(() => behind),
        copy,
        { signal },
      ),
    ).rejects.toThrow('timeout');
    expect(Object.keys(paymentsOf(copy))).toHaveLength(3);
  });
});
