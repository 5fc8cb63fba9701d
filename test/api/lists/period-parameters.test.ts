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
  '2024-02-30',
  '2023-02-29',
  '2024-13-01',
  '2024-00-01',
  '2024-1-1',
  '2024-01',
  '20240101',
  '01/01/2024',
  'January',
  '2024-01-01T00:00:00Z',
  '12024-01-01',
  '-2024-01-01',
  '2024-01-01%20',
];
/** Dates whose month is within the data, but not their day. */
const NO_FIRSTS = ['2024-01-02', '2024-01-31', '2024-02-29'];

const all = (from: string, to = '9999-99') => MONTHS.filter((month) => month >= from && month <= to);

describe.each([CA, TX, TX_HEADED])('allocation_period of %s', (path) => {
  test('lists a month, and nothing for a month without data', async () => {
    for (const month of ['2022-12', '2023-06', '2024-02'])
      expect(await monthsOf(`${path}?allocation_period=${month}-01`)).toEqual([month]);
    for (const month of ['2022-11', '2024-03', '0000-01', '9999-12', '1980-01'])
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
    for (const text of ['', '2024-01-01,2024-02-01'])
      await refusal(`${path}?allocation_period=${text}`, 'allocation_period');
    const twice = 'allocation_period=2024-01-01&allocation_period=2024-01-01';
    expect(await refusal(`${path}?${twice}`, 'allocation_period')).toContain('once');
  });
});

describe('since', () => {
  test.each([
    ['2023-12-01', '2023-12'],
    ['2023-12-02', '2024-01'],
    ['2023-12-31', '2024-01'],
    ['2024-01-31', '2024-02'],
    ['2022-11-30', '2022-12'],
    ['0000-01-01', '2022-12'],
    ['2024-02-01', '2024-02'],
  ])('%s: from %s on, the date itself included', async (date, first) => {
    expect(await monthsOf(`${CA}?since=${date}`)).toEqual(all(first));
  });

  test.each(['2024-02-02', '2024-03-01', '9999-01-01', '9999-12-01', '9999-12-02', '9999-12-31'])(
    '%s: nothing',
    async (date) => {
      expect(await monthsOf(`${CA}?since=${date}`)).toEqual([]);
    },
  );

  test.each([...NO_DATES, '', '2024-01-01,2024-02-01'])('"%s" is refused', async (text) => {
    await refusal(`${CA}?since=${text}`, 'since');
  });

  test('is unknown in Texas, and refused if given twice', async () => {
    for (const path of [TX, TX_HEADED]) await refusal(`${path}?since=2024-01-01`, 'since');
    expect(await refusal(`${CA}?since=2024-01-01&since=2024-01-01`, 'since')).toContain('once');
  });
});

const PAIRS = [
  ['2023-03-01,2023-05-01', '2023-03', '2023-05'],
  ['2023-05-01,2023-05-01', '2023-05', '2023-05'],
  ['2000-01-01,2022-12-01', '2022-12', '2022-12'],
  ['2024-02-01,9999-12-01', '2024-02', '2024-02'],
  ['0000-01-01,9999-12-01', '2022-12', '2024-02'],
  ['2024-03-01,2024-05-01', '9999-01', '9999-02'],
] as const;

const NO_PAIRS = [
  '',
  ',',
  '2024-01-01',
  '2024-01-01,',
  ',2024-01-01',
  '2024-01-01,2024-02-01,2024-03-01',
  '2024-01-01;2024-02-01',
  '2024-01-01,2024-02-30',
  '2024-02-30,2024-03-01',
  '2023-13-01,2024-01-01',
  '2024-01-01%20,2024-02-01',
];

