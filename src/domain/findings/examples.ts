import type { Facts, FindingCode } from './catalogue.ts';

const SUBJECT = { code: '01990', name: 'ALDER CREEK', month: '2024-05' };
const FIGURE = { ...SUBJECT, field: 'net_payment' };
const ROW = { file: 'may.csv', sheet: null, row: 12 };
const SHEET_ROW = { file: 'may.xlsx', sheet: 'May', row: 13 };
const SHA256 = '0123456789abcdef'.repeat(4);
const ALIAS = { kind: 'ca/monthly-statement', header: 'Paid', field: 'net_payment' };
const PRINTED = { cents: 123456, isCorrected: false };
const CORRECTED = { cents: null, isCorrected: true };
const HEADER = { rows: 40, kinds: ['ca/monthly-statement', 'tx/payment-detail'] };
const CORRECTION = { ...FIGURE, published: '1.00', correct: '', reason: 'a slip', source: 'a letter' };
const FORMULA = {
  percent: 2,
  terms: [
    ['total_collections', 1],
    ['service_fee', -1],
  ],
} as const;

/** Facts of every code, in each of their shapes, for the documentation and the tests. The first shape is the most common. */
export const EXAMPLE_FACTS: { readonly [Code in FindingCode]: readonly [Facts<Code>, ...Facts<Code>[]] } = {
  'empty-file': [{ holds: 'nothing' }, { holds: 'blanks' }, { holds: 'a header' }],
  'unreadable-file': [
    { reason: 'folder' },
    { reason: 'not a file' },
    { reason: 'name' },
    { reason: 'changed' },
    { reason: 'system', systemMessage: 'EACCES' },
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
    { format: 'xls' },
    { format: 'office', name: 'an OpenDocument spreadsheet (.ods)' },
    { format: 'workbook', part: 'xl/workbook.xml' },
    { format: 'escaped percent' },
  ],
  'not-a-report': [
    { shows: 'a web page' },
    { shows: 'a status', status: 'Exporting', percent: '93', said: 'later' },
    { shows: 'a status', status: 'Exporting', percent: null, said: 'later' },
  ],
  'partial-export': [
    { sign: 'next page', records: 1 },
    { sign: 'count', records: 1000, of: '1830' },
    { sign: 'key', key: 'error' },
  ],
  'encrypted-workbook': [{}],
  'damaged-workbook': [{ reason: 'no end' }],
  'bad-encoding': [{ encoding: 'UTF-8' }, { encoding: null }],
  'malformed-file': [
    { fault: 'several documents' },
    { fault: 'json', reason: 'Unexpected end' },
    { fault: 'quotation mark', reason: 'Quotes' },
    { fault: 'several lines', text: '1,A' },
  ],
  'damaged-archive': [{ sha256: SHA256 }],
  'damaged-origin': [{ note: '.may.csv.origin.json', reason: 'no JSON' }],
  'windows-1252': [{}],
  'withdrawn-report': [{ at: '2026-11-01T08:00:00.000Z', reason: 'a slip' }],
  'returned-report': [
    {
      receivedAt: '2026-11-01T08:00:00.000Z',
      laterReceivedAt: '2026-11-02T08:00:00.000Z',
      laterSha256: SHA256,
    },
  ],
  'outside-range': [{ rows: 1 }, { rows: 2 }],
  'unrecognized-report': [
    { sign: 'no header', ...HEADER },
    { sign: 'near header', ...HEADER, printed: 'Code, Paid', columns: 2, near: 'tx/payment-detail' },
    { sign: 'too many keys', most: 1000 },
    { sign: 'no records' },
  ],
  'several-tables': [
    { tables: 'kinds', kind: 'ca/monthly-statement', other: 'tx/payment-detail' },
    { tables: 'headers' },
    { tables: 'words' },
  ],
  'missing-column': [
    { kind: ALIAS.kind, header: 'Net Payment', nearest: ALIAS },
    { kind: ALIAS.kind, header: 'Net Payment', nearest: null },
  ],
  'unknown-column': [
    { kind: ALIAS.kind, header: 'Paid', nearest: { header: 'Net Payment', addition: ALIAS } },
    { kind: ALIAS.kind, header: 'Paid', nearest: null },
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
  'sheet-unread': [{}],
  'sheet-ignored': [{}],
  'hidden-sheet': [{}],
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
  'percent-as-fraction': [SUBJECT],
  'conflicting-rows': [{ ...SUBJECT, elsewhere: 'row 3' }],
  'duplicate-row': [{ ...SUBJECT, elsewhere: 'row 3' }],
  'control-total': [{ printed: 123456, sum: 123457 }],
  'net-payment-missing': [SUBJECT],
  'row-arithmetic': [{ ...FIGURE, printed: 1, formula: FORMULA, expected: 2 }],
  'blank-total': [{ ...FIGURE, expected: 2 }],
  'unusual-sum': [
    { ...FIGURE, printed: 1, formula: { ...FORMULA, percent: null }, expected: 2, holds: 49, of: 50 },
    { ...FIGURE, printed: 1, formula: { percent: null, terms: [] }, expected: 0, holds: 49, of: 50 },
  ],
  'no-cents': [{ amounts: 1200 }],
  'lone-month': [
    { ...SUBJECT, more: 0, most: 80 },
    { ...SUBJECT, more: 1, most: 80 },
  ],
  'future-month': [
    { month: '2062-11', more: 0, receivedAt: '2026-11-01T08:00:00.000Z', sha256: SHA256 },
    { month: '2062-11', more: 3, receivedAt: '2026-11-01T08:00:00.000Z', sha256: SHA256 },
  ],
  'note-row': [{ text: 'Sorted by name' }, { text: null }],
  'off-quarter-amount': [
    { ...FIGURE, printed: PRINTED },
    { ...FIGURE, printed: CORRECTED },
  ],
  'reports-disagree': [{ ...FIGURE, inStatement: PRINTED, inQuarterly: CORRECTED }],
  'quarterly-total': [{ ...SUBJECT, total: PRINTED, netPayment: CORRECTED, difference: 100 }],
  'statement-missing': [{ ...SUBJECT, quarter: '2024Q1' }],
  'conflicting-reports': [{ ...SUBJECT, winner: ROW, loser: SHEET_ROW }],
  'outdated-row': [
    { ...SUBJECT, winner: ROW, lastMonth: '2024-06' },
    { ...SUBJECT, winner: SHEET_ROW, lastMonth: '2024-06', more: 2 },
  ],
  'correction-misfit': [
    { misfit: 'outdated', ...FIGURE, published: '', printed: '1.00', hasOtherSign: false },
    { misfit: 'outdated', ...FIGURE, published: '1', printed: '', hasOtherSign: true },
    { misfit: 'unmatched', kind: ALIAS.kind, code: '01990', month: '2024-05', field: 'net_payment' },
  ],
  'correction-lapsed': [
    { state: 'ca', correction: CORRECTION },
    { state: 'ca', correction: { earlierText: 'it was corrected', earlierCode: 'figure-corrected' } },
  ],
  'figure-corrected': [CORRECTION],
  'name-changed': [{ code: '01990', before: 'A', until: '2024-04', now: 'B', from: '2024-05' }],
  'type-changed': [
    { code: '01990', name: 'A', before: 'city', until: '2024-04', now: 'county', from: '2024-05' },
  ],
  'missing-month': [{ code: '01990', name: 'A', first: '2024-04', last: '2024-05' }],
  'unknown-type': [{ code: '01990', name: 'A' }],
  'new-jurisdiction': [{ code: '01990', name: 'A', first: '2024-05', stateFirst: '2018-06' }],
  'ended-jurisdiction': [{ code: '01990', name: 'A', last: '2024-05', stateLast: '2026-10' }],
  'rows-not-restated': [
    { rows: 1, named: [{ ...SUBJECT, ...ROW }] },
    { rows: 4, named: [{ ...SUBJECT, ...SHEET_ROW }] },
  ],
  'missing-report': [{ kind: ALIAS.kind, first: '2024-05', last: '2024-06' }],
  'fewer-rows': [{ kind: ALIAS.kind, period: '2024-05', earlier: '2024-04', before: 100, now: 91 }],
  'total-jump': [
    { state: 'ca', month: '2024-05', total: 100, earlier: '2023-05', before: 200 },
    { state: 'ca', month: '2024-05', total: 200, earlier: '2023-05', before: -100 },
  ],
  'repeated-total': [{ state: 'ca', month: '2024-05', total: 100, earlier: '2024-04' }],
  'month-restated': [{ state: 'ca', month: '2024-05', changed: 10, datapoints: 12, sha256: SHA256 }],
};
