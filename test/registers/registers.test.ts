import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { titleCase } from '../../src/domain/jurisdiction.ts';
import type { Month } from '../../src/domain/month.ts';
import { OperatorError, USAGE } from '../../src/domain/operator-error.ts';
import { readPopulation, readPrices } from '../../src/registers/conversion.ts';
import { readEvents } from '../../src/registers/events.ts';
import { readRegisters } from '../../src/registers/registers.ts';
import { countyOfCode } from '../../src/states/ca/counties.ts';
import { california } from '../../src/states/ca/index.ts';
import { texas } from '../../src/states/tx/index.ts';
import { scratchFolder } from '../rig/folders.ts';
import { monthsFrom } from '../rig/reports/months.ts';

const COMMITTED = fileURLToPath(new URL('../../data/reference', import.meta.url));

const COLUMNS = {
  'jurisdictions.csv': 'state,sales_tax_id,type,name,source',
  'names.csv': 'state,printed,shown,source',
  'rates.csv': 'state,county,location,sales_tax_rate',
  'dated-rates.csv': 'state,sales_tax_id,from,sales_tax_rate,source',
  'schedule.csv': 'state,kind,allocation_month,payment_date,source',
  'listed-names.csv': 'state,type,listed,sales_tax_id,source',
  'budgets.csv': 'state,code,fiscal_year,amount,note',
  'events.csv': 'from,to,state,code,text',
  'population.csv': 'state,code,year,population',
  'prices.csv': 'month,index',
} as const;
type RegisterName = keyof typeof COLUMNS;

/** A folder with registers of these lines below their header. */
function folderOf(registers: Partial<Record<RegisterName, readonly string[]>>): string {
  const folder = scratchFolder();
  for (const [name, lines] of Object.entries(registers)) {
    const text = [COLUMNS[name as RegisterName], ...lines].join('\n');
    writeFileSync(join(folder, name), `${text}\n`);
  }
  return folder;
}

/** The cells of a committed register, by an independent parse that knows quotes around a last cell only. */
function committedLines(name: RegisterName): string[][] {
  const [header, ...lines] = readFileSync(join(COMMITTED, name), 'utf8').trimEnd().split('\n');
  expect(header).toBe(COLUMNS[name]);
  const quoted = /^(.*),"([^"]*)"$/;
  return lines.map((line) => {
    const [, start, last] = quoted.exec(line) ?? [];
    return start === undefined ? line.split(',') : [...start.split(','), last ?? ''];
  });
}

/** The one-line error that reading the folder ends with. */
function refusalOf(folder: string, read: (folder: string) => unknown = readRegisters): string {
  try {
    read(folder);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    expect(error.exitCode).toBe(USAGE);
    expect(error.message).not.toMatch(/[\r\n]/);
    return error.message;
  }
  throw new Error('the registers were read without an error');
}

