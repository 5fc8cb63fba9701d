import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Day } from '../../src/domain/month.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { openTokens } from '../../src/store/tokens/tokens.ts';
import { serveAnother, serveForAll } from '../rig/datasets/served.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

// What is new, from one small history worked out by hand.

const city = (code: string, month: string, net: number) => ({ code, name: `CITY & ${code}`, month, net });

const BEFORE = statement([
  city('10001', '2023-05', 100),
  city('10002', '2023-05', 400),
  city('10003', '2023-05', 200),
]);
const MAY = statement([
  city('10001', '2024-05', 150),
  city('10002', '2024-05', 300),
  city('10004', '2024-05', 2_000_000),
]);

const { rig, service } = serveForAll(
  async (rig) => {
    await rig.load({ 'before.csv': BEFORE });
    await rig.load({ 'may.csv': MAY });
    await rig.load({ 'again.csv': statement([city('10002', '2023-05', 390.5)]) });
  },
  { schedule: () => ({ today: '2024-07-20' as Day, expectedBy: (_, month) => `${month}-10` as Day }) },
);

const found = async (query = '') => (await service.json<Page>(`/api/changes?by=month${query}`)).data;

describe('updates', () => {
  test('a month has its sum, its change like for like, and the cities that moved most', async () => {
    const [may] = await found('&change=new_month&limit=1');
    // 450 to 490.50 dollars in the two cities with both payments: -8.26%
    expect(may).toMatchObject({
      key: 'month-ca-2024-05',
      change: 'new_month',
      state: 'ca',
      at: expect.stringMatching(/^2026-11-01T/),
      allocation_period: '2024-05-01',
      sales_period: '2024-03-01',
      title: 'California: payments of May 2024',
      growth: -0.082569,
      largest_fall: 'City & 10002, −$91',
      text:
        '3 places of California got $2.00 million in May 2024, for sales of March 2024, down 8.3% from May 2023, counting 2 of them. ' +
        '1 payment of the month is missing. The largest rise of a city: City & 10001, $50 more. The largest fall: City & 10002, $91 less.',
      page: '/rankings/ca/2024-05',
    });
  });

  test('the first month has nothing to be compared with', async () => {
    const first = (await found('&change=new_month')).at(-1);
    expect(first).toMatchObject({
      allocation_period: '2023-05-01',
      text: '3 places of California got $691 in May 2023, for sales of March 2023.',
    });
  });

  test('a restatement says how many figures, and what became of the payments', async () => {
    expect(await found('&change=restatement')).toMatchObject([
      {
        allocation_period: '2023-05-01',
        sales_period: '2023-03-01',
        // the payment and the current distributions
        title: 'California: 2 figures of 1 place restated',
        text: 'The figures are of May 2023, for sales of March 2023. Together, the payments are $10 lower.',
        page: '/updates/changes?state=ca',
      },
    ]);
  });

  test('reports that are due are told with their day', async () => {
    const due = await found('&change=due_report');
    expect(due.map(({ title, at }) => [title, at])).toEqual([
      ['California: a report of July 2024 is due', '2024-07-10T00:00:00.000Z'],
      ['California: a report of June 2024 is due', '2024-06-10T00:00:00.000Z'],
    ]);
    // several kinds of reports of one month are due on one day, so each is named
    expect(due.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The [A-Z][\w ]+ was due on July 10, 2024, and is not there yet\.$/),
      expect.stringMatching(/^The [A-Z][\w ]+ was due on June 10, 2024, and is not there yet\.$/),
    ]);
    expect(await found('&state=tx')).toEqual([]);
  });

  test('the newest come first', async () => {
    const times = (await found()).map(({ at }) => String(at));
    expect(times).toEqual([...times].sort().reverse());
    expect(times.length).toBe(5);
  });
});

describe('the feed of updates', () => {
  const tokens = openTokens(':memory:');
  const token = tokens.create('mine', null);
  const key = tokens.feedKey('mine') ?? '';
  afterAll(() => tokens.close());

  test('has the updates as Atom, with absolute links', async () => {
    const { headers, body } = await service.get('/updates.atom?state=ca');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    const listed = await found('&state=ca');
    expect(body.match(/<entry>/g)).toHaveLength(listed.length);
    expect(body).toContain('<link href="http://allocations.test/rankings/ca/2024-05"/>');
    expect(body).toContain('<title>Sales tax allocations of California</title>');
    for (const { text } of listed)
      expect(body).toContain(`<summary>${String(text).replaceAll('&', '&amp;')}</summary>`);
  });

  test('counts the requests with its key apart from those with the token', async () => {
    const limited = await serveAnother(rig.database, {
      verifyToken: (text) => tokens.verify(text),
      verifyFeedKey: (text) => tokens.verifyFeedKey(text),
      rateLimit: 2,
    });
    const byKey = () => limited.app.inject(`/updates.atom?key=${key}`);
    for (const status of [200, 200, 429]) expect((await byKey()).statusCode).toBe(status);
    const { statusCode } = await limited.app.inject({
      url: '/api/changes',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(statusCode).toBe(200);
  });

  test('opens with a token, or with its key, and the key opens nothing else', async () => {
    const guarded = await serveAnother(rig.database, {
      verifyToken: (text) => tokens.verify(text),
      verifyFeedKey: (text) => tokens.verifyFeedKey(text),
    });
    const status = async (url: string, bearer?: string) => {
      const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
      return (await guarded.app.inject({ url, headers })).statusCode;
    };
    expect(await status('/updates.atom')).toBe(401);
    expect(await status('/updates.atom', token)).toBe(200);
    expect(await status(`/updates.atom?key=${key}`)).toBe(200);
    expect(await status(`/updates.atom?key=${key.slice(0, -2)}AA`)).toBe(401);
    expect(await status(`/updates.atom?key=${token}`)).toBe(401);
    expect(await status(`/api/changes?key=${key}`)).toBe(401);
    expect(await status('/api/changes', key)).toBe(401);
    tokens.revoke('mine');
    expect(await status(`/updates.atom?key=${key}`)).toBe(401);
    expect(tokens.feedKey('mine')).toBe(null);
  });
});

describe('a correction', () => {
  const own = serveForAll(async (rig) => {
    await rig.load({ 'before.csv': BEFORE });
    const correction = {
      ...{ state: 'ca', kind: 'ca/monthly-statement', jurisdiction: '10001', month: '2023-05' },
      ...{ field: 'net_payment', published: '100', correct: '101.50', reason: 'a digit', source: 'a letter' },
    };
    const reference = join(rig.folder, 'reference');
    writeFileSync(join(reference, 'corrections.json'), JSON.stringify([correction]));
    await rig.reprocess({ registers: readRegisters(reference) });
  });

  test('is told as the own one, which no report has', async () => {
    const { data } = await own.service.json<Page>('/api/changes?by=month&change=restatement');
    expect(data).toMatchObject([
      {
        title: 'California: 1 figure of 1 place corrected',
        text: '1 figure is from your own corrections, and in no report. The figures are of May 2023, for sales of March 2023. Together, the payments are $2 higher.',
      },
    ]);
    const revisions = (await own.service.json<Page>('/api/revisions')).data;
    expect(revisions.filter(({ field }) => field === 'net_payment')).toMatchObject([
      { before: 100, after: 101.5, changed_by: 'correction' },
    ]);
  });
});
