import { expect, test } from 'vitest';
import {
  capFindings,
  FINDINGS_PER_CODE,
  type Finding,
  finding,
  findingMessage,
  headlineOf,
} from '../../src/domain/findings/finding.ts';
import type { Day, Month } from '../../src/domain/month.ts';
import { findAttention, type UpdateOutcome } from '../../src/update/attention.ts';

const TEXAS = 'tx/payment-detail';
const NOTHING: UpdateOutcome = {
  units: [],
  fetchFailure: null,
  run: { reports: [] },
  untold: [],
  archivedBefore: 0,
  verification: { findings: [] },
  absence: { missing: [], expected: [] },
  kindsLoaded: new Set([TEXAS]),
  notes: null,
};

const itemsOf = (outcome: Partial<UpdateOutcome>) => findAttention({ ...NOTHING, ...outcome });
const summaries = (outcome: Partial<UpdateOutcome>) =>
  itemsOf(outcome).map(({ about, summary }) => `${about}: ${summary}`);

const unit = (name: string, failure: string | null, isNotReady = false) => ({
  ...{ feed: 'tx-payment-detail', state: 'tx', kind: TEXAS as typeof TEXAS, unit: name },
  status: failure === null ? ('unchanged' as 'unchanged' | 'new') : ('failed' as const),
  ...{ message: failure, not_ready: isNotReady, portal_down: false },
  file: failure === null ? `inbox/tx-payment-detail-${name}-0123456789ab.csv` : null,
  ...{ sha256: null, url: 'https://portal.example/', http_status: null, rows: null },
});
const period = (text: string) => ({
  ...{ state: 'tx', kind: TEXAS as typeof TEXAS, period: text, allocation_period: text as Month },
});
const due = (text: string, since: string, overdue: boolean) => ({
  ...period(text),
  expected_since: since as Day,
  overdue,
});
const ofReports = (...reports: UpdateOutcome['untold'][number]['reports']) => ({
  untold: [{ reports, others: [] }],
});
const ofStates = (...others: Finding[]) => ({
  untold: [{ reports: [], others: others.map((item) => ({ file_name: null, ...item })) }],
});
const refused = (path: string) => ({
  ...{ path, sha256: null, kind: null, status: 'refused' as const, rows: 0, from: null, to: null },
  findings: [finding('windows-1252', {}), finding('unreadable-file', { what: WHAT, advice: AGAIN })],
});

const [WHAT, AGAIN] = ['The file is a web page.', 'Download the report again.'];
const WEB_PAGE = `${WHAT} ${AGAIN}`;
const SUBJECT = { code: '2000001', name: 'ALPHA', month: '2026-01' };
const NOTE = finding('skipped-line', { what: 'a note', text: 'a note' });
const OUTDATED = finding('outdated-row', {
  ...SUBJECT,
  winner: 'b.csv row 3',
  lastMonth: '2026-05',
});
const UNEQUAL = finding('row-arithmetic', {
  ...SUBJECT,
  field: 'net_payment',
  printed: 100,
  formula: 'total collections',
  expected: 200,
});

test('nothing needs a person if all is well, or if a month is only late', () => {
  expect(summaries({})).toEqual([]);
  expect(summaries({ units: [unit('2026', null)] })).toEqual([]);
  expect(summaries({ absence: { missing: [], expected: [due('2026-11', '2026-11-13', false)] } })).toEqual(
    [],
  );
});

test('refused reports, with the error of each and its place', () => {
  expect(itemsOf({ run: { reports: [refused('inbox/a.csv'), refused('inbox/b.csv')] } })).toEqual([
    {
      ...{ about: 'refused', summary: '2 reports refused' },
      details: ['a', 'b'].map((name) => `inbox/${name}.csv: unreadable-file: ${WEB_PAGE}`),
    },
  ]);
  const facts = { what: '"#REF!" cannot be read.', expects: 'an amount', advice: 'Fix it.' };
  const unreadable = finding('unreadable-cell', facts, { sheet: 'May', row: 12, column: 'Net Payment' });
  const report = { ...refused('inbox/a.xlsx'), findings: [unreadable] };
  expect(itemsOf({ run: { reports: [report] } })).toMatchObject([
    {
      summary: '1 report refused',
      details: [
        `inbox/a.xlsx, sheet "May", row 12, column "Net Payment": unreadable-cell: ${findingMessage(unreadable)}`,
      ],
    },
  ]);
});

test('a doubtful report, with what to do about it', () => {
  const doubt = finding('control-total', { printed: 700, sum: 600 });
  const report = { ...refused('inbox/a.csv'), findings: [doubt] };
  expect(itemsOf({ run: { reports: [report] } })).toMatchObject([
    {
      summary: '1 report refused',
      details: [
        'inbox/a.csv: control-total: The printed total is 7.00, but the rows add up to 6.00. Compare it with what the state published. To load it anyway: allocations ingest inbox/a.csv --accept REASON',
      ],
    },
  ]);
});

