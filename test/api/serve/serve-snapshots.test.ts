import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allocations, allocationsBeside, endServers, type Server, serve } from '../../rig/program.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { CA, createDatasetRig, type DatasetRig } from '../../rig/service.ts';

let rig: DatasetRig;
let server: Server;

const month = (name: string, net: number) => statement([{ code: '10001', month: name, net }]);

async function publish(): Promise<void> {
  const { status, stderr } = await allocationsBeside(
    rig.folder,
    'publish',
    'snapshots',
    '--db',
    'dataset.sqlite',
  );
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
  server = await serve(rig.folder, '--snapshots', 'snapshots', '--no-auth', '--rate-limit', '1000000');
});

afterAll(async () => {
  await endServers();
  rig.remove();
});

test('a service of snapshots switches to the next one without a failed request', async () => {
  expect((await ask()).total).toBe(1);
  // the dataset has it, but no snapshot
  await rig.load({ 'second.csv': month('2024-02', 2) });
  expect((await ask()).total).toBe(1);
  const [seen] = await Promise.all([askUntil(2), publish()]);
  expect(seen).toEqual([1, 2]);
  expect(server.texts.stderr).toContain('the current snapshot of snapshots');
});

test('a damaged snapshot is reported in the log, and the previous one stays until it is repaired', async () => {
  await rig.load({ 'third.csv': month('2024-03', 3) });
  const folder = join(rig.folder, 'snapshots');
  const before = readFileSync(join(folder, 'current'), 'utf8');
  await publish();
  const name = readFileSync(join(folder, 'current'), 'utf8').trim();
  const file = join(folder, name, 'dataset.sqlite');
  const whole = readFileSync(file);
  await askUntil(3);
  // the service is pointed back, and then to a copy that has not arrived whole
  writeFileSync(join(folder, 'current'), before);
  await askUntil(2);
  truncateSync(file, 4096);
  writeFileSync(join(folder, 'current'), `${name}\n`);
  const complaints = () =>
    server.texts.stdout
      .split('\n')
      .filter((line) => line.includes('The service continues with another snapshot'));
  await expect.poll(() => complaints()[0]).toContain(`The file has 4096 of ${whole.length} bytes.`);
  // the folder is looked at once a second
  await setTimeout(1500);
  expect(complaints()).toHaveLength(1);
  expect((await ask()).total).toBe(2);
  writeFileSync(file, whole);
  expect(await askUntil(3)).toEqual([2, 3]);
});

test('a folder without a snapshot is a one-line error', () => {
  const { status, stderr } = allocations(
    rig.folder,
    'serve',
    '--snapshots',
    'nowhere',
    '--port',
    '0',
    '--no-auth',
  );
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'allocations: The folder nowhere has no snapshot. Make one: allocations publish nowhere\n',
  });
});
