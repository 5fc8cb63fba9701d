import { expect, test } from 'vitest';
import { serveForAll } from '../rig/datasets/served.ts';
import { allocations } from '../rig/program.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';
import type { Page } from '../rig/service.ts';

/** Unusual payments by their dollars. Each place has the same payment every month, and a tenth of it in June 2023. */

const USUAL = { '01001': 5000, '01002': 200_000, '01003': 40_000, '01004': 10_000 };
const { rig, service } = serveForAll({
  'statement.csv': statement(
    Object.entries(USUAL).flatMap(([code, dollars]) =>
      monthsFrom('2022-01', 30).map((month) => ({
        ...{ code, month, net: month === '2023-06' ? dollars / 10 : dollars },
      })),
    ),
  ),
});

type Line = { code: string; jurisdiction: { id: number } | null };
const unusual = async (query = '') => {
  const { data } = await service.json<Page<Line>>(`/api/findings?limit=1000${query}`);
  return data.flatMap(({ code, jurisdiction }) =>
    code === 'unusual-payment' ? [`0${(jurisdiction?.id ?? 0) - 60_000_000}`] : [],
  );
};

test('the largest come first, and none below 10,000 dollars a month unless it is asked for', async () => {
  const floor = ['01002', '01003', '01004'];
  expect(await unusual()).toEqual(floor);
  expect(await unusual('&severity=warning')).toEqual(floor);
  expect(await unusual('&minimum=1')).toEqual([...floor, '01001']);
  expect(await unusual('&minimum=10001')).toEqual(['01002', '01003']);
  expect(await unusual('&code=unusual-payment')).toEqual([...floor, '01001']);
  expect(await unusual('&jurisdictions=60001001')).toEqual(['01001']);
});

test('a line names the month of payment and that of its sales', () => {
  const { stdout } = allocations(rig.folder, 'findings', '--code', 'unusual-payment', '--db', rig.database);
  expect(stdout).toMatch(/^ {2}warning unusual-payment: ca 2023-06 \(sales of 2023-04\) Place 01002 /);
});