test('missing months: three by name, the others by number, and successive ones on one line', () => {
  const missing = ['2025-11', '2025-12', '2026-01', '2026-03', '2026-05'].map(period);
  expect(summaries({ absence: { missing: missing.slice(0, 1), expected: [] } })).toEqual([
    'missing: 1 period missing: Texas November 2025',
  ]);
  const [item] = itemsOf({ absence: { missing, expected: [] } });
  expect(item?.summary).toBe(
    '5 periods missing: Texas November 2025, Texas December 2025, Texas January 2026, and 2 more',
  );
  const told = (months: string) =>
    `No "Local Allocation Payment Detail" of Texas covers ${months}, but earlier and later periods are loaded. Find the missing report and run ingest.`;
  const spans = ['November 2025 to January 2026', 'March 2026', 'May 2026'];
  expect(item?.details).toEqual(spans.map(told));
});

test('successive missing quarters on one line', () => {
  const kind = 'ca/quarterly-allocations' as const;
  const missing = [
    ['2024Q3', '2024-11'],
    ['2024Q4', '2025-02'],
    ['2025Q2', '2025-08'],
  ].map(([quarter = '', month]) => ({
    ...{ state: 'ca', kind, period: quarter, allocation_period: month as Month },
  }));
  const [item] = itemsOf({ absence: { missing, expected: [] } });
  expect(item?.details.map((line) => line.split(',')[0])).toEqual([
    'No "Quarterly distribution summary" of California covers Q3 2024 to Q4 2024',
    'No "Quarterly distribution summary" of California covers Q2 2025',
  ]);
});

test('doubtful figures of new reports', () => {
  const report = (path: string, status: 'loaded' | 'unchanged') => ({
    ...refused(path),
    status,
    findings: [
      finding('control-total', { printed: 100, sum: 200 }, { row: 7, column: 'Net' }),
      finding('control-total', { printed: 100, sum: 300 }, { row: 7, column: 'Gross' }),
      NOTE,
    ],
  });
  const reports = [report('inbox/a.csv', 'loaded'), report('inbox/b.csv', 'unchanged')];
  expect(itemsOf(ofReports(...reports))).toEqual([
    {
      ...{
        about: 'warnings',
        summary: '1 new warning: The printed total is 1.00, but the rows add up to 2.00',
      },
      details: [
        'inbox/a.csv, row 7, column "Net": control-total: The printed total is 1.00, but the rows add up to 2.00. Rows may be missing. Compare the file with the original report. (and 1 more of this code)',
      ],
    },
  ]);
});

test('overdue periods, and not periods that are only late', () => {
  const expected = [due('2026-10', '2026-10-09', true), due('2026-11', '2026-11-13', false)];
  expect(itemsOf({ absence: { missing: [], expected } })).toEqual([
    {
      ...{ about: 'overdue', summary: 'overdue: Texas October 2026 (expected October 9, 2026)' },
      details: [
        '"Local Allocation Payment Detail" of Texas October 2026 was expected on October 9, 2026, and the next period is due as well. Look at the portal.',
      ],
    },
  ]);
});

test('failed downloads', () => {
  const offline = ['2023', '2024', '2025', '2026'].map((year) => ({
    ...unit(year, 'Cannot resolve data.texas.gov'),
    portal_down: true,
  }));
  const failed = unit('2022', 'no such dataset');
  expect(itemsOf({ units: [unit('2025', null), failed] })).toMatchObject([
    { about: 'fetch', summary: 'not downloaded: "Local Allocation Payment Detail" of Texas (2022)' },
  ]);
  expect(itemsOf({ units: [...offline, failed] })[0]?.details).toEqual([
    '4 downloads, "Local Allocation Payment Detail" of Texas (2023, 2024, 2025, and 1 more): Cannot resolve data.texas.gov',
    '"Local Allocation Payment Detail" of Texas (2022): no such dataset',
  ]);
  expect(summaries({ fetchFailure: 'the disk is full' })).toEqual([
    'fetch: the download failed: the disk is full',
  ]);
});

test('a unit that is not ready, only if its kind is due or never loaded', () => {
  const units = [unit('2026', 'Not ready: a web page', true)];
  expect(summaries({ units })).toEqual([]);
  expect(summaries({ units, kindsLoaded: new Set() })).toHaveLength(1);
  const expected = [due('2026-10', '2026-10-09', true), due('2026-11', '2026-11-13', false)];
  expect(summaries({ units, absence: { missing: [], expected } })).toHaveLength(2);
  const [, late = expect.fail()] = expected;
  expect(itemsOf({ units, absence: { missing: [], expected: [late] } })).toEqual([
    {
      ...{ about: 'fetch', summary: 'not downloaded: "Local Allocation Payment Detail" of Texas (2026)' },
      details: [
        '"Local Allocation Payment Detail" of Texas (2026): Not ready: a web page. Look at the portal: it may ask to sign in, or the report has another address',
      ],
    },
  ]);
  const other = { ...late, kind: 'ca/monthly-statement' as const };
  expect(summaries({ units, absence: { missing: [], expected: [other] } })).toEqual([]);
});

