import type { Facts, FindingCode } from '../../../src/domain/findings/finding.ts';

const SUBJECT = { code: '01990', name: 'ALDER CREEK', month: '2024-05' };
const FIGURE = { ...SUBJECT, field: 'net_payment' };
const ROW = { file: 'may.csv', sheet: null, row: 12 };
const SHEET_ROW = { file: 'may.xlsx', sheet: 'May', row: 13 };
const SHA256 = '0123456789abcdef'.repeat(4);
const OTHER_FILE = { file: 'april.csv', sha256: 'fedcba9876543210'.repeat(4) };
const REPEATED = { state: 'ca', month: '2024-05', total: 123_456_789, earlier: '2024-04' };
const ALIAS = { kind: 'ca/monthly-statement', header: 'Paid', field: 'net_payment' };
const PRINTED = { cents: 123456, isCorrected: false };
const CORRECTED = { cents: null, isCorrected: true };
const STATEMENT = { kind: ALIAS.kind, title: 'Local Jurisdiction Statement of Tax Distribution' };
const HEADER = { rows: 40, kinds: [STATEMENT.title, 'Local Allocation Payment Detail'] };
const CORRECTION = {
  ...FIGURE,
  published: '1234.56',
  correct: '1243.56',
  reason: 'digits swapped',
  source: 'letter of 2024-07-01',
};
const LISTED = { kind: 'tx/comparison-summary', state: 'tx' } as const;
const LISTED_NAME = { type: 'transit', listed: 'AUSTIN MTA', codes: [], unknownCode: null } as const;
const TWO_NAMES = [
  { code: '3990001', name: 'Bluestem Transit' },
  { code: '3990002', name: 'Cedar Gap Transit' },
];
const FORMULA = {
  percent: 2,
  terms: [
    ['total_collections', 1],
    ['service_fee', -1],
  ],
} as const;

