import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataset, type PortalRow } from '../../../rig/portals/portal.ts';
import { texasRow, texasRows } from '../../../rig/portals/portal-texas.ts';
import { createUpdateRig, type UpdateRig } from '../../../rig/portals/update-rig.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// A portal that sends a damaged or wrong file for some days, and then an earlier one again.

/** The first line, and the alerts after it. What is said of a month that was paid already depends on today. */
async function updated(rig: UpdateRig, ...args: string[]) {
  const { status, stdout } = await rig.update(...args);
  const [first = '', ...lines] = stdout.split('\n');
  const alerts = lines.filter((line) => /^ {2}[a-z-]+: /.test(line));
  return { status, first: first.replace(/; expected since .*$/, ''), alerts, stdout };
}

function withLast(rows: PortalRow[], change: (row: PortalRow) => PortalRow[]): PortalRow[] {
  const last = rows.at(-1);
  if (!last) throw new Error('no rows');
  return [...rows.slice(0, -1), ...change(last)];
}

const damaged = (rows: PortalRow[]) => withLast(rows, (row) => [{ ...row, net_payment: '#REF!' }]);
/** The last payment is 3,600 times the others. */
const doubtful = (rows: PortalRow[], month: string) =>
  withLast(rows, () => [texasRow('4999001', 'EXAMPLE COUNTY', month, 9_000_000)]);
/** The last payment is 30,000.25 dollars higher. */
const restated = (rows: PortalRow[], month: string) =>
  withLast(rows, () => [texasRow('4999001', 'EXAMPLE COUNTY', month, 75_000)]);

const inboxOf = ({ folder }: UpdateRig) =>
  readdirSync(join(folder, 'data/inbox')).filter((name) => !name.startsWith('.'));

test('a portal sends an earlier file again after a refused one: the alert ends, also if the portal is down later', async () => {
  const rig = await createUpdateRig();
  const good = texasRows(rig.months);
  await rig.update();
  rig.publish(damaged(good));
  expect(await updated(rig)).toMatchObject({ status: 1, first: 'update: attention: 1 report refused' });
  rig.publish(good);
  for (const _ of ['first', 'second']) {
    const { stdout, ...after } = await updated(rig);
    expect(after).toEqual({ status: 0, first: 'update: nothing new', alerts: [] });
    expect(stdout).toContain('  1 refused file was replaced by a newer one\n');
    expect(stdout).toContain('nothing new. The dataset is unchanged.');
    expect(stdout).toContain('0 errors');
    expect(stdout).not.toContain('#REF!');
  }
  const json = JSON.parse((await rig.update('--json')).stdout);
  expect(json).toMatchObject({ outcome: 'nothing-new', attention: [], run: { outcome: 'partial' } });
  expect(json.replaced).toHaveLength(1);
  // no portal file, no feed of the state, no dataset on the portal
  expect((await updated(rig, '--portals', 'none.json')).stdout).not.toContain('refused:');
  expect((await updated(rig, '--state', 'il', '--since', '2026-01')).stdout).not.toContain('refused:');
  rig.portal.datasets.clear();
  const down = await updated(rig);
  expect(down.status).toBe(1);
  expect(down.first).toMatch(/^update: attention: not downloaded: /);
  expect(down.alerts.every((line) => line.startsWith('  fetch: '))).toBe(true);
});

test('a portal sends an earlier file again after a doubtful one: the alert ends', async () => {
  const rig = await createUpdateRig(14);
  const good = rig.months.map((month) => texasRow('4999001', 'EXAMPLE COUNTY', month, 2500));
  rig.publish(good);
  expect(await updated(rig)).toMatchObject({ status: 0 });
  rig.publish(doubtful(good, rig.months.at(-1) ?? ''));
  expect(await updated(rig)).toMatchObject({ status: 1, first: 'update: attention: 1 report refused' });
  rig.publish(good);
  expect(await updated(rig)).toMatchObject({ status: 0, first: 'update: nothing new', alerts: [] });
});

test('a portal sends an earlier file again after a loaded one: an alert whose command works, and that ends', async () => {
  const rig = await createUpdateRig();
  const good = texasRows(rig.months);
  const last = rig.months.at(-1) ?? '';
  await rig.update();
  const before = inboxOf(rig);
  rig.publish(restated(good, last));
  await rig.update('--on-doubt', 'load');
  const newer = inboxOf(rig).find((name) => !before.includes(name));
  rig.publish(good);
  for (const _ of ['first', 'second']) {
    const { status, alerts } = await updated(rig);
    expect(status).toBe(1);
    expect(alerts).toHaveLength(1);
    expect(alerts[0]).toMatch(
      /^ {2}fetch: .* again, but the figures of .*, which it sent later, still count\./,
    );
    expect(alerts[0]).toContain(`, but the figures of ${newer}, which`);
  }
  const fetched = await rig.run('fetch', '--state', 'tx', '--portals', 'portals.json');
  expect(fetched.status).toBe(1);
  const [hash = ''] = /allocations withdraw ([0-9a-f]{12})/.exec(fetched.stdout)?.slice(1) ?? [];
  expect((await rig.run('withdraw', hash, '--reason', 'the portal took it back')).status).toBe(0);
  expect(await updated(rig)).toMatchObject({ status: 0, first: 'update: nothing new', alerts: [] });
  // the portal changes its mind: the withdrawal stays, and the update says once what to do
  rig.publish(restated(good, last));
  const skipped = await updated(rig);
  expect(skipped).toMatchObject({ status: 1, alerts: [expect.stringMatching(/^ {2}warnings: /)] });
  expect(skipped.alerts[0]).toMatch(
    / It is skipped\. If its figures are right after all, .* load the copy\./,
  );
  expect(await updated(rig)).toMatchObject({ status: 0, alerts: [] });
  rig.write('fixed/copy.csv', `${readFileSync(join(rig.folder, 'data/inbox', `${newer}`), 'utf8')}\n`);
  const ingested = JSON.parse((await rig.run('ingest', 'fixed/copy.csv', '--json')).stdout);
  expect(ingested.allocations).toMatchObject({ revised: 1 });
});

const OLD = statement([{ code: '01998', name: 'ALAMEDA COUNTY', month: '2020-03', net: 100 }]);
const all = (rig: UpdateRig, ...args: string[]) => rig.run('update', '--portals', 'portals.json', ...args);

test('overdue periods concern only kinds that the portal file downloads', async () => {
  const rig = await createUpdateRig();
  rig.write('data/inbox/old.csv', OLD);
  const { status, stdout } = await all(rig);
  expect({ status, stdout }).toMatchObject({ status: 0 });
  expect(stdout).not.toContain('overdue');
  const kind = 'ca/monthly-statement';
  rig.portal.datasets.set('Statement', dataset(['PaymentMonth'], []));
  const feed = {
    ...{ name: 'ca-statement', kind, protocol: 'odata', url: `${rig.portal.origin}/odata/Statement` },
    ...{ month_field: 'PaymentMonth', first_month: '2020-03' },
    month_filter: { compare: 'range', write: '{yyyy}-{mm}-01' },
  };
  const { tx } = JSON.parse(readFileSync(join(rig.folder, 'portals.json'), 'utf8'));
  rig.write('portals.json', JSON.stringify({ tx, ca: [feed] }));
  expect((await all(rig)).stdout).toMatch(/^update: attention: overdue: California /);
  expect((await all(rig, '--state', 'tx')).status).toBe(0);
  expect((await all(rig, '--state', 'tx', '--state', 'CA')).stdout).toMatch(
    /^update: attention: overdue: California /,
  );
});
