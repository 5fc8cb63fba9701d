import { expect, test } from 'vitest';
import { quartersText } from '../../src/cli/output/analysis.ts';
import { addMonths, type Month } from '../../src/domain/month.ts';
import { columnsOfState } from '../../src/publish/warehouse/published-columns.ts';
import { judgedDatapoints } from '../../src/publish/warehouse/published-tables.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { quarters } from '../../src/records/queries/analysis.ts';
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
  const found = quarters.find(view, { id: [...view.jurisdictions.keys()][0] ?? 0 }, EVERYTHING);
  const rows = found.read(view, 0, found.length);
  dataset.close();
  // the quarter that August 2023 settles has June, July and August
  const doubtful = rows.filter((one) => one.doubtful.quarter > 0);
  expect(doubtful.map(({ month }) => month)).toEqual(['2024-08', '2023-08']);
  const text = quartersText({
    ...{
      view,
      beside: {},
      asked: { id: rows[0]?.jurisdiction.id ?? 0 },
      typed: {},
      format: 'text',
      limit: rows.length,
    },
    find: () => ({ found, rows }),
  });
  expect(text.split('\n').filter((line) => line.includes('? '))).toEqual([
    // 10,000 + 1,000 + 1,000
    expect.stringMatching(/^2023-08 +2023-06 +12,000.00 +3,000.00 +\? \+300.00%$/),
    expect.stringMatching(/^2024-08 +2024-06 +3,000.00 +12,000.00 +\? -75.00%$/),
    expect.stringMatching(/^\? The checks doubt/),
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
