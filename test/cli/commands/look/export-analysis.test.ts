import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { monthsFrom } from '../../../rig/reports/months.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// Twenty months up to August 2024: two cities with 101, 102, … and 360 dollars a month, in one county.

const compared = (value: string, prefix = `${value}_`) => [
  value,
  value === 'value' ? 'year_ago' : `${value}_ago`,
  ...['change', 'comparable_change', 'tax_changes'].map((name) => `${prefix}${name}`),
];
const HEAD = [
  ...['jurisdiction_id', 'sales_tax_id', 'name', 'type', 'county', 'allocation_period', 'sales_period'],
  ...['fiscal_year', 'field', ...compared('value', ''), ...compared('year_to_date')],
  ...[...compared('fiscal_year_to_date'), ...compared('rolling_year')],
  ...['share_of_county', 'share_of_state', 'rank', 'ranked', ...compared('quarter_total')],
  ...['doubt_allocation_period', 'doubt_code', 'doubt_text'],
];
/** August 2024 of the first city: 120; see the tests of `show --view`. Its share of a sale never changes. */
const AUGUST = [
  ...[60_001_001, '01001', 'Place 01001', 'city', 'Alameda', '2024-08-01', '2024-06-01'],
  ...['2024-25', 'net_payment', 120, 108, 0.111111, 0.111111, null],
  ...[932, 836, 0.114833, 0.114833, null, 239, 215, 0.111628, 0.111628, null, 1374, null, null, null, null],
  ...[0.25, 0.25, 2, 2, 357, 321, 0.11215, 0.11215, null, null, null, null],
];

const { allocations, refuse, succeed, write } = openProgramFolder();

beforeAll(() => {
  const months = monthsFrom('2023-01', 20);
  const rows = months.flatMap((month, at) => [
    { code: '01001', month, net: 101 + at },
    { code: '01002', month, net: 360 },
    { code: '01998', type: 'County', month, net: 5 },
  ]);
  write('california.csv', statement(rows));
  allocations('ingest', 'california.csv');
});

test('CSV of the jurisdictions and months that are asked for', () => {
  const args = ['--state', 'ca', '--type', 'city', '--from', '2024-07', '--analysis'];
  const lines = succeed('export', ...args)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(lines[0]).toEqual(HEAD);
  expect(lines.slice(1).map(([id, , , , , month]) => `${id} ${month}`)).toEqual([
    '60001001 2024-07-01',
    '60001001 2024-08-01',
    '60001002 2024-07-01',
    '60001002 2024-08-01',
  ]);
  expect(lines[2]).toEqual(AUGUST.map((value) => (value === null ? '' : String(value))));
});

test('of another field and fiscal year', () => {
  const args = ['01001', '--analysis', '--field', 'current_distributions', '--fiscal-year-start', '1'];
  const august = succeed('export', ...args)
    .trim()
    .split('\r\n')
    .at(-1)
    ?.split(',');
  // the fiscal year is the calendar year, and a field that is not the payment has no comparable change
  const others = { 7: '2024', 8: 'current_distributions', 19: 932, 20: 836, 21: 0.114833 };
  const none = Object.fromEntries([12, 17, 22, 36].map((at) => [at, null]));
  expect(august).toEqual(Object.assign([...AUGUST], others, none).map((value) => `${value ?? ''}`));
});

test.each([
  [['--field', 'net_payment'], '--field, --fiscal-year-start and --basis need --analysis'],
  [['--analysis', '--field', 'net'], 'California has no field "net"'],
])('export %j is refused', (args, message) => {
  expect(refuse('export', '--state', 'ca', ...args)).toContain(message);
});
