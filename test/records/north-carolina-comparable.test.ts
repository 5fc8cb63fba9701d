import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DistributionLine } from '../rig/reports/north-carolina.ts';
import { distributionWorkbook } from '../rig/reports/north-carolina.ts';
import type { Page } from '../rig/service.ts';
import { createDatasetRig, type Service, startService } from '../rig/service.ts';

/** What North Carolina's changes leave out: a tax that was repealed long ago neither begins nor ends. */

/** Dollars of Articles 39, 40, 42, 43 and 44. */
function line(name: string, ...dollars: readonly number[]): DistributionLine {
  return { name, amounts: Array.from({ length: 9 }, (_, at) => (dollars[at] ?? 0) * 100) };
}

let service: Service;
beforeAll(async () => {
  const rig = createDatasetRig();
  const march2019 = [line('ALAMANCE (PER CAPITA)', 1000, 500, 500, 0, 40), line('GRAHAM', 100, 50, 50, 0, 2)];
  const march2020 = [line('ALAMANCE (PER CAPITA)', 900, 450, 450, 200), line('GRAHAM', 90, 45, 45)];
  await rig.load({
    'march-2019.xlsx': await distributionWorkbook(march2019, { month: 'March 2019' }),
    'march-2020.xlsx': await distributionWorkbook(march2020, { month: 'March 2020' }),
  });
  service = await startService(rig.database);
}, 60_000);
afterAll(() => service.close());

type Line = Record<string, unknown> & { jurisdiction: { name: string } };

async function changesIn(query: string): Promise<Record<string, readonly unknown[]>> {
  const { data } = await service.json<Page<Line>>(`/api/nc/sales-tax/period-comparison?${query}`);
  const changes = data.map(({ jurisdiction, change, comparable_change, tax_changes }) => {
    return [jurisdiction.name, [change, comparable_change, tax_changes]] as const;
  });
  return Object.fromEntries(changes);
}

test('late collections of a repealed tax are no change of tax', async () => {
  expect(await changesIn('period=2020-05-01,2020-05-01')).toEqual({
    // 2,000 beside 2,040; of the taxes that both months have, 1,800 beside 2,000
    'Alamance County': [-0.019608, -0.1, 'article 43 began in May 2020'],
    // 180 beside 202
    Graham: [-0.108911, -0.108911, null],
  });
});
