import { expect, test } from 'vitest';
import { loadRandomWorld } from '../../rig/datasets/analysis-world.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { figureIn, type Page, refusalBy } from '../../rig/service.ts';

/** Each figure in the sentences of a random world equals the one of its record, rounded by other means. */

const { service } = serveForAll((rig) => loadRandomWorld(rig, 41));

type Line = Record<string, unknown> & { jurisdiction: { id: number } };
const ask = async (path: string) => (await service.json<Page<Line>>(path)).data;

/** `$12,346` or `$1.23 million`, by digits. */
function slowDollars(dollars: number): string {
  const size = Math.abs(dollars);
  const whole = Math.round(size);
  const text =
    whole < 999_500
      ? String(whole).replace(/(\d)(?=(\d{3})+$)/g, '$1,')
      : `${(whole / 1e6).toPrecision(3)} million`;
  return `${dollars < 0 && whole !== 0 ? '−' : ''}$${text}`;
}

const slowPercent = (change: number) =>
  `${change < 0 ? 'down' : 'up'} ${(Math.round(Math.abs(change) * 1000 + 1e-9) / 10).toFixed(1)}%`;

const gainOf = (one: Line) => Object(one.amount).difference;
/** The amounts of a part now and before. */
const amountsOf = (one: Line) => figureIn(one, 'amount').slice(0, 2);

/** The sentence about the parts: of all choices of one part, then of two, the one that explains most, if it is half. */
function slowParts(parts: Line[], difference: number | null): string | undefined {
  const cents = (dollars: unknown) => Math.round(Number(dollars) * 100);
  if (difference === null || parts.length < 2) return undefined;
  const whole = cents(difference);
  const known = parts.filter(
    (one) => one.part !== 'unexplained' && gainOf(one) !== null && cents(gainOf(one)) * whole > 0,
  );
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => [one, other]));
  for (const choices of [known.map((one) => [one]), pairs]) {
    const sumOf = (chosen: Line[]) => Math.abs(chosen.reduce((sum, one) => sum + cents(gainOf(one)), 0));
    const best = choices.find((one) => choices.every((other) => sumOf(one) >= sumOf(other)));
    if (!best || sumOf(best) * 2 < Math.abs(whole)) continue;
    const largestFirst = best.sort((a, b) => sumOf([b]) - sumOf([a]));
    const moved = (by: number, verb: string, ups: string[]) =>
      `${verb} ${slowDollars(Math.abs(by) / 100)} ${ups[by > 0 ? 0 : 1]}`;
    const texts = largestFirst.map((one) => {
      const isTaken = amountsOf(one).every((amount) => cents(amount) <= 0);
      const by = cents(gainOf(one));
      return `${one.name} ${isTaken ? moved(by, 'took away', ['less', 'more']) : moved(by, 'brought', ['more', 'less'])}`;
    });
    return `${texts.join(', and ')}.`;
  }
  return undefined;
}

/** The dollars and percentages of a text, in order. */
const figuresIn = (text: string) => text.match(/−?\$[\d,]*\d(?:\.\d+)?(?: M)?|(?:up|down) [\d.]+%/g) ?? [];

test.each(['', '&basis=sales', '&fiscal_year_start=1'])(
  'every figure is that of its record%s',
  async (query) => {
    const places = await ask('/api/jurisdictions?limit=1000');
    let told = 0;
    for (const { id } of places) {
      const state = Number(id) < 10 ** 8 ? 'ca' : 'tx';
      const months = await ask(`/api/${state}/sales-tax/months?jurisdictions=${id}${query}`);
      for (const at of [0, 7, 16, 30]) {
        const record = months[at];
        if (!record) continue;
        const asked = query.includes('sales') ? record.sales_month : record.month;
        const url = `/api/${state}/sales-tax/sentences?jurisdictions=${id}&through=${asked}${query}`;
        const texts = new Map((await ask(url)).map(({ topic, text }) => [topic, String(text)]));
        const [value, before, change] = figureIn(record, 'payment');
        const [sum, sumBefore, sumChange] = figureIn(record, 'fiscal_year_to_date');
        const payment = figuresIn(texts.get('payment') ?? '');
        const year = figuresIn(texts.get('fiscal_year') ?? '');
        expect(payment[0]).toBe(slowDollars(Number(value)));
        if (typeof change === 'number' && Number(value) >= 0 && value !== before)
          expect(payment.slice(1)).toEqual(
            slowPercent(change).endsWith(' 0.0%') ? [] : [slowPercent(change)],
          );
        else if (before !== null && value !== before && change === null)
          expect(payment[1]).toBe(slowDollars(Number(before)));
        if (sum === null) expect(year).toEqual([]);
        else expect(year[0]).toBe(slowDollars(Number(sum)));
        if (typeof sumChange === 'number' && sum !== sumBefore && !slowPercent(sumChange).endsWith(' 0.0%'))
          expect(year[1]).toBe(slowPercent(sumChange));
        const projections = await ask(
          `/api/${state}/sales-tax/projections?jurisdictions=${id}&through=${asked}${query}`,
        );
        const [projection] = projections;
        const estimate = texts.get('projection');
        if (typeof projection?.projected === 'number' && projection.method !== 'actual') {
          const growth = slowPercent(Number(projection.projected) / Number(projection.last_year) - 1);
          expect(figuresIn(estimate ?? '')).toEqual([
            slowDollars(Number(projection.projected)),
            ...(growth.endsWith(' 0.0%') ? [] : [growth]),
          ]);
        } else expect(figuresIn(estimate ?? '')).toEqual([]);
        const parts = await ask(
          `/api/${state}/sales-tax/parts?jurisdictions=${id}&months=${String(record.month).slice(0, 7)}`,
        );
        expect(texts.get('parts')).toBe(
          slowParts(parts, before === null || before === undefined ? null : Number(value) - Number(before)),
        );
        // those of the lead of a page are one sentence each
        for (const topic of ['payment', 'parts', 'fiscal_year', 'projection'])
          expect(texts.get(topic) ?? '').not.toMatch(/\.\s/);
        for (const text of texts.values())
          expect(text).not.toMatch(/\d{4}-\d{2}-|[a-z]_[a-z]|undefined|NaN|null/);
        told += 1;
      }
    }
    expect(told).toBeGreaterThan(40);
  },
);

test('a month that the dataset does not have is refused', async () => {
  const [place] = await ask('/api/jurisdictions?state=ca');
  const url = `/api/ca/sales-tax/sentences?jurisdictions=${place?.id}&through=2031-01-01`;
  expect(await refusalBy(service, url, 'through')).toContain('Give months of these.');
});
