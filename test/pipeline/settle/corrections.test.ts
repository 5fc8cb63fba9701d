import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import type { Month } from '../../../src/domain/month.ts';
import type { RunSummary } from '../../../src/pipeline/summary.ts';
import { columnsOfState } from '../../../src/publish/warehouse/published-columns.ts';
import { readRegisters } from '../../../src/registers/registers.ts';
import { california } from '../../../src/states/ca/index.ts';
import { STATE_CODES } from '../../../src/states/index.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { readDatapoints } from '../../../src/store/query/datapoints.ts';
import { readSources } from '../../../src/store/query/sources.ts';
import { optionalMessage } from '../../rig/finding-message.ts';
import { revisionsIn } from '../../rig/listed-revisions.ts';
import { createPipelineRig, type PipelineRig } from '../../rig/pipeline-rig.ts';
import { quarterly, statement } from '../../rig/reports/small-reports.ts';
import { faultsOf } from '../../rig/verify.ts';

const ENTRY = {
  state: 'ca',
  kind: 'ca/monthly-statement',
  jurisdiction: '1001',
  month: '2024-05',
  field: 'net_payment',
  published: '$100.00',
  correct: '90.5',
  reason: 'a payment to the county stands here',
  source: 'letter of the department',
};

function register(rig: PipelineRig, entries: unknown): void {
  const text = typeof entries === 'string' ? entries : JSON.stringify(entries);
  writeFileSync(join(rig.folder, 'reference', 'corrections.json'), text);
}

function registersOf(rig: PipelineRig) {
  return readRegisters(join(rig.folder, 'reference'));
}

function reprocess(rig: PipelineRig): Promise<RunSummary> {
  return rig.reprocess({ registers: registersOf(rig) });
}

/** April to June, 100 dollars each. */
async function threeMonths(entries?: unknown): Promise<[PipelineRig, RunSummary]> {
  const rig = createPipelineRig();
  if (entries !== undefined) register(rig, entries);
  for (const month of ['2024-04', '2024-05', '2024-06'])
    rig.write(`${month}.csv`, statement([{ code: '01001', month, net: 100 }]));
  return [rig, await rig.run({ registers: registersOf(rig) })];
}

function netPayments(rig: PipelineRig): unknown[] {
  const rows = rig.select('SELECT net_payment FROM ca_allocation ORDER BY allocation_period');
  return rows.map(({ net_payment }) => net_payment);
}

/** What `verify` finds something about. */
async function verified(rig: PipelineRig): Promise<string[]> {
  const found = await faultsOf({ ...rig, options: { ...rig.options, registers: registersOf(rig) } });
  return [...new Set(found.map((line) => `${line.split(':')[0]}`))];
}

function codes({ reports, corrections }: RunSummary): string[] {
  return [...reports.flatMap(({ findings }) => findings), ...corrections].map(({ code }) => code);
}

/** Month and new value of the revisions whose figure comes from corrections.json. */
function correctedRevisions({ database }: PipelineRig): [string, number | null][] {
  return revisionsIn(database).flatMap(({ is_corrected, allocation_period, after }) =>
    is_corrected ? [[allocation_period, after]] : [],
  );
}

