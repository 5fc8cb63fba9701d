import { expect, test } from 'vitest';
import type { AnalyzedMonthPage, ComparisonLinePage } from '../../../src/client/generated/types.gen.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { texasReport } from '../../rig/reports/small-reports.ts';

// Thirty months up to June 2024 of about 1,000 dollars, five more each month. City 1 lacks a digit in June 2023, city 2
// has one too many in June 2024, city 3 is as usual, and city 4 has a third less.

const [BASE, TENFOLD, USUAL, LESS] = [482000001, 482000002, 482000003, 482000004];

const { service } = serveForAll(async (rig) => {
  const factorOf = (city: number, month: string) => {
    if (city === 1 && month === '2023-06') return 0.1;
    if (city === 2 && month === '2024-06') return 10;
    return city === 4 && month >= '2024-01' ? 0.6 : 1;
  };
  await rig.load({
    'texas.csv': texasReport(
      monthsFrom('2022-01', 30).flatMap((month, at) =>
        [1, 2, 3, 4].map((city) => ({
          ...{ code: String(2_000_000 + city), name: `CITY ${city}`, month },
          current: (1000 + 5 * at) * factorOf(city, month),
        })),
      ),
    ),
  });
});

const compare = async (sort: string) =>
  service.json<ComparisonLinePage>(`/api/tx/sales-tax/comparison?allocation_period=2024-06-01&sort=${sort}`);

test('a change whose month or base month is doubtful is marked, and comes after the others both ways', async () => {
  const { data, meta } = await compare('-change');
  // 1,145 after 1,085; 687 after 1,085; then 11,450 after 1,085, and 1,145 after 108.50
  expect(data.map(({ jurisdiction, change }) => [jurisdiction?.id, change])).toEqual(
    [
      [USUAL, 0.0553],
      [LESS, -0.3668],
      [BASE, 9.552995],
      [TENFOLD, 9.552995],
    ].map(([id, change]) => [id, expect.closeTo(Number(change), 3)]),
  );
  expect(meta).toMatchObject({ doubtful: 2 });
  const doubts = new Map(data.map(({ jurisdiction, doubt }) => [jurisdiction?.id, doubt]));
  expect(doubts.get(BASE)).toMatchObject({ allocation_period: '2023-06-01', code: 'unusual-payment' });
  expect(doubts.get(TENFOLD)).toMatchObject({ allocation_period: '2024-06-01', code: 'unusual-payment' });
  expect(doubts.get(TENFOLD)?.text).toContain('11,221.00');
  expect([doubts.get(USUAL), doubts.get(LESS)]).toEqual([null, null]);
  const ascending = (await compare('change')).data.map(({ jurisdiction }) => jurisdiction?.id);
  expect(ascending.slice(0, 2)).toEqual([LESS, USUAL]);
  // the payment itself is ranked as it is
  expect((await compare('-value')).data[0]?.jurisdiction?.id).toBe(TENFOLD);
});

test('an analysis names the doubt in both months', async () => {
  const months = async (id: number, field = 'net_payment') => {
    const { data } = await service.json<AnalyzedMonthPage>(
      `/api/jurisdictions/${id}/analysis?field=${field}`,
    );
    return data.filter(({ doubt }) => doubt).map((one) => one.allocation_period);
  };
  expect(await months(BASE ?? 0)).toEqual(['2024-06-01', '2023-06-01']);
  expect(await months(TENFOLD ?? 0)).toEqual(['2024-06-01']);
  // the checks doubt the payment, so each of its parts
  expect(await months(TENFOLD ?? 0, 'current_collections')).toEqual(['2024-06-01']);
});

test('sums count the doubtful payments that they and their year before add up', async () => {
  const doubtfulOf = async (path: string, name: string, part = 'doubtful') => {
    const { data } = await service.json<{ data: Record<string, unknown>[] }>(path);
    return new Map(data.map((one) => [one[name], one[part]]));
  };
  const ofBase = (part?: string) =>
    doubtfulOf(`/api/jurisdictions/${BASE}/analysis?fiscal_year_start=10`, 'allocation_period', part);
  const at = (counts: Map<unknown, unknown>) =>
    ['2023-05', '2023-06', '2023-10', '2024-05', '2024-06'].map((month) => counts.get(`${month}-01`));
  // the payment of June 2023 is doubtful: each figure has it in its own months, or in those of a year before
  expect(at(await ofBase())).toEqual([0, 1, 0, 0, 1]);
  expect(at(await ofBase('year_to_date_doubtful'))).toEqual([0, 1, 1, 0, 1]);
  expect(at(await ofBase('fiscal_year_to_date_doubtful'))).toEqual([0, 1, 0, 0, 1]);
  expect(at(await ofBase('rolling_year_doubtful'))).toEqual([0, 1, 1, 1, 1]);
  const sums = await doubtfulOf('/api/tx/sales-tax/totals', 'allocation_period', 'rolling_year_doubtful');
  expect(['2023-05', '2023-06', '2024-06'].map((month) => sums.get(`${month}-01`))).toEqual([0, 1, 2]);
  expect(await doubtfulOf('/api/tx/sales-tax/comparison?group=state', 'group')).toEqual(new Map([['tx', 2]]));
  // of 2024, June, and June of the year before
  const years = await doubtfulOf('/api/tx/sales-tax/years', 'year');
  expect(['2022', '2023', '2024'].map((year) => years.get(year))).toEqual([0, 1, 2]);
  const ofPlace = await doubtfulOf(`/api/jurisdictions/${BASE}/years?field=current_collections`, 'year');
  expect(ofPlace.get('2024')).toBe(1);
});
