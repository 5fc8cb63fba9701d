import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocationsBeside, endServers, type Server, serve } from '../../rig/program.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { CA, createDatasetRig, type DatasetRig } from '../../rig/service.ts';

let rig: DatasetRig;
let server: Server;

const month = (name: string, net: number) => statement([{ code: '10001', month: name, net }]);

async function publish(): Promise<void> {
  const publishing = ['publish', 'copies/copy.sqlite', '--db', 'dataset.sqlite'];
  const { status, stderr } = await allocationsBeside(rig.folder, ...publishing);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

async function ask(): Promise<{ version: string | null; total: number }> {
  const answer = await fetch(`${server.address}${CA}`);
  expect(answer.status).toBe(200);
  const { meta }: { meta: { total: number } } = JSON.parse(await answer.text());
  return { version: answer.headers.get('dataset-version'), total: meta.total };
}

/** Asks all the time, until an answer has that many records; returns the totals seen, without repetitions. */
async function askUntil(total: number): Promise<number[]> {
  const seen: number[] = [];
  while (seen.at(-1) !== total) {
    const answers = await Promise.all([ask(), ask(), ask()]);
    for (const answer of answers) if (answer.total !== seen.at(-1)) seen.push(answer.total);
  }
  return seen;
}

beforeAll(async () => {
  rig = createDatasetRig();
  await rig.load({ 'first.csv': month('2024-01', 1) });
  await publish();
  server = await serve(rig.folder, '--db', 'copies/copy.sqlite', '--no-auth', '--rate-limit', '1000000');
});

afterAll(async () => {
  await endServers();
  rig.remove();
});

test('a service of a copy switches to the next one without a failed request', async () => {
  expect((await ask()).total).toBe(1);
  // the dataset has it, but not the copy
  await rig.load({ 'second.csv': month('2024-02', 2) });
  expect((await ask()).total).toBe(1);
  const [seen] = await Promise.all([askUntil(2), publish()]);
  expect(seen).toEqual([1, 2]);
});