describe('a published figure that is known to be wrong', () => {
  test('is replaced by the figure of the register, with a finding', async () => {
    const [rig, summary] = await threeMonths([ENTRY]);
    expect(netPayments(rig)).toEqual([10_000, 9050, 10_000]);
    expect(summary.corrections).toEqual([]);
    const [said] = summary.reports.flatMap(({ findings }) =>
      findings.filter(({ code }) => code === 'figure-corrected'),
    );
    expect(said).toMatchObject({ severity: 'info', column: 'net_payment', row: 2 });
    expect(optionalMessage(said)).toBe(
      'Place 01001 (01001), May 2024: net payment was corrected from $100.00 to 90.5. Reason: a payment to the county stands here (letter of the department).',
    );
    // the rows are as they were printed
    const { ca_monthly_statement_row = [] } = rig.content();
    expect(
      ca_monthly_statement_row.map(String).filter((row) => row.includes('"net_payment",10000')),
    ).toHaveLength(3);
    expect(await verified(rig)).toEqual([]);
  });

  test('changes with the register, with a revision, and is restored when the entry is removed', async () => {
    const [rig] = await threeMonths();
    register(rig, [ENTRY]);
    expect(await verified(rig)).toEqual(['datapoints', 'findings']);
    await reprocess(rig);
    expect(netPayments(rig)).toEqual([10_000, 9050, 10_000]);
    expect(correctedRevisions(rig)).toEqual([['2024-05-01', 9050]]);
    register(rig, []);
    // a run that loads another jurisdiction is enough
    rig.write('other.csv', statement([{ code: '02002', month: '2024-06', net: 1 }]));
    const lapsedIn = ({ reports, others }: RunSummary) =>
      [...reports.flatMap(({ findings }) => findings), ...others].filter(
        ({ code }) => code === 'correction-lapsed',
      );
    const settled = await rig.run({ registers: registersOf(rig) });
    expect(netPayments(rig)).toEqual([10_000, 10_000, 10_000, 100]);
    // said once: it may be that another register was meant
    const [lapsed, ...more] = lapsedIn(settled);
    expect(more).toEqual([]);
    expect(lapsed).toMatchObject({
      severity: 'warning',
      row: 2,
      column: 'net_payment',
    });
    expect(optionalMessage(lapsed)).toContain(
      'Place 01001 (01001), May 2024: net payment is as published again',
    );
    expect(optionalMessage(lapsed)).toContain('allocations reprocess --state ca --reference DIR');
    rig.write('third.csv', statement([{ code: '02002', month: '2024-07', net: 1 }]));
    expect(lapsedIn(await rig.run({ registers: registersOf(rig) }))).toEqual([]);
    const ofField = revisionsIn(rig.database).filter(({ field }) => field === 'net_payment');
    expect(
      ofField.map(({ allocation_period: month, before, after, report }) => [
        month,
        before,
        after,
        report?.file_name,
      ]),
    ).toEqual([
      ['2024-05-01', 9050, 10_000, '2024-05.csv'],
      ['2024-05-01', 10_000, 9050, '2024-05.csv'],
    ]);
    expect(correctedRevisions(rig)).toEqual([]);
    expect(JSON.stringify(rig.content().finding)).not.toContain('figure-corrected');
  });

  test('is found by its name among the findings of its month, whatever the history of the register', async () => {
    const other = { ...ENTRY, field: 'current_distributions' };
    const [rig] = await threeMonths([other, ENTRY]);
    register(rig, [{ ...other, reason: 'digits changed places' }, ENTRY]);
    await reprocess(rig);
    const dataset = openForReading(rig.database);
    const [may, id] = ['2024-05' as Month, california.idOf('01001')];
    const [source] = readSources(dataset, california, id, { from: may, to: may });
    const columns = columnsOfState(california).filter(({ name }) => name === 'corrected');
    const filter = { jurisdictionIds: [id], type: null, from: may, to: may };
    const exported = [...readDatapoints(dataset, california, columns, filter)];
    dataset.close();
    expect(source?.corrected).toEqual(['current_distributions', 'net_payment']);
    expect(exported).toEqual([['current_distributions net_payment']]);
  });

  test('gives an error after the state corrects it, until the entry is removed', async () => {
    const [rig] = await threeMonths([ENTRY]);
    rig.write('mended.csv', statement([{ code: '01001', month: '2024-05', net: 90 }]));
    const summary = await rig.run({ registers: registersOf(rig) });
    expect(netPayments(rig)).toEqual([10_000, 9000, 10_000]);
    expect(summary.corrections).toMatchObject([{ code: 'correction-misfit', severity: 'error', row: 2 }]);
    expect(optionalMessage(summary.corrections[0])).toContain(
      'corrections.json expects net payment to be $100.00, but the report has 90.00. The dataset keeps the printed figure. If the state corrected the figure, remove the entry from corrections.json.',
    );
    expect(summary.findings.error).toBe(1);
    expect(await verified(rig)).toEqual(['corrections']);
    // it is said again by every run that settles the state
    rig.write('july.csv', statement([{ code: '01001', month: '2024-07', net: 1 }]));
    expect(codes(await rig.run({ registers: registersOf(rig) }))).toContain('correction-misfit');
    register(rig, []);
    // a run that loads another jurisdiction is enough
    rig.write('other.csv', statement([{ code: '02002', month: '2024-07', net: 1 }]));
    expect(codes(await rig.run({ registers: registersOf(rig) }))).not.toContain('correction-misfit');
    expect(JSON.stringify(rig.content().finding)).not.toContain('correction-misfit');
    expect(await verified(rig)).toEqual([]);
  });

  test.each([
    ['month', { month: '2023-05' }],
    ['kind', { kind: 'ca/quarterly-allocations', field: 'total' }],
  ])('gives an error if no report has it: another %s', async (_, change) => {
    const [rig, summary] = await threeMonths([{ ...ENTRY, ...change }]);
    expect(netPayments(rig)).toEqual([10_000, 10_000, 10_000]);
    expect(summary.corrections).toMatchObject([{ code: 'correction-misfit', severity: 'error' }]);
    expect(await verified(rig)).toEqual(['corrections']);
  });

  test('is replaced if a byte order mark stands before the register', async () => {
    const [rig] = await threeMonths(`\ufeff${JSON.stringify([ENTRY])}`);
    expect(netPayments(rig)).toEqual([10_000, 9050, 10_000]);
  });

  test('may be blank in the report, and its entry does not affect other states', async () => {
    const [rig, { corrections }] = await threeMonths([
      { ...ENTRY, field: 'net_prior_allocations', published: '', correct: '-3' },
      {
        ...ENTRY,
        state: 'tx',
        kind: 'tx/payment-detail',
        jurisdiction: '2000001',
        published: '1',
        correct: '2',
      },
    ]);
    expect(corrections).toEqual([]);
    const { ca_allocation = [] } = rig.content();
    expect(
      ca_allocation.map(String).filter((row) => row.includes('"net_prior_allocations",-300')),
    ).toHaveLength(1);
  });

  test('names the right report, and is not corrected in a report that loses', async () => {
    const rig = createPipelineRig();
    const of = { state: 'ca', jurisdiction: '01001', reason: 'a', source: 'b' };
    const cost = { ...of, field: 'administrative_cost' };
    register(rig, [
      { ...cost, kind: 'ca/monthly-statement', month: '2024-04', published: '', correct: '4.00' },
      { ...cost, kind: 'ca/quarterly-allocations', month: '2024-05', published: '0', correct: '6.00' },
    ]);
    const rows = [
      { code: '01001', month: '2024-04', net: 100 },
      { code: '01001', month: '2024-05', net: 100, cost: '5.00' },
    ];
    rig.write('statement.csv', statement(rows));
    rig.write('quarter.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 0, total: 90 }]));
    const { reports } = await rig.run({ registers: registersOf(rig) });
    const said = reports.flatMap(({ findings }) => findings);
    const messageOf = (code: string) => optionalMessage(said.find((item) => item.code === code));
    expect(messageOf('reports-disagree')).toContain(
      'is 5.00 in the statement and 6.00 (from corrections.json) in the quarterly report.',
    );
    expect(messageOf('quarterly-total')).toContain(
      'is 90.00, but the net payment of the statement is 100.00.',
    );
    expect(messageOf('off-quarter-amount')).toBe(
      'Place 01001 (01001), April 2024: administrative cost is 4.00 (from corrections.json), but the month is not a quarter end. The dataset has 0. Ask the state about the figure. If it is from corrections.json, correct the month of its entry, or remove the entry.',
    );
  });

  test('has the sign of the dataset: the message names the sign if the entry has the other one', async () => {
    const rig = createPipelineRig();
    const costs = ['01001', '01002', '01003'].map((code) => ({
      code,
      month: '2024-05',
      net: 100,
      cost: '-7.00',
    }));
    rig.write('s.csv', statement(costs));
    const of = { ...ENTRY, kind: 'ca/monthly-statement', field: 'administrative_cost', month: '2024-05' };
    register(rig, [{ ...of, published: '7.00', correct: '8.00' }]);
    expect((await rig.run({ registers: registersOf(rig) })).corrections).toEqual([]);
    expect(String(rig.content().ca_allocation?.[0])).toContain('"administrative_cost",800');
    register(rig, [{ ...of, published: '-7.00', correct: '-8.00' }]);
    const { corrections } = await rig.reprocess({ registers: registersOf(rig) });
    expect(corrections).toMatchObject([{ code: 'correction-misfit' }]);
    expect(optionalMessage(corrections[0])).toContain('give both of its figures the opposite sign');
  });

  test('gives a finding of its own for each figure of a row', async () => {
    const prior = { ...ENTRY, field: 'net_prior_allocations', published: '', correct: '-3' };
    const june = { ...ENTRY, month: '2024-06' };
    const [rig, first] = await threeMonths([ENTRY, prior, june]);
    const messagesOf = ({ reports }: RunSummary, wanted: string) =>
      reports.flatMap(({ findings }) =>
        findings.flatMap((item) =>
          item.code === wanted ? [findingMessage(item).replace(/\. Reason: .*/, '')] : [],
        ),
      );
    expect(messagesOf(first, 'figure-corrected').sort()).toEqual([
      'Place 01001 (01001), June 2024: net payment was corrected from $100.00 to 90.5',
      'Place 01001 (01001), May 2024: net payment was corrected from $100.00 to 90.5',
      'Place 01001 (01001), May 2024: net prior allocations was corrected from blank to -3',
    ]);
    expect(netPayments(rig)).toEqual([10_000, 9050, 9050]);
    // one entry goes, another takes another figure
    register(rig, [{ ...ENTRY, correct: '80' }, june]);
    const second = await reprocess(rig);
    expect(netPayments(rig)).toEqual([10_000, 8000, 9050]);
    const lapsed = messagesOf(second, 'correction-lapsed');
    expect(lapsed).toHaveLength(1);
    expect(lapsed[0]).toContain('May 2024: net prior allocations is as published again');
  });

  test('gives a finding with the printed figure if the report has another one', async () => {
    const rig = createPipelineRig();
    const pool = { kind: 'ca/quarterly-allocations', field: 'county_pool_percent' };
    register(rig, [
      { ...ENTRY, field: 'net_prior_allocations', published: '-3', correct: '' },
      { ...ENTRY, ...pool, published: '12', correct: '11.5' },
    ]);
    rig.write('s.csv', statement([{ code: '01001', month: '2024-05', net: 100 }]));
    rig.write('q.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 40, total: 100 }]));
    const { corrections } = await rig.run({ registers: registersOf(rig) });
    const said = corrections.map((item) => `${item.code} ${findingMessage(item)}`).sort();
    expect(said).toHaveLength(2);
    expect(said[0]).toMatch(
      /^correction-misfit .* expects county pool percent to be 12, but the report has 12\.500000\./,
    );
    expect(said[1]).toMatch(
      /^correction-misfit .* expects net prior allocations to be -3, but the report has blank\./,
    );
  });
});

test.each([
  [
    '[\n{"state": ca}\n]',
    /corrections\.json is not JSON \(.*\)\. Fix the file\. Use straight quotation marks/,
  ],
  [{}, /corrections\.json: must be a list in square brackets$/],
  [[{ ...ENTRY, state: 'zz' }], new RegExp(`entry 1, state: must be one of ${STATE_CODES.join(', ')}$`)],
  [[{ ...ENTRY, correct: undefined }], /entry 1, correct: is missing$/],
  [[{ ...ENTRY, jurisdiction: 1001 }], /entry 1, jurisdiction: write it in quotation marks, as "1001"$/],
  [
    [{ ...ENTRY, correct: 808_578.99 }],
    /entry 1, correct: write the figure in quotation marks, as "808,578\.99"$/,
  ],
  [
    [{ ...ENTRY, published: 808_578.9, correct: -3 }],
    /published: write .* as "808,578\.90"; entry 1, correct: write .* as "-3\.00"$/,
  ],
  [[{ ...ENTRY, published: null }], /published: write .* as "1,234\.56", or "" for a blank cell$/],
  [[ENTRY, { ...ENTRY, kind: 'ca/other' }], /entry 2, kind: must be one of ca\/monthly-statement/],
  [[{ ...ENTRY, jurisdiction: 'x' }], /entry 1, jurisdiction: must be/],
  [[{ ...ENTRY, month: '2024-13' }], /entry 1, month: must be an allocation period like 2024-05/],
  [[{ ...ENTRY, field: 'net' }], /entry 1, field: must be one of .*net_payment/],
  [[{ ...ENTRY, published: 'ten' }], /entry 1, published: must be an amount/],
  [[{ ...ENTRY, correct: '1.234' }], /entry 1, correct: must be an amount/],
  [[{ ...ENTRY, correct: '100' }], /entry 1, correct: is the same as the published figure/],
  [[{ ...ENTRY, extra: 1 }], /entry 1: the key "extra" is not known; check the spelling, or leave it out$/],
  [
    [ENTRY, { ...ENTRY, correct: '1' }],
    /entry 2: an earlier entry already corrects ca\/monthly-statement 01001 2024-05 net_payment/,
  ],
])('a register with a mistake stops the run before anything is loaded: %j', async (entries, message) => {
  const rig = createPipelineRig();
  register(rig, entries);
  expect(() => registersOf(rig)).toThrow(message);
});

describe('a state without reports', () => {
  test('reprocess and rebuild report corrections that do not fit, as long as they do not', async () => {
    const rig = createPipelineRig();
    register(rig, [{ ...ENTRY, month: '2024-05' }]);
    const may = statement([{ code: '01001', month: '2024-05', net: 100 }]);
    const { reports } = await rig.load({ 'may.csv': may }, { registers: registersOf(rig) });
    const summary = await rig.withdraw(`${reports[0]?.sha256}`, 'by mistake', {
      registers: registersOf(rig),
    });
    expect(codes(summary)).toEqual(['correction-misfit']);
    expect(codes(await reprocess(rig))).toEqual(['withdrawn-report', 'correction-misfit']);
    register(rig, []);
    expect(codes(await reprocess(rig))).toEqual(['withdrawn-report']);
    expect(rig.content().finding).toEqual([]);
  });
});
