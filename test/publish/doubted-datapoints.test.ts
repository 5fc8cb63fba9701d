import { expect, test } from 'vitest';
import { addMonths, type Month } from '../../src/domain/month.ts';
import { columnsOfState } from '../../src/publish/warehouse/published-columns.ts';
import { judgedDatapoints } from '../../src/publish/warehouse/published-tables.ts';
import { monthsOf } from '../../src/records/queries/months.ts';
import { stateOf } from '../../src/states/index.ts';
import { openForReading } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { loadForAll } from '../rig/datasets/served.ts';
import { statement } from '../rig/reports/small-reports.ts';

// One city gets 1,000 dollars a month, and ten times as much in June 2023.

const DOUBTED = '2023-06';
const months = Array.from({ length: 36 }, (_, at) => addMonths('2022-01' as Month, at));
const rig = loadForAll({
  'all.csv': statement(
    months.map((month) => ({ code: '10001', month, net: month === DOUBTED ? 10_000 : 1000 })),
  ),
});

test('the sum of a quarter is doubtful if a payment of it, or of the one a year before, is', () => {
  const dataset = openForReading(rig.database);
  const view = openReader(dataset).read((present) => present);
  const { rows } = monthsOf(view, {
    state: 'ca',
    by: 'quarter',
    jurisdictions: [...view.jurisdictions.keys()],
  });
  dataset.close();
  // the quarter that August 2023 settles has June, July and August: 10,000 + 1,000 + 1,000 beside 3,000
  const doubtful = rows.filter(({ payment }) => payment.doubtful > 0);
  expect(doubtful.map(({ month, payment }) => [month, payment.value, payment.change])).toEqual([
    ['2024-08', 300_000, -750_000],
    ['2023-08', 1_200_000, 3_000_000],
  ]);
});

test('published datapoints carry the doubt in the change, the mean and the year to date', () => {
  const dataset = openForReading(rig.database);
  const view = openReader(dataset).read((present) => present);
  const columns = columnsOfState(stateOf('ca'));
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const everything = { jurisdictionIds: null, type: null, from: null, to: null };
  const rows = [...judgedDatapoints(view, stateOf('ca'), columns, everything)];
  dataset.close();
  const monthsWith = (name: string, isMarked: (value: unknown) => boolean) =>
    rows
      .filter((row) => isMarked(row[at(name)]))
      .map((row) => String(row[at('allocation_period')]).slice(0, 7));
  expect(monthsWith('doubt_code', (code) => code !== null)).toEqual([DOUBTED, '2024-06']);
  expect(monthsWith('mean_of_year_doubtful', (count) => count === 1)).toEqual(
    months.filter((month) => month >= DOUBTED && month <= '2024-05'),
  );
  expect(monthsWith('year_to_date_doubtful', (count) => count === 1)).toEqual(
    months.filter((month) => month >= DOUBTED && month <= '2023-12'),
  );
  expect(monthsWith('mean_of_year_doubtful', (count) => Number(count) > 1)).toEqual([]);
});