/** Facts of every code, in each of their shapes, for the documentation and the tests. The first shape is the most common. */
export const EXAMPLE_FACTS: { readonly [Code in FindingCode]: readonly [Facts<Code>, ...Facts<Code>[]] } = {
  'empty-file': [
    { holds: 'nothing' },
    { holds: 'blanks' },
    { holds: 'a header' },
    { holds: 'other periods' },
  ],
  'unreadable-file': [
    { reason: 'folder' },
    { reason: 'not a file' },
    { reason: 'name' },
    { reason: 'changed' },
    { reason: 'system', systemMessage: 'EACCES: permission denied' },
  ],
  'file-too-large': [
    { limit: 'file', most: 64 },
    { limit: 'lines', most: 1_000_000, found: 1_000_001 },
    { limit: 'rows', most: 1_000_000, found: 1_000_001 },
    { limit: 'unpacked', most: 512 },
    { limit: 'time', most: 60 },
    { limit: 'memory', most: 2048 },
  ],
  'unsupported-format': [
    { format: 'pdf' },
    { format: 'unknown' },
    { format: 'zip without sheets' },
    { format: 'old office' },
    { format: 'old excel' },
    { format: 'office', name: 'an OpenDocument spreadsheet (.ods)' },
    { format: 'workbook', part: 'xl/workbook.xml' },
  ],
  'not-a-report': [
    { shows: 'a web page' },
    { shows: 'a status', status: 'ExportingData', percent: '93', said: 'Please check back later.' },
    { shows: 'a status', status: 'Exporting', percent: null, said: 'Please check back later.' },
  ],
  'partial-export': [
    { sign: 'next page', records: 1 },
    { sign: 'count', records: 1000, of: '1830' },
    { sign: 'key', key: 'error' },
    { sign: 'failure', text: '504 Gateway Time-out' },
  ],
  'encrypted-workbook': [{}],
  'damaged-workbook': [{ reason: 'xl/workbook.xml does not match its checksum' }],
  'bad-encoding': [{ encoding: 'UTF-8' }, { encoding: null }],
  'malformed-file': [
    { fault: 'several documents' },
    { fault: 'json', reason: 'Unexpected end of input at position 1024' },
    { fault: 'quotation mark', reason: 'Quoted field unterminated' },
    { fault: 'several lines', text: '01990,ALDER CREEK,2024-05' },
  ],
  'damaged-archive': [{ sha256: SHA256 }],
  'damaged-origin': [{ note: '.may.csv.origin.json', reason: 'it is not the note fetch writes' }],
  'windows-1252': [{}],
  'withdrawn-report': [{ at: '2026-11-01T08:00:00.000Z', reason: 'wrong month' }],
  'unrecognized-report': [
    { sign: 'no header', ...HEADER },
    {
      sign: 'near header',
      ...HEADER,
      printed: 'Code, Paid',
      columns: 2,
      near: 'Local Allocation Payment Detail',
    },
    { sign: 'too many keys', most: 1000 },
    { sign: 'no records' },
    { sign: 'pay dates' },
  ],
  'several-tables': [
    { tables: 'kinds', kind: STATEMENT.title, other: 'Local Allocation Payment Detail' },
    { tables: 'headers' },
    { tables: 'words' },
  ],
  'missing-column': [
    { ...STATEMENT, header: 'Net Payment', nearest: ALIAS },
    { ...STATEMENT, header: 'Net Payment', nearest: null },
    { ...STATEMENT, header: 'Net Payment', nearest: ALIAS, isOnly: true },
    {
      ...STATEMENT,
      header: 'Net Payment',
      nearest: null,
      candidates: { field: ALIAS.field, headers: ['Paid', 'Sent'] },
    },
    {
      ...STATEMENT,
      header: 'Net Payment',
      nearest: ALIAS,
      together: [ALIAS, { ...ALIAS, header: 'Kept', field: 'administrative_cost' }],
    },
    {
      ...STATEMENT,
      header: 'Net Payment',
      nearest: null,
      candidates: { field: ALIAS.field, headers: ['Paid', 'Sent'], fields: [ALIAS.field, 'name'] },
    },
  ],
  'unknown-column': [
    { ...STATEMENT, header: 'Paid', nearest: { header: 'Net Payment', addition: ALIAS } },
    { ...STATEMENT, header: 'Paid', nearest: null },
    { ...STATEMENT, header: 'Paid', nearest: null, missing: ['Net Payment', 'Jurisdiction'] },
    {
      ...{ ...STATEMENT, header: 'Paid', nearest: null },
      absent: [{ field: 'other_adjustments', header: 'Other Adjustments' }],
    },
    {
      ...{ ...STATEMENT, header: 'Paid', nearest: null },
      absent: [
        { field: 'other_adjustments', header: 'Other Adjustments' },
        { field: 'administrative_cost', header: 'Administrative Cost' },
      ],
    },
  ],
  'duplicate-column': [{ field: 'net_payment', headers: ['Net Payment', 'Net'] }],
  'layout-not-in-force': [
    {
      layouts: [
        { name: 'old', since: null, until: '2021-06' },
        { name: 'new', since: '2021-07', until: null },
      ],
      first: '2021-05',
      last: '2021-08',
    },
  ],
  'missing-fact': [{ expects: 'a title like JULY 2019 - JUNE 2020 DISBURSEMENTS' }],
  'facts-disagree': [
    { text: 'april-2020.xlsx', other: { text: 'March 2020', sheet: 'Collections-Refunds', row: 1 } },
    { text: 'MAY 2020', other: { text: 'april-2020.csv', sheet: null, row: null } },
  ],
  'sheet-unread': [{}],
  'sheet-ignored': [{}],
  'hidden-sheet': [{}],
  'old-formulas': [{ more: 0 }, { more: 11 }],
  'figures-in-thousands': [{ said: '(in thousands)' }, { said: null }],
  'sign-assumed': [
    { kind: ALIAS.kind, field: 'county_share', sign: 'positive', count: 1, of: 1 },
    { kind: ALIAS.kind, field: 'county_share', sign: 'negative', count: 2, of: 3 },
  ],
  'repeated-header': [{}],
  'row-width': [
    { fault: 'stray cell', cell: 9, text: 'x' },
    { fault: 'pieces', cells: 9, headers: 8 },
    { fault: 'short', cells: 7, headers: 8 },
  ],
  'unread-row': [
    { sign: 'unlike', text: '#REF!' },
    { sign: 'no sum', name: 'Total' },
    { sign: 'above the header' },
  ],
  'unreadable-cell': [
    { text: '1OO', expects: 'an amount', hint: null },
    { text: '1,5', expects: 'an amount', hint: 'it looks like a decimal comma' },
  ],
  'cut-figure': [{ text: '1234' }],
  'missing-value': [{ expects: 'a code' }, { expects: null }],
  'month-mismatch': [{ ...SUBJECT, paid: '2026-05-22' }],
  'date-outside-month': [{ ...SUBJECT, paid: '2024-06-14' }],
  'percent-as-fraction': [SUBJECT],
  'conflicting-rows': [{ ...SUBJECT, elsewhere: 'row 3' }],
  'duplicate-row': [{ ...SUBJECT, elsewhere: 'row 3' }],
  'repeated-line': [{ code: '390000010-abingdon', name: 'ABINGDON' }],
  'control-total': [{ printed: 123456, sum: 123457 }],
  'split-total': [
    { line: 'PER CAPITA DISTRIBUTABLE', printed: 123456, sum: 123457, more: 4 },
    { line: 'COUNTY/TRANSIT DISTRIBUTABLE', printed: 123456, sum: 123457, more: 1 },
    { line: 'COUNTY/TRANSIT DISTRIBUTABLE', printed: 123456, sum: 123457, more: 0 },
  ],
  'same-id': [{ code: 'cedar-gap-760', name: 'CEDAR GAP 760', other: 'cedar-gap-9', id: 178098579 }],
  'unknown-tax': [
    { tax: 'GRCT', more: 3 },
    { tax: 'GRCT', more: 0 },
  ],
  'unusual-rate': [
    { name: 'JUNIPER', printed: '0.015', least: '0.1', most: '2.5', more: 0 },
    { name: 'JUNIPER', printed: '0.015', least: '0.1', most: '2.5', more: 3 },
  ],
  'other-period': [
    { printed: 'QUARTERLY', more: 0 },
    { printed: 'QUARTERLY', more: 3 },
  ],
  'months-to-come': [{ months: ['2020-06'] }, { months: ['2020-05', '2020-06'] }],
  'net-payment-missing': [SUBJECT],
  'row-arithmetic': [{ ...FIGURE, printed: 2468, formula: FORMULA, expected: 2469 }],
  'blank-total': [{ ...FIGURE, field: 'total_collections', expected: 123456 }],
  'unusual-sum': [
    {
      ...FIGURE,
      printed: 123456,
      formula: { ...FORMULA, percent: null },
      expected: 123457,
      holds: 49,
      of: 50,
    },
    { ...FIGURE, printed: 1, formula: { percent: null, terms: [] }, expected: 0, holds: 49, of: 50 },
  ],
  'no-cents': [{ amounts: 1200 }],
  'shifted-months': [{ date: '2026-10-31', month: '2026-10', next: '2026-11' }],
  'lone-month': [
    { ...SUBJECT, more: 0, most: 80 },
    { ...SUBJECT, more: 1, most: 80 },
  ],
  'future-month': [
    { month: '2062-11', more: 0, receivedAt: '2026-11-01T08:00:00.000Z', sha256: SHA256 },
    { month: '2062-11', more: 3, receivedAt: '2026-11-01T08:00:00.000Z', sha256: SHA256 },
  ],
  'unknown-note': [{ text: 'Lorem ipsum' }],
  'note-row': [{ text: 'Sorted by name' }, { text: null }],
  'off-quarter-amount': [
    { ...FIGURE, printed: PRINTED },
    { ...FIGURE, printed: CORRECTED },
  ],
  'reports-disagree': [
    { ...FIGURE, inStatement: PRINTED, inQuarterly: { cents: 123457, isCorrected: false } },
  ],
  'quarterly-total': [
    { ...SUBJECT, total: PRINTED, netPayment: { cents: 123556, isCorrected: false }, difference: 100 },
    { ...SUBJECT, total: PRINTED, netPayment: CORRECTED, difference: 100 },
  ],
  'statement-missing': [{ ...SUBJECT, quarter: '2024Q1' }],
  'conflicting-reports': [{ ...SUBJECT, winner: ROW, loser: SHEET_ROW }],
  'outdated-row': [
    { ...SUBJECT, winner: ROW, lastMonth: '2024-06' },
    { ...SUBJECT, winner: SHEET_ROW, lastMonth: '2024-06', more: 2 },
  ],
  'correction-misfit': [
    { misfit: 'outdated', ...FIGURE, published: '1,234.56', printed: '1,243.56', hasOtherSign: false },
    { misfit: 'outdated', ...FIGURE, published: '1.00', printed: '', hasOtherSign: true },
    { misfit: 'unmatched', kind: ALIAS.kind, code: '01990', month: '2024-05', field: 'net_payment' },
  ],
  'correction-lapsed': [{ state: 'ca', correction: CORRECTION }],
  'figure-corrected': [CORRECTION],
  'name-changed': [{ code: '01990', before: 'Old Mill', until: '2024-04', now: 'New Mill', from: '2024-05' }],
  'type-changed': [
    { code: '01990', name: 'ALDER CREEK', before: 'city', until: '2024-04', now: 'county', from: '2024-05' },
  ],
  'method-changed': [
    {
      ...{ code: 'hamlet', name: 'HAMLET', county: 'Richmond' },
      ...{ before: 'per capita', until: '2020-06', now: 'ad valorem', from: '2020-07' },
    },
  ],
  'missing-month': [{ code: '01990', name: 'ALDER CREEK', first: '2024-04', last: '2024-05' }],
  'unknown-type': [{ code: '01990', name: 'ALDER CREEK' }],
  'unlisted-name': [{ code: 'cedar-gap', name: 'Cedar Gap', number: 7263054 }],
  'new-jurisdiction': [{ code: '01990', name: 'ALDER CREEK', first: '2024-05', stateFirst: '2018-06' }],
  'ended-jurisdiction': [{ code: '01990', name: 'ALDER CREEK', last: '2024-05', stateLast: '2026-10' }],
  'unusual-payment': [
    {
      ...SUBJECT,
      field: 'net_payment',
      amount: 1_234_567_89,
      compared: { month: '2023-05', amount: 118_000_00 },
      usual: 121_500_50,
    },
  ],
  'rows-not-restated': [
    { rows: 1, named: [{ ...SUBJECT, ...ROW }] },
    { rows: 4, named: [{ ...SUBJECT, ...SHEET_ROW }] },
  ],
  'sample-mixed': [{ name: 'Texas' }],
  'missing-report': [{ kind: ALIAS.kind, first: '2024-05', last: '2024-06' }],
  'fewer-rows': [
    { kind: ALIAS.kind, period: '2024-05', earlier: '2024-04', before: 480, now: 437, isUnexplained: true },
  ],
  'total-jump': [
    { state: 'ca', month: '2024-05', total: 123_456_789, earlier: '2023-05', before: 234_567_890 },
    { state: 'ca', month: '2024-05', total: 200, earlier: '2023-05', before: -100 },
  ],
  'shared-jump': [
    {
      ...{ state: 'ca', month: '2024-05', total: 323_456_789, earlier: '2023-05', before: 223_456_789 },
      ...{ sharing: 410, jurisdictions: 480 },
    },
  ],
  'repeated-total': [
    { ...REPEATED, report: null },
    { ...REPEATED, report: OTHER_FILE },
  ],
  'month-restated': [
    {
      ...{ state: 'ca', month: '2024-05', changed: 310, datapoints: 480, field: 'net_payment' },
      ...{ file: 'march.csv', sha256: SHA256, earlier: OTHER_FILE, hasNewerMonth: false },
    },
  ],
  'summary-differs': [
    {
      ...{ code: '2002017', name: 'Andrews', month: '2023-05', figure: 'net_payment_this_period' },
      ...{ unit: 'amount', printed: 123_456, ours: 123_465, source: ROW },
    },
    {
      ...{ code: '2002017', name: 'Andrews', month: '2023-05', figure: 'net_payment_this_period' },
      ...{ unit: 'amount', printed: 123_456, ours: 123_465, source: ROW },
      rows: [
        { sheet: null, row: 2 },
        { sheet: null, row: 3 },
      ],
    },
    {
      ...{ code: '2002017', name: 'Andrews', month: '2023-05', figure: 'percent_change_prior_year' },
      ...{ unit: 'percent', printed: 32_510_000, ours: 31_050_000, source: SHEET_ROW },
    },
  ],
  'summary-name': [
    { ...LISTED, count: 1, names: [{ ...LISTED_NAME, codes: ['3990001', '3990002'] }] },
    { ...LISTED, count: 52, names: [LISTED_NAME, { ...LISTED_NAME, unknownCode: '3990009' }] },
  ],
  'summary-jurisdictions': [
    {
      ...{ kind: 'tx/comparison-summary', month: '2023-05' },
      unlisted: { count: 4, named: TWO_NAMES },
      unpaid: { count: 0, named: [] },
    },
    {
      ...{ kind: 'tx/comparison-summary', month: '2023-05' },
      unlisted: { count: 0, named: [] },
      unpaid: { count: 1, named: TWO_NAMES.slice(1) },
    },
  ],
};
