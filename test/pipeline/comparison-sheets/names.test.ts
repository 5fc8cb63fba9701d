import { describe, expect, test } from 'vitest';
import { city, county, found, known, load, paid, register } from '../../rig/comparison-rig.ts';
import { createPipelineRig } from '../../rig/pipeline-rig.ts';
import { citySummaryCsv, paymentsJson, summaryCsv } from '../../rig/reports/comparison-sheets.ts';

const MTA = { type: 'MTA', rate: '1' };
const CTD = { type: 'CTD', rate: '0.25' };

describe('a name as the payments print it', () => {
  test.each([
    ['with the word for the type', 'DALLAS MTA', 'DALLAS CTD'],
    ['without it', 'DALLAS', 'DALLAS'],
  ])('%s wins over a shortened one', async (_, mta, ctd) => {
    const rig = createPipelineRig();
    await load(rig, {
      'p.json': paymentsJson([paid('3990001', 'DALLAS MTA'), paid('3990002', 'DALLAS CTD')]),
      'summary.csv': summaryCsv([county(mta, MTA), county(ctd, CTD)]),
    });
    expect(found(rig)).toEqual([]);
    expect(known(rig)).toEqual([
      ['3990001', 10_000, null],
      ['3990002', 2_500, null],
    ]);
  });

  test('of a district wins over another spelling of it', async () => {
    const rig = createPipelineRig();
    const [short, long] = ['HARRIS CO ESD 1', 'HARRIS COUNTY EMERGENCY SERVICES DISTRICT 1'];
    await load(rig, {
      'p.json': paymentsJson([paid('5990001', short), paid('5990002', long)]),
      'summary.csv': summaryCsv([county(short, { type: 'SPD' }), county(long, { type: 'SPD', rate: '2' })]),
    });
    expect(known(rig)).toEqual([
      ['5990001', 5_000, null],
      ['5990002', 20_000, null],
    ]);
  });

  test('keeps its jurisdiction beside a shortened one in the same report', async () => {
    const rig = createPipelineRig();
    await load(rig, {
      'p.json': paymentsJson([paid('3990001', 'DALLAS MTA')]),
      'summary.csv': summaryCsv([county('DALLAS MTA', MTA), county('DALLAS CTD', { ...CTD, net: '7.00' })]),
    });
    expect(known(rig)).toEqual([['3990001', 10_000, null]]);
    expect(found(rig)).toEqual([expect.stringContaining('DALLAS CTD (3990001?)')]);
  });
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

describe('a name with other blanks', () => {
  test.each([
    ['LASALLE', 'LA SALLE CO'],
    ['LA SALLE', 'LASALLE CO'],
    ['DEWITT', 'DE WITT CO'],
  ])('%s means %s', async (listed, printed) => {
    const rig = createPipelineRig();
    await load(rig, {
      'p.json': paymentsJson([paid('4990001', printed)]),
      's.csv': summaryCsv([county(listed)]),
    });
    expect(found(rig)).toEqual([]);
    expect(known(rig)).toEqual([['4990001', 5_000, null]]);
  });

  test('means the city of the same letters, and neither of two', async () => {
    const rig = createPipelineRig();
    const cities = citySummaryCsv([city('MC ALLEN', 'Hidalgo'), city('DEL RIO-S', 'Birch')]);
    await load(rig, {
      'p.json': paymentsJson([
        paid('2990001', 'MCALLEN'),
        paid('2990002', 'DELRIOS'),
        paid('2990003', 'DEL RIOS'),
      ]),
      'c.csv': cities,
    });
    expect(known(rig).map(([, rate]) => rate)).toEqual([15_000, null, null]);
    expect(found(rig, 'summary-name')).toEqual([
      expect.stringContaining(': DEL RIO-S (Birch) (2990002 or 2990003?).'),
    ]);
  });

  test('keeps the digits of districts apart', async () => {
    const rig = createPipelineRig();
    await load(rig, {
      'p.json': paymentsJson([paid('5990001', 'WISE CO ESD 11')]),
      's.csv': summaryCsv([county('WISE CO ESD 1-1', { type: 'SPD' })]),
    });
    expect(found(rig, 'summary-name')).toHaveLength(1);
  });
});
