import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, MONTHS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { CA, type Page, refusalBy, TX, TX_HEADED, walk } from '../../rig/service.ts';

const { service } = serveForAll(FEW_REPORTS);

/** The months of what a query finds, oldest first. */
async function monthsOf(url: string): Promise<string[]> {
  const records = await walk(service, `${url}&limit=1000`);
  return [...new Set(records.map(({ dates }) => dates.allocation_period.slice(0, 7)))].sort();
}

const refusal = (url: string, parameter: string) => refusalBy(service, url, parameter);

const NO_DATES = [
  '2023-02-29',
  '2024-13-01',
  '2024-1-1',
  '2024-01',
  'January',
  '12024-01-01',
  '2024-01-01%20',
];
/** Dates whose month is within the data, but not their day. */
const NO_FIRSTS = ['2024-01-02', '2024-02-29'];

const all = (from: string, to = '9999-99') => MONTHS.filter((month) => month >= from && month <= to);

describe.each([CA, TX, TX_HEADED])('allocation_period of %s', (path) => {
  test('lists a month, and nothing for a month without data', async () => {
    for (const month of ['2022-12', '2024-02'])
      expect(await monthsOf(`${path}?allocation_period=${month}-01`)).toEqual([month]);
    for (const month of ['2022-11', '0000-01', '9999-12'])
      expect(await monthsOf(`${path}?allocation_period=${month}-01`)).toEqual([]);
  });

  test.each(NO_DATES)('"%s" is no date', async (text) => {
    expect(await refusal(`${path}?allocation_period=${text}`, 'allocation_period')).toContain('YYYY-MM-DD');
  });

  test.each(NO_FIRSTS)('%s is not the first of a month', async (text) => {
    const said = await refusal(`${path}?allocation_period=${text}`, 'allocation_period');
    expect(said).toContain(`"${text}"`);
    expect(said).toContain(`${text.slice(0, 7)}-01`);
  });

  test('is refused if empty, a pair, or given twice', async () => {
    for (const text of ['', '2024-01-01,2024-02-01', '2024-01-01&allocation_period=2024-01-01'])
      await refusal(`${path}?allocation_period=${text}`, 'allocation_period');
  });
});

describe('since', () => {
  test.each([
    ['2023-12-01', '2023-12'],
    ['2023-12-02', '2024-01'],
    ['0000-01-01', '2022-12'],
    ['2024-02-02', '9999'],
    ['9999-12-31', '9999'],
  ])('%s: from %s on, the date itself included', async (date, first) => {
    expect(await monthsOf(`${CA}?since=${date}`)).toEqual(all(first));
  });

  test.each([...NO_DATES, '', '2024-01-01,2024-02-01'])('"%s" is refused', async (text) => {
    await refusal(`${CA}?since=${text}`, 'since');
  });

  test('is unknown in Texas', async () => {
    await refusal(`${TX}?since=2024-01-01`, 'since');
  });
});

const PAIRS = [
  ['2023-03-01,2023-05-01', '2023-03', '2023-05'],
  ['2023-05-01,2023-05-01', '2023-05', '2023-05'],
  ['2024-02-01,9999-12-01', '2024-02', '2024-02'],
  ['2024-03-01,2024-05-01', '9999-01', '9999-02'],
] as const;

const NO_PAIRS = ['', ',', '2024-01-01', '2024-01-01,', '2024-01-01,2024-02-01,2024-03-01'];

describe.each([
  [CA, 'between'],
  [TX_HEADED, 'period_between'],
])('%s: %s', (path, name) => {
  test.each(PAIRS)('%s: from %s to %s, both included', async (pair, from, to) => {
    expect(await monthsOf(`${path}?${name}=${pair}`)).toEqual(all(from, to));
    expect(await monthsOf(`${path}?${name}=${pair.replace(',', '%2C')}`)).toEqual(all(from, to));
  });

  test.each(NO_PAIRS)('"%s" is refused', async (pair) => {
    await refusal(`${path}?${name}=${pair}`, name);
  });

  test.each(NO_DATES)('"%s" is refused at either end', async (text) => {
    for (const pair of [`${text},2030-01-01`, `2000-01-01,${text}`])
      await refusal(`${path}?${name}=${pair}`, name);
  });

  test('the error names both dates if their order is wrong', async () => {
    const said = await refusal(`${path}?${name}=2024-02-01,2024-01-01`, name);
    expect(said).toContain('2024-02-01');
    expect(said).toContain('2024-01-01');
  });
});

describe('ranges that end within a month', () => {
  test.each([
    ['2023-03-02,2023-05-31', '2023-04', '2023-05'],
    ['2023-03-15,2023-03-20', '9999-01', '9999-02'],
  ])('between %s: lists the months that begin in it', async (pair, from, to) => {
    expect(await monthsOf(`${CA}?between=${pair}`)).toEqual(all(from, to));
  });

  test.each(NO_FIRSTS)('period_between takes no %s', async (text) => {
    for (const pair of [`${text},2030-01-01`, `2000-01-01,${text}`])
      expect(await refusal(`${TX}?period_between=${pair}`, 'period_between')).toContain(
        `${text.slice(0, 7)}-01`,
      );
  });

  test.each([
    [CA, 'between', 'period_between'],
    [TX_HEADED, 'period_between', 'between'],
  ])('%s: %s is also accepted as %s, but not both', async (path, name, alias) => {
    const span = '2024-01-01,2024-02-01';
    const { data } = await service.json<Page<unknown>>(`${path}?${name}=${span}`);
    expect(data.length).toBeGreaterThan(0);
    expect((await service.json<Page<unknown>>(`${path}?${alias}=${span}`)).data).toEqual(data);
    expect(await refusal(`${path}?${name}=${span}&${alias}=${span}`, alias)).toContain(name);
  });
});

test.each([
  [CA, 'allocation_period=2024-01-01&since=2024-01-02', 0],
  [CA, 'allocation_period=2024-01-01&between=2023-12-01,2024-01-01', 6],
  [CA, 'between=2023-06-01,2024-02-01&since=2024-01-01', 12],
  [CA, 'between=2023-01-01,2023-03-01&since=2023-03-02', 0],
  [CA, `since=2024-01-01&jurisdictions=${CALIFORNIAN_IDS.slice(0, 2)}`, 4],
  [TX, 'jurisdiction_type=special_district&period_between=2024-01-01,2024-02-01', 2],
  [TX, `jurisdiction_type=city&jurisdictions=${TEXAN_IDS[0]},${TEXAN_IDS[2]}`, 15],
  [TX, 'allocation_period=2024-02-01&period_between=2023-01-01,2024-01-01', 0],
])('filters combine with AND: %s?%s leaves %i', async (path, query, count) => {
  for (const sort of ['', '&sort=-net_payment'])
    expect(await walk(service, `${path}?${query}${sort}`)).toHaveLength(count);
});

test.each(['', 'town', 'special district', 'city,county'])(
  'jurisdiction_type "%s" is refused, and the error lists all four',
  async (type) => {
    const url = `${TX}?jurisdiction_type=${encodeURIComponent(type)}`;
    const said = await refusal(url, 'jurisdiction_type');
    if (type !== '') expect(said).toMatch(/city.*county.*transit.*special_district/);
  },
);