describe('the committed registers', () => {
  const registers = readRegisters(COMMITTED);

  test('are all the files of the folder, beside the README that describes every column', () => {
    expect(readdirSync(COMMITTED).sort()).toEqual([
      'README.md',
      ...['corrections.json', 'portals.json', ...Object.keys(COLUMNS)].sort(),
    ]);
    // no entry that a source does not bear out
    expect(JSON.parse(readFileSync(join(COMMITTED, 'corrections.json'), 'utf8'))).toEqual([]);
    const readme = readFileSync(join(COMMITTED, 'README.md'), 'utf8');
    for (const [name, header] of Object.entries(COLUMNS)) {
      const lines = committedLines(name as RegisterName).length;
      expect(readme).toContain(`| [${name}](${name}) | ${lines} |`);
      expect(readme).toContain(`## ${name}`);
      for (const column of header.split(',')) expect(readme).toContain(`\`${column}\``);
    }
  });

  test.each(Object.keys(COLUMNS) as RegisterName[])('%s is in order, no line twice', (name) => {
    const keys = committedLines(name).map((cells) =>
      cells
        .slice(0, ['rates.csv', 'dated-rates.csv', 'schedule.csv', 'budgets.csv'].includes(name) ? 3 : 2)
        .join('\t'),
    );
    expect(keys).toEqual([...new Set(keys)].sort());
  });

  test('hold every rate of the workbook', () => {
    const rates = committedLines('rates.csv').map((cells) => cells[3] ?? '');
    // CDTFA, "Effective Sales and Use Tax Rates", effective 2026-01-01, sheet Jan2026, column B below the header in
    // row 3: 546 locations, five of them counties without a rate of their own. The sum of the 541 rates is 47.84725.
    expect(rates).toHaveLength(541);
    const millionths = rates.map((rate) => Math.round(Number(rate) * 1_000_000));
    expect(millionths.reduce((sum, rate) => sum + rate, 0)).toBe(47_847_250);
  });

  test('give each line of rates.csv to a jurisdiction of its county', () => {
    const numbers = new Map<string, string>();
    for (let number = 1; number <= 58; number += 1) {
      const digits = String(number).padStart(2, '0');
      numbers.set(`${countyOfCode(`${digits}998`)}`, digits);
    }
    const lost = committedLines('rates.csv').filter(([, county = '', location = '', rate]) => {
      const isWholeCounty = location.startsWith(`${county} County`);
      const code = `${numbers.get(county)}${isWholeCounty ? '998' : '001'}`;
      const found = registers.salesTaxRate(california, code, location);
      return found !== Math.round(Number(rate) * 1_000_000);
    });
    expect(lost).toEqual([]);
    expect(numbers.size).toBe(58);
  });

  // read off the workbook by hand
  test.each([
    ['Los Angeles County, unincorporated', '19998', 'Los Angeles County', 97_500],
    ['Alameda County, unincorporated: not the rate of the city of Alameda', '01998', 'Alameda', 102_500],
    ['Kern County, unincorporated: the county itself has no rate', '15998', 'Kern County', 82_500],
    ['a city whose county has its name', '01001', 'Alameda', 107_500],
    ['7.7499999999999999E-2 in the workbook', '36001', 'Adelanto', 77_500],
  ])('rate of %s', (_, code, name, rate) => {
    expect(registers.salesTaxRate(california, code, name)).toBe(rate);
  });

  test.each([
    ['a city of another county', california, '30001', 'Los Angeles'],
    ['a code of no county', california, '59001', 'Alameda'],
    ['a city of Texas', texas, '2227016', 'Alameda'],
  ])('no rate for %s', (_, state, code, name) => {
    expect(registers.salesTaxRate(state, code, name)).toBeNull();
  });

  test('show names that title case gets wrong, and only those', () => {
    const lines = committedLines('names.csv');
    expect(lines.filter(([, printed = '', shown]) => titleCase(printed) === shown)).toEqual([]);
    const letters = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
    expect(lines.filter(([, printed, shown = '']) => letters(shown) !== printed)).toEqual([]);
  });

  test.each([
    [texas, 'DESOTO', 'DeSoto'],
    [texas, 'CUT AND SHOOT', 'Cut and Shoot'],
    [texas, 'DISH', 'DISH'],
    [texas, 'ZAPATA CO ASST DIST', 'Zapata Co Asst Dist'],
    [california, 'DESOTO', 'Desoto'],
  ])('names: $0.code $1 is shown as $2', (state, printed, shown) => {
    expect(registers.shownName(state, '2057012', printed)).toBe(shown);
  });

  test('find the rate of La Cañada Flintridge where a report prints it without its tilde', () => {
    for (const printed of ['LA CANADA FLINTRIDGE', 'La Canada Flintridge', 'LA CAÑADA FLINTRIDGE']) {
      const shown = registers.shownName(california, '19001', printed);
      expect(shown).toBe('La Cañada Flintridge');
      expect(registers.salesTaxRate(california, '19001', shown)).toBe(105_000);
    }
  });
});