test.each([finding('withdrawn-report', { at: '2026-11-01', reason: 'a test' }), OUTDATED])(
  'a new download with the finding $code',
  (item) => {
    const report = { ...refused('inbox/a.csv'), status: 'unchanged' as const, findings: [item] };
    const run = { reports: [report] };
    const fetched = { ...unit('2026', null), file: 'inbox/a.csv' };
    expect(summaries({ run, units: [fetched] })).toEqual([]);
    expect(itemsOf({ run, units: [{ ...fetched, status: 'new' as const }] })).toEqual([
      {
        about: 'warnings',
        summary: `1 new warning: ${headlineOf(item)}`,
        details: [`inbox/a.csv: ${item.code}: ${findingMessage(item)}`],
      },
    ]);
  },
);

test('a report with more doubtful findings than are kept', () => {
  const report = { ...refused('inbox/a.csv'), status: 'loaded' as const };
  const told = (count: number) => {
    const all = Array.from({ length: count }, (_, at) => ({ ...UNEQUAL, row: at + 2 }));
    const findings = capFindings(all, FINDINGS_PER_CODE);
    return itemsOf(ofReports({ ...report, findings }))[0]?.details;
  };
  const first = `inbox/a.csv, row 2: row-arithmetic: ${findingMessage(UNEQUAL)}`;
  expect(told(100)).toEqual([`${first} (and 99 more of this code)`]);
  expect(told(250)).toEqual([`${first} (and at least 100 more of this code)`]);
});

test('a file added by hand whose rows do not count', () => {
  const report = { ...refused('inbox/by-hand.csv'), status: 'loaded' as const, findings: [OUTDATED] };
  expect(itemsOf(ofReports(report))).toMatchObject([
    { about: 'warnings', details: [`inbox/by-hand.csv: outdated-row: ${findingMessage(OUTDATED)}`] },
  ]);
});

test('a feed without any row, if its kind was never loaded', () => {
  const empty = [2025, 2026].map((year) => ({
    ...unit(String(year), null),
    ...{ file: null, status: 'empty' as const },
  }));
  expect(summaries({ units: empty })).toEqual([]);
  expect(summaries({ units: empty, kindsLoaded: new Set() })).toEqual([
    'fetch: not downloaded: "Local Allocation Payment Detail" of Texas',
  ]);
  expect(summaries({ units: [...empty, unit('2024', null)], kindsLoaded: new Set() })).toEqual([]);
});

test('warnings about months, and none that another topic tells as long as it holds, or that is no warning', () => {
  const facts = { title: TEXAS, share: 0.09, before: 100, now: 91, isUnexplained: true };
  const fewer = finding('fewer-rows', { ...facts, period: '2026-09', earlier: '2026-08' });
  const jump = finding('total-jump', {
    ...{
      state: 'Texas',
      month: '2026-10',
      total: 100,
      share: 0.5,
      direction: 'less',
      earlier: '2025-10',
      before: 200,
    },
  });
  const notTold = [finding('missing-report', { title: TEXAS, months: '2026-01' }), NOTE];
  expect(itemsOf(ofStates(fewer, jump, ...notTold))).toEqual([
    {
      about: 'warnings',
      summary: `2 new warnings: ${TEXAS} of September 2026 has 9.0% fewer jurisdictions than August 2026 (91 instead of 100), Net payments of Texas in October 2026 add up to 1.00, 50.0% less than in October 2025 (2.00)`,
      details: [`fewer-rows: ${findingMessage(fewer)}`, `total-jump: ${findingMessage(jump)}`],
    },
  ]);
  expect(summaries(ofStates(...notTold))).toEqual([]);
});

test('problems of the verification and corrections that do not fit, as long as they hold', () => {
  const findings = [
    { about: 'archive' as const, message: 'x is not there' },
    { about: 'corrections' as const, message: 'no report has it' },
  ];
  expect(itemsOf({ verification: { findings } })).toEqual([
    {
      about: 'verify',
      summary: 'verification found 2 problems',
      details: ['archive: x is not there', 'corrections: no report has it'],
    },
  ]);
});

test('a correction that no longer applies', () => {
  const figures = { published: '1', correct: '2', reason: 'a', source: 'b' };
  const correction = { ...SUBJECT, field: 'net_payment', ...figures };
  const lapsed = finding('correction-lapsed', { state: 'ca', ...correction });
  expect(summaries(ofStates(lapsed))).toEqual([expect.stringMatching(/^warnings: 1 new warning: /)]);
});
