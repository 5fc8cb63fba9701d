import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newestPopulation } from '../../../src/derive/conversion.ts';
import { earlier, type Span, spanTo } from '../../../src/derive/span.ts';
import type { Population, PriceIndex } from '../../../src/domain/allocation.ts';
import type { Month } from '../../../src/domain/month.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { slowFigure } from '../../rig/oracles/slow-figure.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { figureIn, type Page, refusalBy } from '../../rig/service.ts';

type Line = Record<string, unknown> & { jurisdiction: { id: number } | null };

const idOf = (code: string) => 60_000_000 + Number(code);

describe('per head and in dollars of one month', () => {
  const [ALDER, BIRCH, CEDAR] = ['01001', '01002', '01003'];
  const paid = (code: string, first: string, count: number, net: number, type = 'City') =>
    monthsFrom(first, count).map((month) => ({ code, month, net, type }));
  // 100 in 2024, 110 in 2025 without October, 120 in January 2026
  let prices: PriceIndex[] = [
    ...monthsFrom('2024-01', 12).map((month) => ({ month: month as Month, index: 100 })),
    ...monthsFrom('2025-01', 12).map((month) => ({ month: month as Month, index: 110 })),
    { month: '2026-01' as Month, index: 120 },
  ].filter(({ month }) => month !== '2025-10');
  const population: Population[] = [
    { id: idOf(ALDER), year: 2020, people: 100 },
    { id: idOf(BIRCH), year: 2020, people: 50 },
    { id: idOf(BIRCH), year: 2025, people: 60 },
    { id: idOf('01998'), year: 2025, people: 900 },
  ];
  const { service } = serveForAll(
    {
      'statement.csv': statement([
        ...paid(ALDER, '2024-01', 12, 1000),
        ...paid(ALDER, '2025-01', 12, 1210),
        ...paid(ALDER, '2026-01', 1, 1320),
        ...paid(BIRCH, '2024-01', 25, 600),
        ...paid(CEDAR, '2025-12', 2, 30),
        ...paid('01998', '2024-01', 25, 7, 'County'),
      ]),
    },
    { prices: () => prices, population: () => population },
  );
  const ask = async (query: string) => (await service.json<Page<Line>>(`/api/ca/sales-tax/${query}`)).data;
  const inMonth = async (month: string, query: string, figure = 'payment') => {
    const [line] = await ask(`months?months=${month}&${query}`);
    return figureIn(line, figure);
  };
  const OCTOBER = ['no price index for October 2025'];

  test('a payment × the index of the asked month ÷ that of its own', async () => {
    const alder = `jurisdictions=${idOf(ALDER)}`;
    // 1210; 1000 × 110 ÷ 100; (1 + 21 %) ÷ (1 + 10 %) − 1 = 10 %
    expect(await inMonth('2025-03', `${alder}&prices=2025-01`)).toEqual([1210, 1100, 0.1, []]);
    // the change is the same in dollars of every month
    expect(await inMonth('2025-03', `${alder}&prices=2026-01`)).toEqual([1320, 1200, 0.1, []]);
    // 1320 × 100 ÷ 120; 1210 × 100 ÷ 110
    expect(await inMonth('2026-01', `${alder}&prices=2024-12`)).toEqual([1100, 1100, 0, []]);
    // October 2024 to September 2025: 3 × 1100 + 9 × 1210
    const sum = await inMonth('2025-09', `${alder}&prices=2025-01`, 'twelve_months');
    expect(sum).toEqual([
      14_190,
      null,
      null,
      ['the payments to compare with are not all there before January 2024'],
    ]);
  });

  test('no figure with a month that has no index', async () => {
    const alder = `jurisdictions=${idOf(ALDER)}&prices=2025-01`;
    expect(await inMonth('2025-10', alder)).toEqual([null, 1100, null, OCTOBER]);
    expect(await inMonth('2025-12', alder, 'twelve_months')).toEqual([null, 13_200, null, OCTOBER]);
    const years = await ask(`years?fiscal_year_start=1&${alder}`);
    expect(years.slice(0, 3).map((line) => [line.year, ...figureIn(line, 'sum')])).toEqual([
      ['2026', 1210, 1210, 0, []],
      ['2025', null, 13_200, null, OCTOBER],
      ['2024', 13_200, null, null, expect.anything()],
    ]);
    // a place that began in December is not concerned
    const cedar = `jurisdictions=${idOf(CEDAR)}&prices=2025-01&fiscal_year_start=1`;
    expect((await inMonth('2025-12', cedar, 'fiscal_year_to_date')).slice(0, 2)).toEqual([30, null]);
  });

  test('by month of sale, the index is that of the sales', async () => {
    // the sales of November 2025 are paid in January 2026: 1320 × 100 ÷ 110
    const of = `jurisdictions=${idOf(ALDER)}&prices=2024-12&basis=sales`;
    expect((await inMonth('2025-11', of))[0]).toBe(1200);
    // those of October 2025 in December
    expect((await inMonth('2025-10', of)).slice(2)).toEqual([null, OCTOBER]);
  });

  test('a sum ÷ the population of the newest year that is at most five years old', async () => {
    // 2020 is five years before 2025, and six before 2026
    const alder = `jurisdictions=${idOf(ALDER)}&per=head`;
    expect(await inMonth('2025-03', alder)).toEqual([12.1, 10, 0.21, []]);
    expect(await inMonth('2026-01', alder)).toEqual([
      ...[null, 12.1, null],
      ['no population of Place 01001 for 2026'],
    ]);
    // 600 ÷ 60 beside 600 ÷ 50
    const birch = `jurisdictions=${idOf(BIRCH)}&per=head`;
    expect(await inMonth('2025-03', birch)).toEqual([10, 12, -0.166667, []]);
    expect(newestPopulation(new Map([[2020, 5]]), 2019)).toBeNull();
    expect(
      newestPopulation(
        new Map([
          [2020, 5],
          [2024, 7],
        ]),
        2025,
      ),
    ).toBe(7);
  });

  test('a group: its sum ÷ the people of its places', async () => {
    // 1810 ÷ 160 = 11.3125 beside 1600 ÷ 150 = 10.666…: 6.0547 %
    const cities = await inMonth('2025-03', 'type=city&per=head');
    expect(cities).toEqual([11.31, 10.67, 0.060547, []]);
    // in dollars of 2024, 1100 + 545.4545… by 160; change: 1.060547 ÷ 1.1
    const both = await inMonth('2025-03', 'type=city&per=head&prices=2024-12');
    expect(both).toEqual([10.28, 10.67, -0.035866, []]);
    // Cedar has no population
    const lacking = await inMonth('2025-12', 'type=city&per=head');
    expect(lacking).toEqual([null, 10.67, null, ['no population of Place 01003 for 2025']]);
    // the people of a county live in its cities too
    const all = await inMonth('2025-03', 'per=head');
    expect(all).toEqual([
      ...[null, null, null],
      ['per head, only cities or only counties can be added up: other places share people'],
    ]);
  });

  test('ranks of months are left out, and those of a comparison are of what it shows', async () => {
    const [month] = await ask(`months?months=2025-03&jurisdictions=${idOf(BIRCH)}&prices=2024-12`);
    expect(month).toMatchObject({ rank: null, ranked: null, share_of_state: null });
    const lines = await ask('compare?months=2025-03&type=city&per=head&sort=-change');
    expect(lines.map((line) => [line.jurisdiction?.id, line.rank, line.share])).toEqual([
      // shares are of dollars as paid: 1210 and 600 of 1810
      [idOf(ALDER), 1, 0.668508],
      [idOf(BIRCH), 2, 0.331492],
    ]);
    expect(lines.map((line) => figureIn(line, 'sum'))).toEqual([
      [12.1, 10, 0.21, []],
      [10, 12, -0.166667, []],
    ]);
    // a city's share of a sale never changes
    expect(lines[1]).toMatchObject({ sum: { difference: -2, comparable_change: -0.166667 } });
    const large = await ask('compare?months=2025-03&per=head&prices=2024-12&minimum=1000');
    expect(large.map((line) => [line.jurisdiction?.id, ...figureIn(line, 'sum').slice(0, 3)])).toEqual([
      [idOf(ALDER), 11, 10, 0.1],
    ]);
    const [byType] = await ask('compare?months=2025-03&by=type&per=head');
    expect([byType?.group, ...figureIn(byType, 'sum').slice(0, 2)]).toEqual(['city', 11.31, 10.67]);
  });

  test('what cannot be converted is refused', async () => {
    const months = '/api/ca/sales-tax/months';
    expect(await refusalBy(service, `${months}?prices=2025-10`, 'prices')).toBe(
      'The register prices.csv has no index of October 2025. Name another month from January 2024 to January 2026.',
    );
    for (const text of ['2025', '2025-13', '2024-01..2024-03', '..2024-03', '2025-02-02'])
      await refusalBy(service, `${months}?prices=${text}`, 'prices');
    await refusalBy(service, `${months}?per=capita`, 'per');
    const percentage = `${months}?jurisdictions=${idOf(ALDER)}&field=countywide_pool_percentage`;
    expect(await refusalBy(service, `${percentage}&per=head`, 'field')).toContain('is a percentage');
    await refusalBy(service, '/api/ca/sales-tax/projections?per=head', 'per');
  });

  test('answers change with a register only if they use it', async () => {
    const tagsOf = () =>
      Promise.all(
        ['', '&per=head', '&prices=2024-12'].map(async (query) => {
          const { headers } = await service.get(`/api/ca/sales-tax/years?format=csv${query}`);
          return headers.etag;
        }),
      );
    const [plain, head, priced] = await tagsOf();
    prices = prices.map(({ month, index }) => ({ month, index: month < '2025' ? index / 2 : index }));
    const again = await tagsOf();
    expect(again.slice(0, 2)).toEqual([plain, head]);
    expect(again[2]).not.toBe(priced);
    const of = `jurisdictions=${idOf(ALDER)}`;
    expect((await inMonth('2025-03', `${of}&prices=2025-01`)).slice(0, 3)).toEqual([1210, 2200, -0.45]);
    expect((await inMonth('2025-03', of)).slice(0, 3)).toEqual([1210, 1000, 0.21]);
  });
});

