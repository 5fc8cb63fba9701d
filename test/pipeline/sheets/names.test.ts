import { expect, test } from 'vitest';
import { city, county, found, known, load, paid, register } from '../../rig/comparison-rig.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import {
  citySummaryCsv,
  type Payment,
  paymentsJson,
  type SummaryLine,
  summaryCsv,
} from '../../rig/reports/comparison-sheets.ts';

const MTA = { type: 'MTA', rate: '1' };
const CTD = { type: 'CTD', rate: '0.25' };
const SPD = { type: 'SPD' };
const [SHORT, LONG] = ['HARRIS CO ESD 1', 'HARRIS COUNTY EMERGENCY SERVICES DISTRICT 1'];
const CITIES_OF_LETTERS = [
  paid('2990001', 'MCALLEN'),
  paid('2990002', 'DELRIOS'),
  paid('2990003', 'DEL RIOS'),
];
const DALLAS = [paid('3990001', 'DALLAS MTA'), paid('3990002', 'DALLAS CTD')];
const ELM_FORK = [paid('2990001', 'ELM FORK')];
const RENO = [paid('2990001', 'RENO'), paid('2990002', 'RENO (PARKER CO)')];

const UNLISTED = 'Only in the sheet: none.';

/** Payments, the lines of a sheet of cities or of others, code, rate and county of each jurisdiction, and what is found. */
type Case = [string, Payment[], SummaryLine[], string[], string[]];

const CASES: Case[] = [
  [
    'a name without the word for the type',
    DALLAS,
    [county('DALLAS', MTA), county('DALLAS', CTD)],
    ['3990001 10000', '3990002 2500'],
    [],
  ],
  [
    'two spellings of a district',
    [paid('5990001', SHORT), paid('5990002', LONG)],
    [county(SHORT, SPD), county(LONG, { ...SPD, rate: '2' })],
    ['5990001 5000', '5990002 20000'],
    [],
  ],
  [
    'a name beside a shortened one in the same report',
    [paid('3990001', 'DALLAS MTA')],
    [county('DALLAS MTA', MTA), county('DALLAS CTD', { ...CTD, net: '7.00' })],
    ['3990001 10000'],
    ['DALLAS CTD (3990001?)'],
  ],
  [
    'a city whose own name has the county',
    RENO,
    [city('RENO', 'LAMAR'), city('RENO', 'PARKER COUNTY', { rate: '2' })],
    ['2990001 15000 Lamar', '2990002 20000 Parker'],
    [],
  ],
  ['a blank in the middle', [paid('4990001', 'DE WITT CO')], [county('DEWITT')], ['4990001 5000'], []],
  [
    'a city of the same letters, and neither of two',
    CITIES_OF_LETTERS,
    [city('MC ALLEN', 'Hidalgo'), city('DEL RIO-S', 'Birch')],
    ['2990001 15000 Hidalgo', '2990002', '2990003'],
    [': DEL RIO-S (Birch) (2990002 or 2990003?).', UNLISTED],
  ],
  [
    'digits of districts',
    [paid('5990001', 'WISE CO ESD 11')],
    [county('WISE CO ESD 1-1', SPD)],
    ['5990001'],
    ['WISE CO ESD 1-1', UNLISTED],
  ],
  // a city in two counties
  [
    'equal amounts are one payment, of the first county',
    ELM_FORK,
    [city('ELM FORK', 'Alder'), city('ELM FORK', 'Birch')],
    ['2990001 15000 Alder'],
    [],
  ],
  [
    'different amounts add up, and the larger one gives the county',
    ELM_FORK,
    [city('ELM FORK', 'Alder', { net: '40.00' }), city('ELM FORK', 'Birch', { net: '60.00' })],
    ['2990001 15000 Birch'],
    [],
  ],
  [
    'parts that do not add up differ',
    ELM_FORK,
    [city('ELM FORK', 'Alder', { net: '40.00' }), city('ELM FORK', 'Birch', { net: '61.00' })],
    ['2990001 15000 Birch'],
    ['is 101.00 (rows 2 and 3) in the comparison sheet, but 100.00'],
  ],
];

test.each(CASES)('%s', async (_, payments, lines, expected, messages) => {
  const rig = createPipelineRig();
  const isOfCities = payments.every(([code]) => code.startsWith('2'));
  const sheet = isOfCities ? citySummaryCsv(lines) : summaryCsv(lines);
  await load(rig, { 'payments.json': paymentsJson(payments), 'sheet.csv': sheet });
  expect(known(rig).map((one) => one.join(' ').trim())).toEqual(expected);
  expect(found(rig)).toEqual(messages.map((text) => expect.stringContaining(text)));
});

test('the register tells MTA from CTD of one name', async () => {
  const rig = createPipelineRig();
  await load(rig, {
    'p.json': paymentsJson([paid('3990001', 'CAPITAL METRO'), paid('3990002', 'AUSTIN LINES')]),
    'summary.csv': summaryCsv([county('AUSTIN', MTA), county('AUSTIN', CTD)]),
  });
  expect(found(rig, 'summary-name').join()).toMatch(/: AUSTIN \(CTD\), AUSTIN \(MTA\)\./);
  register(rig, 'tx,transit,Austin (mta),3990001,a test', 'tx,transit,AUSTIN (CTD),3990002,a test');
  await rig.reprocess();
  expect(known(rig)).toEqual([
    ['3990001', 10_000, null],
    ['3990002', 2_500, null],
  ]);
});