describe('lookups', () => {
  test('jurisdictions.csv goes over names.csv, which goes over title case', () => {
    const registers = readRegisters(
      folderOf({
        'names.csv': ['tx,MCLEAN,McLean,the city', 'tx,Old Town,New Town,the city'],
        'jurisdictions.csv': ['tx,2090025,,McLean (Gray Co),told apart', 'tx,2090026,city,,the state'],
      }),
    );
    expect(registers.shownName(texas, '2090025', 'MCLEAN')).toBe('McLean (Gray Co)');
    expect(registers.shownName(texas, '2090026', 'MCLEAN')).toBe('McLean');
    expect(registers.shownName(texas, '2090026', 'MCCAMEY')).toBe('Mccamey');
    expect(registers.shownName(california, '2090025', 'MCLEAN')).toBe('Mclean');
  });

  test('of two cities with one name the one of the county counts', () => {
    const registers = readRegisters(
      folderOf({ 'rates.csv': ['ca,Kern,Lakeside,0.0825', 'ca,San Diego,Lakeside,0.0775'] }),
    );
    expect(registers.salesTaxRate(california, '15001', 'Lakeside')).toBe(82_500);
    expect(registers.salesTaxRate(california, '37001', 'Lakeside')).toBe(77_500);
    expect(registers.salesTaxRate(california, '19001', 'Lakeside')).toBeNull();
  });

  test('an unincorporated area has its own rate before that of its county, in either order', () => {
    const lines = ['ca,Kern,Kern County,0.0725', 'ca,Kern,Kern County Unincorporated Area,0.0825'];
    for (const ordered of [lines, lines.toReversed()]) {
      const registers = readRegisters(folderOf({ 'rates.csv': ordered }));
      expect(registers.salesTaxRate(california, '15998', 'Kern County')).toBe(82_500);
    }
  });

  test.each([
    ['0.0775', 77_500],
    ['0.1', 100_000],
    ['0.000001', 1],
  ])('a rate of %s is %i millionths', (printed, millionths) => {
    const registers = readRegisters(folderOf({ 'rates.csv': [`ca,Alameda,Alameda,${printed}`] }));
    expect(registers.salesTaxRate(california, '01001', 'Alameda')).toBe(millionths);
  });

  test.each([
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['columns in another order', () => 'sales_tax_rate,location,county,state\n0.1075,Alameda,Alameda,ca\n'],
    ['blank lines', (text: string) => text.replaceAll('\n', '\n\n')],
  ])('a register with %s is read', (_, change) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, 'rates.csv'), change(`${COLUMNS['rates.csv']}\nca,Alameda,Alameda,0.1075\n`));
    expect(readRegisters(folder).salesTaxRate(california, '01001', 'Alameda')).toBe(107_500);
  });
});

test('events are of one month or of several, of a place, a state or all states', () => {
  const lines = [
    '2020-03,2020-06,,,"Stores closed, then opened"',
    '2026-05,,ca,1990,A dealer moved',
    '2021-01,,tx,,Storm',
  ];
  expect(readEvents(folderOf({ 'events.csv': lines }))).toEqual([
    { from: '2020-03', to: '2020-06', state: null, code: null, text: 'Stores closed, then opened' },
    // spreadsheets remove leading zeros
    { from: '2026-05', to: '2026-05', state: 'ca', code: '01990', text: 'A dealer moved' },
    { from: '2021-01', to: '2021-01', state: 'tx', code: null, text: 'Storm' },
  ]);
  expect(readEvents(COMMITTED)).toEqual([]);
  expect(readEvents(scratchFolder())).toEqual([]);
});

test('prices are an index by month since 2017, and October 2025 has none', () => {
  const prices = readPrices(COMMITTED);
  expect(prices[0]).toEqual({ month: '2017-01', index: 242.839 });
  const known = prices.map(({ month }) => month);
  const all = monthsFrom('2017-01', prices.length + 1);
  expect(all.filter((month) => !known.includes(month as Month))).toEqual(['2025-10']);
  expect(prices.find(({ month }) => month === '2020-06')?.index).toBe(257.797);
  expect(readPrices(scratchFolder())).toEqual([]);
});

