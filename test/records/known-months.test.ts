import { beforeAll, describe, expect, test } from 'vitest';
import { FIGURE_LISTS } from '../../src/records/figure-lists.ts';
import { serveForAll } from '../rig/datasets/served.ts';
import { AUTHORITIES, FEW_REPORTS } from '../rig/few-reports.ts';
import { processorMs } from '../rig/processor-time.ts';
import { refusalBy } from '../rig/service.ts';
import { answerFrom, documentsOf } from './documents/made-documents.ts';

/** Payments of December 2022 to February 2024. */
const { rig, service } = serveForAll(FEW_REPORTS);
const TEXAS = `48${AUTHORITIES[0].code}`;
const PERIODS = '/api/tx/sales-tax/period-comparison';
const PAYMENTS = 'The dataset has payments of Texas from December 2022 to February 2024.';
const SALES = 'The dataset has sales of Texas from October 2022 to December 2023.';

let files: ReadonlyMap<string, string>;
beforeAll(() => {
  files = documentsOf(rig.database, {}, null);
});

/** What the page says of an address that it answers from documents. */
const saidByPage = (url: string) => answerFrom(files, url);

/** Each parameter that names months of analyses, with a value before the dataset and one after it. */
const PARAMETERS = FIGURE_LISTS.flatMap(({ description: { address, filters } }) => {
  const path = `${address}`.replace(':state', 'tx').replace(':id', TEXAS);
  return Object.entries(filters).flatMap(([name, { kind }]) => {
    if (kind !== 'month' && kind !== 'span') return [];
    const outside = [
      ...(name === 'from' ? [] : ['0001-01-01', '2022-11-01']),
      ...(name === 'to' ? [] : ['2024-03-01', '9999-12-01']),
    ];
    return outside.map((month) => [path, name, kind === 'span' ? `${month},${month}` : month] as const);
  });
});

test('all parameters of analyses that name months are tried', () => {
  const names = new Set(PARAMETERS.map(([path, name]) => `${path.split('/').at(-1)} ${name}`));
  expect([...names].sort()).toEqual([
    ...['analysis from', 'analysis to', 'budget-months through', 'comparison allocation_period'],
    ...['months-ahead through', 'nearest month', 'parts from', 'parts to'],
    ...['period-comparison against', 'period-comparison period'],
    ...['projection-errors through', 'projections through', 'sentences month'],
    ...['totals from', 'totals to', 'years from', 'years to'],
  ]);
});

describe('months that the dataset does not have', () => {
  test.each(PARAMETERS)(
    '%s?%s=%s is refused, and the months of the dataset are named',
    async (path, name, value) => {
      const url = `${path}?${name}=${value}`;
      expect(await refusalBy(service, url, name)).toContain(PAYMENTS);
      expect(saidByPage(url)).toMatchObject({ status: 422, body: expect.stringContaining(PAYMENTS) });
    },
  );

  test.each(['period', 'against'])('ten thousand years as %s take no time', async (name) => {
    for (const span of ['0001-01-01,9999-12-01', '1900-01-01,2023-12-01', '2023-01-01,2100-12-01'])
      expect(
        await processorMs(async () => {
          expect(await refusalBy(service, `${PERIODS}?${name}=${span}`, name)).toContain(PAYMENTS);
        }),
      ).toBeLessThan(250);
    const both = 'period=0001-01-01,9999-12-01&against=0001-01-01,9999-12-01';
    const { status, body } = saidByPage(`${PERIODS}?${both}`);
    expect([status, body]).toEqual([422, expect.stringContaining(PAYMENTS)]);
  });

  test('by month of sale, the months of the sales are named', async () => {
    const refused = async (path: string, name: string, month: string) =>
      refusalBy(service, `${path}?basis=sales&${name}=${month}`, name);
    expect(await refused('/api/tx/sales-tax/totals', 'from', '2024-01-01')).toContain(SALES);
    expect(await refused('/api/tx/sales-tax/projections', 'through', '2024-02-01')).toContain(SALES);
    expect(await refused(PERIODS, 'period', '2023-12-01,2024-01-01')).toContain(SALES);
    await service.json(`${PERIODS}?basis=sales&period=2022-10-01,2023-12-01`);
  });

  test('a note is refused like the lists that it has', async () => {
    const url = `/api/jurisdictions/${TEXAS}/note?month=2022-11-01`;
    expect(await refusalBy(service, url, 'month')).toContain(PAYMENTS);
  });

  test('bounds that reach beyond the dataset leave what is within them', async () => {
    const totals = '/api/tx/sales-tax/totals';
    const all = await service.json(totals);
    expect(await service.json(`${totals}?from=2018-01-01&to=2030-12-01`)).toMatchObject({
      data: (all as { data: unknown[] }).data,
    });
  });

  test('the lists of datapoints have nothing of such a month', async () => {
    for (const query of ['allocation_period=1990-01-01', 'between=1990-01-01,1990-12-01'])
      expect(await service.json(`/api/tx/sales-tax/allocations?${query}`)).toMatchObject({ data: [] });
  });
});