describe('as plain loops over the payments of random reports', () => {
  const MONTHS = monthsFrom('2021-01', 36);
  const CODES = ['01001', '01002', '19001', '30001'];
  /** California pays two months after the sale. */
  const LAG = 2;
  const [FIRST, LAST] = [2021 * 12, 2021 * 12 + MONTHS.length - 1];
  const column = fc.array(fc.option(fc.integer({ min: 1, max: 9999 }), { nil: null, freq: 15 }), {
    ...{ minLength: MONTHS.length, maxLength: MONTHS.length },
  });
  const WORLD = fc.sample(column, { numRuns: CODES.length, seed: 11 });
  const [INDEXES = []] = fc.sample(
    fc.array(fc.option(fc.integer({ min: 90_000, max: 130_000 }), { nil: null, freq: 10 }), {
      ...{ minLength: MONTHS.length, maxLength: MONTHS.length },
    }),
    { numRuns: 1, seed: 5 },
  );
  const PEOPLE = fc.sample(
    fc.dictionary(fc.constantFrom('2015', '2017', '2021', '2022', '2023'), fc.integer({ min: 1, max: 500 }), {
      minKeys: 2,
    }),
    { numRuns: CODES.length, seed: 3 },
  );
  const indexOf = (month: number) => (INDEXES[month - FIRST] ?? 0) / 1000;
  const { service } = serveForAll(
    {
      'statement.csv': statement(
        MONTHS.flatMap((month, at) =>
          CODES.flatMap((code, place) => {
            const net = WORLD[place]?.[at] ?? null;
            return net === null ? [] : [{ code, month, net }];
          }),
        ),
      ),
    },
    {
      prices: () =>
        MONTHS.flatMap((month, at) =>
          INDEXES[at] ? [{ month: month as Month, index: INDEXES[at] / 1000 }] : [],
        ),
      population: () =>
        PEOPLE.flatMap((years, place) =>
          Object.entries(years).map(([year, people]) => ({
            ...{ id: idOf(CODES[place] ?? ''), year: Number(year), people },
          })),
        ),
    },
  );

  interface Asked {
    base: number | null;
    isPerHead: boolean;
    /** The lag if months are those of sales. */
    shift: number;
    places: readonly number[];
  }

  /** A figure by the words of the documentation. */
  function slow({ base, isPerHead, shift, places }: Asked, span: Span, against: Span, isPlace: boolean) {
    const paymentsOf = (place: number) =>
      (WORLD[place] ?? []).flatMap((net, at) => (net === null ? [] : [[FIRST + at - shift, net] as const]));
    const inDollars = (month: number, net: number) =>
      base === null ? net : (net * indexOf(base)) / (indexOf(month) || 1);
    const peopleOf = (place: number, { last }: Span) => {
      const year = Math.floor(last / 12);
      const counted = Object.keys(PEOPLE[place] ?? {}).filter((one) => +one <= year && +one >= year - 5);
      return counted.length === 0 ? null : (PEOPLE[place]?.[`${Math.max(...counted.map(Number))}`] ?? null);
    };
    const isIn = ({ first, last }: Span, month: number) => month >= first && month <= last;
    const paidIn = (one: Span) => places.filter((place) => paymentsOf(place).some(([at]) => isIn(one, at)));
    const hasUnit = (one: Span) =>
      paidIn(one).every(
        (place) =>
          (!isPerHead || peopleOf(place, one) !== null) &&
          paymentsOf(place).every(([at]) => base === null || !isIn(one, at) || indexOf(at) > 0),
      );
    const heads = (one: Span, some: readonly number[]) =>
      isPerHead ? some.reduce((sum, place) => sum + (peopleOf(place, one) ?? 0), 0) : 1;
    const found = slowFigure(
      places.map((place) => ({
        payments: new Map(paymentsOf(place).map(([at, net]) => [at, inDollars(at, net)] as const)),
      })),
      { span, against, months: { first: FIRST - shift, last: LAST - shift }, isPlace },
    );
    const isWhole = (place: number, one: Span) =>
      paymentsOf(place).filter(([at]) => isIn(one, at)).length === one.last - one.first + 1;
    const alike = places.filter((place) => isWhole(place, span) && isWhole(place, against));
    const shown = (sum: number | null, one: Span) =>
      sum === null || !hasUnit(one) ? null : sum / heads(one, paidIn(one));
    const ratio = heads(against, alike) / heads(span, alike);
    const change = found.change === null ? null : (1 + found.change / 1e6) * ratio - 1;
    return {
      value: shown(found.value, span),
      ago: shown(found.ago, against),
      change: hasUnit(span) && hasUnit(against) ? change : null,
    };
  }

  const questions = fc.record({
    base: fc.option(
      fc
        .constantFrom(...MONTHS.keys())
        .filter((at) => INDEXES[at] !== null)
        .map((at) => FIRST + at),
    ),
    isPerHead: fc.boolean(),
    shift: fc.constantFrom(0, LAG),
    places: fc.subarray([...CODES.keys()], { minLength: 1 }),
    last: fc.integer({ min: FIRST + 13, max: LAST - LAG }),
    length: fc.integer({ min: 1, max: 12 }),
  });
  const nameOf = (month: number) => MONTHS[month - FIRST] ?? '';

  test('for any places, months, basis and unit', async () => {
    for (const { last, length, ...asked } of fc.sample(questions, { numRuns: 150, seed: 21 })) {
      const { base, isPerHead, shift, places } = asked;
      const span = spanTo(last, Math.min(length, last - FIRST - 11));
      const query = [
        `jurisdictions=${places.map((place) => idOf(CODES[place] ?? ''))}`,
        `basis=${shift ? 'sales' : 'payment'}`,
        ...(isPerHead ? ['per=head'] : []),
        ...(base === null ? [] : [`prices=${nameOf(base)}`]),
      ].join('&');
      const about = { query, span };
      const expectFigure = (line: Line | undefined, name: string, ...of: Parameters<typeof slow>) => {
        const [value, ago, change] = figureIn(line, name);
        const wanted = slow(...of);
        for (const [found, exact, digits] of [
          [value, wanted.value, 1],
          [ago, wanted.ago, 1],
          [change, wanted.change, 5],
        ] as const)
          if (exact === null) expect({ ...about, name, found }).toEqual({ ...about, name, found: null });
          else expect(found, JSON.stringify({ ...about, name })).toBeCloseTo(exact, digits);
      };
      const page = (path: string) => service.json<Page<Line>>(`/api/ca/sales-tax/${path}&${query}`);
      const against = earlier(span);
      const compared = await page(`compare?months=${nameOf(span.first)}..${nameOf(span.last)}&by=all`);
      expectFigure(compared.data[0], 'sum', asked, span, against, false);
      const month = await page(`months?months=${nameOf(last)}`);
      const isPlace = places.length === 1;
      if (month.data.length === 0) continue;
      const one = spanTo(last, 1);
      expectFigure(month.data[0], 'payment', asked, one, earlier(one), isPlace);
      const year: Span = { ...spanTo(last, 12), isWhole: true };
      expectFigure(month.data[0], 'twelve_months', asked, year, earlier(year), isPlace);
      const years = await page(`years?fiscal_year_start=1&months=..${nameOf(last)}`);
      const toDate = spanTo(last, (last % 12) + 1);
      const line = years.data.find((found) => String(found.last_month).slice(0, 7) === nameOf(last + shift));
      if (line) expectFigure(line, 'sum', asked, toDate, earlier(toDate), isPlace);
    }
  });
});