test('populations are of a place and a year', () => {
  const lines = ['ca,1990,2020,23500', 'ca,01990,2021,23650', 'tx,2999001,2020,8'];
  expect(readPopulation(folderOf({ 'population.csv': lines }))).toEqual([
    { id: 60_001_990, year: 2020, people: 23_500 },
    { id: 60_001_990, year: 2021, people: 23_650 },
    { id: 482_999_001, year: 2020, people: 8 },
  ]);
  expect(readPopulation(COMMITTED)).toEqual([]);
});

describe('a mistake in a register is one line that names file and line', () => {
  const good = {
    'rates.csv': 'ca,Alameda,Alameda,0.1075',
    'names.csv': 'tx,DESOTO,DeSoto,the city',
    'dated-rates.csv': 'ca,023,2024-04,0.005,the state',
    'jurisdictions.csv': 'ca,01001,city,Alameda,the state',
    'schedule.csv': 'tx,tx/payment-detail,2027-11,2027-11-05,the state',
    'listed-names.csv': 'tx,transit,BLUESTEM MTA,3990001,the state',
    'budgets.csv': 'tx,2999001,2027-28,100,',
    'events.csv': '2020-03,,,,Stores closed',
    'population.csv': 'ca,01990,2020,23500',
    'prices.csv': '2020-06,257.797',
  } as const;

  test.each<[string, RegisterName, string, string]>([
    ['a rate in percent', 'rates.csv', 'ca,Alameda,Albany,7.75', 'sales_tax_rate'],
    ['seven decimals', 'rates.csv', 'ca,Alameda,Albany,0.0775001', 'sales_tax_rate'],
    [
      'a code of another form',
      'jurisdictions.csv',
      'tx,ABC,city,Foo,a list',
      '"ABC" is not an authority code',
    ],
    ['a dated rate from a day', 'dated-rates.csv', 'ca,023,May 3,0.01,the state', 'from: must be a month of'],
    ['a dated rate of no code', 'dated-rates.csv', 'ca,Alameda,2024-05,0.01,the state', '"Alameda" is not'],
    ['a dated rate again', 'dated-rates.csv', 'ca,023,2024-04,0.01,the state', ''],
    ['a decimal comma', 'rates.csv', 'ca,Alameda,Albany,0,0775', 'cells'],
    ['a cell too many', 'rates.csv', 'ca,Alameda,Albany,0.1075,old', 'cells'],
    ['a state in capitals', 'rates.csv', 'CA,Alameda,Albany,0.1075', 'state: must be one of ca, tx'],
    ['no shown name', 'names.csv', 'tx,MCLEAN,,the city', 'shown'],
    [
      'an unknown type',
      'jurisdictions.csv',
      'ca,01002,town,Albany,the state',
      'type: must be one of city, county,',
    ],
    ['the same location again', 'rates.csv', 'ca,Alameda,ALAMEDA,0.1025', ''],
    ['the same printed name again', 'names.csv', 'tx,Desoto,De Soto,the post office', ''],
    ['the same code again', 'jurisdictions.csv', 'ca,01001,county,Alameda,the county', ''],
    [
      'a kind of another state',
      'schedule.csv',
      'ca,tx/payment-detail,2027-12,2027-12-10,the state',
      'ca has no kind tx/payment-detail',
    ],
    ['no month', 'schedule.csv', 'tx,tx/payment-detail,2027-13,2027-12-10,the state', 'allocation_month'],
    [
      'a mistyped year',
      'schedule.csv',
      'tx,tx/payment-detail,2027-12,2072-12-10,the state',
      'must be between the first day of 2027-12 and 2028-03-31',
    ],
    ['a listed name with a wrong code', 'listed-names.csv', 'tx,transit,CEDAR MTA,399,the state', '"399"'],
    ['a listed name again', 'listed-names.csv', 'tx,transit,Bluestem mta,3990002,the state', ''],
    ['the same month again', 'schedule.csv', 'tx,tx/payment-detail,2027-11,2027-11-12,the state', ''],
    ['a quotation mark that never closes', 'names.csv', 'tx,"MCLEAN,McLean,the city', ''],
  ])('%s', (_, name, line, said) => {
    const folder = folderOf({ [name]: [good[name], line] });
    const message = refusalOf(folder);
    expect(message).toContain(`${join(folder, name)}, line 3: `);
    expect(message).toContain(said);
  });

  test.each([
    ['an event of a day', '2020-03-01,,,,Stores closed', 'from: "2020-03-01" is not a month like 2020-03'],
    ['an event that ends first', '2020-03,2020-02,,,Stores closed', 'to: must not be before 2020-03'],
    ['a code without its state', '2020-03,,,2999001,A store moved', 'state: a code needs its state'],
    ['a code of another state', '2020-03,,tx,01001,A store moved', 'code: "01001" is not'],
    ['an event without a text', '2020-03,,tx,,', 'text: must not be blank'],
    ['a text of 13 words', '2020-03,,,,a b c d e f g h i j k l m', 'text: must have at most 12 words'],
    ['the same event again', '2020-03,2020-03,,,stores closed', 'twice'],
  ])('%s', (_, line, said) => {
    const folder = folderOf({ 'events.csv': [good['events.csv'], line] });
    const message = refusalOf(folder, readEvents);
    expect(message).toContain(`${join(folder, 'events.csv')}, line 3: `);
    expect(message).toContain(said);
  });

  test.each<[string, 'population.csv' | 'prices.csv', string, string]>([
    ['a price of a day', 'prices.csv', '2020-07-01,258', 'month: "2020-07-01" is not a month like 2020-03'],
    ['an index of zero', 'prices.csv', '2020-07,0', 'index: must be an index above zero like 257.797'],
    ['an index with a decimal comma', 'prices.csv', '2020-07,"258,1"', 'index: must be'],
    ['a month again', 'prices.csv', '2020-06,258', 'twice'],
    ['a population with a comma', 'population.csv', 'ca,01990,2021,"23,500"', 'population: must be a whole'],
    ['a population of nobody', 'population.csv', 'ca,01990,2021,0', 'population: must be a whole number'],
    [
      'a population of a fiscal year',
      'population.csv',
      'ca,01990,2020-21,5',
      'year: must be a year like 2020',
    ],
    ['a population of another code', 'population.csv', 'tx,01990,2021,5', 'code: "01990" is not'],
    ['a year again', 'population.csv', 'ca,1990,2020,5', 'twice'],
  ])('%s', (_, name, line, said) => {
    const folder = folderOf({ [name]: [good[name], line] });
    const message = refusalOf(folder, name === 'prices.csv' ? readPrices : readPopulation);
    expect(message).toContain(`${join(folder, name)}, line 3: `);
    expect(message).toContain(said);
  });

  test.each<[string, RegisterName, string]>([
    ['a missing column', 'rates.csv', 'state,county,location\n'],
    ['an unknown column', 'names.csv', 'state,printed,shown,source,note\n'],
    [
      'an unknown column above a line',
      'names.csv',
      'state,printed,shown,source,note\ntx,DESOTO,DeSoto,a,b\n',
    ],
    ['a column twice', 'jurisdictions.csv', 'state,sales_tax_id,type,type,name,source\n'],
    ['an empty file', 'rates.csv', ''],
  ])('%s: line 1', (_, name, text) => {
    const folder = scratchFolder();
    writeFileSync(join(folder, name), text);
    expect(refusalOf(folder)).toContain(`${join(folder, name)}, line 1: `);
  });

  test('a register that is not UTF-8: its accents would never match', () => {
    const folder = scratchFolder();
    const text = `${COLUMNS['rates.csv']}\nca,Los Angeles,La Cañada Flintridge,0.105\n`;
    writeFileSync(join(folder, 'rates.csv'), Buffer.from(text, 'latin1'));
    expect(refusalOf(folder)).toContain(join(folder, 'rates.csv'));
  });

  test('a folder that is not there', () => {
    const folder = join(scratchFolder(), 'absent');
    expect(refusalOf(folder)).toContain(`${folder} does not exist`);
  });

  test('a file in place of the folder', () => {
    const file = join(folderOf({ 'rates.csv': [] }), 'rates.csv');
    expect(refusalOf(file)).toContain(file);
  });
});
