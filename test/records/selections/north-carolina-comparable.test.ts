import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import type { DistributionLine } from '../../rig/reports/north-carolina.ts';
import { distributionWorkbook } from '../../rig/reports/north-carolina.ts';
import { figureIn, type Page } from '../../rig/service.ts';

/** What of North Carolina's changes is comparable: counties divide their tax by population or by property tax. */

/** Dollars of Articles 39, 40, 42, 43 and 44. */
function line(name: string, ...dollars: readonly number[]): DistributionLine {
  return { name, amounts: Array.from({ length: 9 }, (_, at) => (dollars[at] ?? 0) * 100) };
}

const { service } = serveForAll(async (rig) => {
  const march2019 = [line('ALAMANCE (PER CAPITA)', 1000, 500, 500, 0, 40), line('GRAHAM', 100, 50, 50, 0, 2)];
  const march2020 = [line('ALAMANCE (PER CAPITA)', 900, 450, 450, 200), line('GRAHAM', 90, 45, 45)];
  await rig.load({
    'march-2019.xlsx': await distributionWorkbook(march2019, { month: 'March 2019' }),
    'march-2020.xlsx': await distributionWorkbook(march2020, { month: 'March 2020' }),
  });
  // Richmond changed with the sales of May 2020; Hamlet also has a part of another county
  for (const year of [2019, 2020]) {
    for (const month of ['April', 'May']) {
      const richmond = year === 2020 && month === 'May' ? 'RICHMOND (AD VALOREM)' : 'RICHMOND (PER CAPITA)';
      const [county, town] = richmond.includes('AD') ? [1300, 500] : [1000, 800];
      const lines = [
        line('ALAMANCE (PER CAPITA)', 1000),
        line('HAMLET *', 10),
        line(richmond, county),
        line('HAMLET *', town),
        line('ELLERBE', 90),
      ];
      const workbook = await distributionWorkbook(lines, { month: `${month} ${year}` });
      await rig.load({ [`${month}-${year}.xlsx`]: workbook });
    }
  }
});

type Line = Record<string, unknown> & { jurisdiction: { name: string } | null };

async function changesIn(query: string): Promise<Record<string, readonly unknown[]>> {
  const { data } = await service.json<Page<Line>>(`/api/nc/sales-tax/compare?${query}`);
  const changes = data.map((line) => {
    const [, , change, reasons] = figureIn(line, 'sum');
    return [line.jurisdiction?.name ?? line.group, [change, Object(line.sum).comparable_change, reasons]];
  });
  return Object.fromEntries(changes);
}

test('late collections of a repealed tax are no change of tax', async () => {
  expect(await changesIn('months=2020-05')).toMatchObject({
    // 2,000 beside 2,040; of the taxes that both months have, 1,800 beside 2,000
    'Alamance County': [-0.019608, -0.1, ['article 43 began in May 2020']],
    // 180 beside 202
    Graham: [-0.108911, -0.108911, []],
  });
});

describe('a county that changes how it divides its tax', () => {
  const CHANGED =
    'Richmond County changed from sharing by population (per capita) to sharing by property value (ad valorem) in July 2020';

  test('has no comparable change across it, and neither have its places', async () => {
    expect(await changesIn('months=2020-07')).toMatchObject({
      'Alamance County': [0, 0, []],
      // 1,300 beside 1,000; 500 + 10 beside 800 + 10; 90 beside 90
      'Richmond County': [0.3, null, [CHANGED]],
      Hamlet: [-0.37037, null, [CHANGED]],
      Ellerbe: [0, null, [CHANGED]],
    });
    // both months of June were divided per capita
    expect(await changesIn('months=2020-06')).toMatchObject({ Hamlet: [0, 0, []] });
    expect(await changesIn('months=2020-06..2020-07')).toMatchObject({
      Hamlet: [-0.185185, null, [CHANGED]],
    });
  });

  test('is named by the month that the figures are counted by', async () => {
    const { Hamlet } = await changesIn('months=2020-05&basis=sales');
    expect(Hamlet).toEqual([-0.37037, null, [CHANGED.replace('July', 'May')]]);
  });

  test('is left out of the comparable change of a group, and named', async () => {
    // of 1,000 + 1,300 + 510 + 90 beside 1,000 + 1,000 + 810 + 90, the first alone is comparable
    const { 'North Carolina': state } = await changesIn('months=2020-07&by=all');
    expect(state?.slice(0, 2)).toEqual([0, 0]);
    for (const place of ['Richmond County', 'Hamlet']) expect(state?.[2]).toContain(`${place}: ${CHANGED}`);
  });

  test('is a finding of each place', async () => {
    const { data } = await service.json<Page<Line>>('/api/findings?code=method-changed');
    expect(data.map(({ jurisdiction, text }) => [jurisdiction?.name, text])).toContainEqual([
      'Ellerbe',
      'Richmond County changed from per capita (until June 2020) to ad valorem (from July 2020). This changes which part of its tax Ellerbe gets.',
    ]);
    expect(data).toHaveLength(3);
  });
});