describe.each([
  [CA, 'between'],
  [TX, 'period_between'],
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
    ['2023-02-28,2023-03-01', '2023-03', '2023-03'],
    ['2023-03-15,2023-03-20', '9999-01', '9999-02'],
    ['2022-12-31,2024-01-31', '2023-01', '2024-01'],
    ['9999-12-15,9999-12-31', '9999-01', '9999-02'],
  ])('between %s: lists the months that begin in it', async (pair, from, to) => {
    expect(await monthsOf(`${CA}?between=${pair}`)).toEqual(all(from, to));
  });

  test.each(NO_FIRSTS)('period_between takes no %s', async (text) => {
    for (const path of [TX, TX_HEADED]) {
      for (const pair of [`${text},2030-01-01`, `2000-01-01,${text}`])
        expect(await refusal(`${path}?period_between=${pair}`, 'period_between')).toContain(
          `${text.slice(0, 7)}-01`,
        );
    }
  });

  test.each([
    [CA, 'between', 'period_between'],
    [TX, 'period_between', 'between'],
    [TX_HEADED, 'period_between', 'between'],
  ])('%s: %s is also accepted as %s, but not both', async (path, name, alias) => {
    const span = '2024-01-01,2024-02-01';
    const { data } = await service.json<Page<unknown>>(`${path}?${name}=${span}`);
    expect(data.length).toBeGreaterThan(0);
    expect((await service.json<Page<unknown>>(`${path}?${alias}=${span}`)).data).toEqual(data);
    expect(await refusal(`${path}?${name}=${span}&${alias}=${span}`, alias)).toContain(name);
  });
});

describe('filters combine with AND', () => {
  const [creek = 0, alamos = 0] = CALIFORNIAN_IDS;
  test.each([
    ['allocation_period=2024-01-01&since=2024-01-01', 6],
    ['allocation_period=2024-01-01&since=2024-01-02', 0],
    ['allocation_period=2024-01-01&between=2023-12-01,2024-01-01', 6],
    ['allocation_period=2024-02-01&between=2023-12-01,2024-01-01', 0],
    ['between=2023-06-01,2024-02-01&since=2024-01-01', 12],
    ['between=2023-01-01,2023-03-01&since=2023-03-01', 6],
    ['between=2023-01-01,2023-03-01&since=2023-03-02', 0],
    [`since=2024-01-01&jurisdictions=${creek},${alamos}`, 4],
    [`allocation_period=2024-01-01&between=2023-12-01,2024-01-01&since=2023-01-01&entities=${creek}`, 1],
    [`between=2024-03-01,2024-05-01&jurisdictions=${creek}`, 0],
  ])('California: %s leaves %i', async (query, count) => {
    for (const sort of ['', '&sort=net_payment', '&sort=-ytd.county_pool'])
      expect(await walk(service, `${CA}?${query}${sort}`)).toHaveLength(count);
  });

  test.each([
    ['jurisdiction_type=city', 30],
    ['jurisdiction_type=county', 15],
    ['jurisdiction_type=transit', 15],
    ['jurisdiction_type=special_district&period_between=2024-01-01,2024-02-01', 2],
    ['jurisdiction_type=city&allocation_period=2024-02-01', 2],
    [`jurisdiction_type=city&entities=${TEXAN_IDS.join(',')}`, 30],
    [`jurisdiction_type=city&jurisdictions=${TEXAN_IDS[0]},${TEXAN_IDS[2]}`, 15],
    [`jurisdiction_type=county&jurisdictions=${TEXAN_IDS[0]}`, 0],
    ['allocation_period=2024-02-01&period_between=2023-01-01,2024-01-01', 0],
  ])('Texas: %s leaves %i', async (query, count) => {
    for (const path of [TX, TX_HEADED])
      for (const sort of ['', '&sort=-prior_collections'])
        expect(await walk(service, `${path}?${query}${sort}`)).toHaveLength(count);
  });

  test.each(['', 'town', 'cities', 'special-district', 'special district', 'district', 'city,county'])(
    'jurisdiction_type "%s" is refused, and the error lists all four',
    async (type) => {
      for (const path of [TX, TX_HEADED]) {
        const said = await refusal(
          `${path}?jurisdiction_type=${encodeURIComponent(type)}`,
          'jurisdiction_type',
        );
        if (type !== '')
          for (const known of ['city', 'county', 'transit', 'special_district'])
            expect(said).toContain(known);
      }
    },
  );
});
