import { describe, expect, test } from 'vitest';
import { loadRandomWorld } from '../../rig/datasets/analysis-world.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page } from '../../rig/service.ts';

type Line = Record<string, unknown> & { jurisdiction: { id: number } };

describe('by hand', () => {
  // 100 dollars a month, and 110 from July 2022 on; places that began then
  const rows = (ofNew: number, county: string) => [
    ...monthsFrom('2020-07', 27).map((month, at) => ({
      code: `${county}001`,
      month,
      net: at < 24 ? 100 : 110,
    })),
    ...monthsFrom('2022-07', 3).map((month) => ({ code: `${county}002`, month, net: ofNew })),
  ];
  const { service } = serveForAll({
    'statement.csv': statement([...rows(10, '01'), ...rows(50, '19')]),
  });
  const tell = async (query: string) => {
    const { data } = await service.json<Page<{ topic: string; text: string }>>(
      `/api/ca/sales-tax/sentences?${query}`,
    );
    return data.map(({ topic, text }) => `${topic}: ${text}`);
  };

  test('the estimate of a place stands for one that has none and got a tenth of its payments or less', async () => {
    // 3 × 110 so far. Rest: 900, 900 × 1.05 = 945, and 660 / 0.5 − 330 = 990; their mean is 945, so 1,275 in all.
    // With 3 × 10 of the new place: 360 × 1,275 / 330 = 1,390.91; last year was 1,200.
    expect(await tell('county=Alameda')).toEqual([
      'payment: $120 in September 2022, up 10.0% from September 2021.',
      'payment: 2 places of Alameda County, California were paid. The change counts 1 of them.',
      'sales: The payment of September 2022 is for sales of July.',
      'parts: Place 01001 got $10 more.',
      'fiscal_year: Fiscal year 2022-23 so far: $360, up 10.0%.',
      'projection: 2022-23 may end at about $1,391 (+15.9%).',
      'movers: The largest rise of a city: Place 01001, $10 more.',
    ]);
    // 150 of 480 dollars are of the place without an estimate
    expect((await tell('county=Los Angeles')).filter((text) => text.startsWith('projection'))).toEqual([]);
  });
});

describe('in a random world', () => {
  const { service } = serveForAll((rig) => loadRandomWorld(rig, 41));
  const ask = async (path: string) => (await service.json<Page<Line>>(path)).data;
  const cents = (dollars: unknown) => Math.round(Number(dollars) * 100);
  const slowDollars = (amount: number) => `$${Math.round(amount).toLocaleString('en-US')}`;

  test.each([
    ['ca', ''],
    ['ca', '&type=city'],
    ['ca', '&county=Alameda'],
    ['ca', '&basis=sales'],
    ['ca', '&fiscal_year_start=1'],
    ['tx', ''],
    ['tx', '&type=city'],
  ])('%s%s: what moved it, and its estimate', async (state, query) => {
    let [moved, estimated] = [0, 0];
    const at = `/api/${state}/sales-tax`;
    const months = await ask(`${at}/months?limit=24${query}`);
    for (const record of months.slice(0, 14)) {
      const asked = query.includes('sales') ? record.sales_month : record.month;
      const month = String(asked).slice(0, 7);
      const told = await ask(`${at}/sentences?through=${asked}${query}`);
      const textOf = (topic: string) => told.find((one) => one.topic === topic)?.text;

      // the places with both payments, one at a time
      const choice = query.replace('&fiscal_year_start=1', '');
      const lines = await ask(`${at}/compare?by=place&months=${month}&limit=1000${choice}`);
      const own = lines.filter(({ sum }) => {
        const { value, ago } = sum as { value: number | null; ago: number | null };
        return value !== null && ago !== null;
      });
      const sums = new Map<string, number[]>();
      let whole = 0;
      for (const { jurisdiction, sum } of own) {
        const { value, ago } = sum as { value: number; ago: number };
        whole += cents(value) - cents(ago);
        const basis = query.includes('sales') ? '&basis=sales' : '';
        for (const one of await ask(`${at}/parts?jurisdictions=${jurisdiction.id}&months=${month}${basis}`)) {
          const [now, before] = figureIn(one, 'amount');
          const name = String(one.name);
          if (name === 'Unexplained') continue;
          const [sumNow = 0, sumBefore = 0] = sums.get(name) ?? [];
          sums.set(name, [sumNow + cents(now ?? 0), sumBefore + cents(before ?? 0)]);
        }
      }
      const changes = Array.from(sums, ([name, [now = 0, before = 0]]) => ({ name, by: now - before }));
      const alike = changes
        .filter(({ by }) => by * whole > 0)
        .sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
      const [most] = alike;
      const unknown = Math.abs(whole - changes.reduce((sum, { by }) => sum + by, 0));
      if (sums.size > 1 && most && Math.abs(most.by) > unknown) {
        moved += 1;
        expect(textOf('parts')).toContain(`${most.name} `);
        expect(textOf('parts')).toContain(`${slowDollars(Math.abs(most.by) / 100)} `);
      }

      const places = await ask(`${at}/projections?through=${asked}&limit=1000${query}`);
      const reliable = places.filter(
        ({ projected, caution }) => projected !== null && !String(caution).includes('cannot be relied on'),
      );
      const soFar = reliable.reduce((sum, one) => sum + cents(figureIn(one, 'to_date')[0]), 0);
      const end = reliable.reduce((sum, one) => sum + cents(one.projected), 0);
      const [toDate] = figureIn(record, 'fiscal_year_to_date');
      const isClosed = places.some(({ method }) => method === 'actual');
      if (isClosed || typeof toDate !== 'number' || soFar < 0.9 * cents(toDate)) {
        expect(textOf('projection')).toBeUndefined();
        continue;
      }
      estimated += 1;
      expect(textOf('projection')).toContain(slowDollars((toDate * end) / soFar));
    }
    // statements of California have no parts here
    expect(moved > 5).toBe(state === 'tx');
    // and too many of their gaps are large
    expect(estimated > 1).toBe(state === 'tx' || query.includes('city'));
  });
});
