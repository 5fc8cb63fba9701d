import { parse } from 'lossless-json';
import type { Facts } from '../../domain/findings/finding.ts';
import { messageOf } from '../../domain/operator-error.ts';
import { isRecord } from '../../domain/text/json.ts';
import { type GridReading, type GridRow, LARGEST_CELL_COUNT, refuseGrids } from './grid.ts';
import { withoutNoise } from './number-text.ts';

/** A report does not have more keys. */
const MOST_COLUMNS = 200;

/** The message of lossless-json if a second document follows the first. */
const SEVERAL_VALUES = /^Expected end of input but got '[{[]'/;

/**
 * Reads a JSON report: an array of records, the OData form `{"value": [...]}`, or the export of Socrata's menu. Numbers
 * keep their digits. A key with two different values is an error, and so is anything other than records.
 */
export function readJson(text: string): GridReading {
  let document: unknown;
  try {
    document = parse(text, null, (digits) => digits);
  } catch (error) {
    const reason = messageOf(error);
    if (SEVERAL_VALUES.test(reason)) return refuseGrids('malformed-file', { fault: 'several documents' });
    return refuseGrids('malformed-file', { fault: 'json', reason });
  }
  const exported = portalRecordsOf(document);
  const records = exported ?? recordsOf(document);
  if (!records) return refuseObject(document);
  const missing = exported ? null : missingRecords(document, records);
  if (missing) return refuseGrids('partial-export', missing);
  const columns = columnsOf(records);
  if (!columns) {
    return refuseGrids('unrecognized-report', { sign: 'too many keys', most: MOST_COLUMNS });
  }
  const cells = records.length * columns.length;
  if (cells > LARGEST_CELL_COUNT)
    return refuseGrids('file-too-large', { limit: 'cells', most: LARGEST_CELL_COUNT, found: cells });
  const header: GridRow = { number: 0, cells: columns };
  const rows = records.map((record, index) => ({
    number: index + 1,
    cells: columns.map((column) => (Object.hasOwn(record, column) ? cellText(record[column]) : '')),
  }));
  return { grids: [{ sheet: null, format: 'json', rows: [header, ...rows] }], findings: [] };
}

/** Keys beside the records of an OData document, in all its versions: the next page and the number of records. */
const NEXT_PAGE = /(?:^|[@.])nextLink$/i;
const COUNT = /^(?:@?odata\.|@)?(?:total)?count$/i;
/** Other annotations of OData. */
const ANNOTATION = /^(?:@|odata\.)/;

/** Signs in the document that more records exist; `null` if there are none. */
function missingRecords(document: unknown, records: readonly JsonRecord[]): Facts<'partial-export'> | null {
  const count = records.length;
  const page = { sign: 'next page', records: count } as const;
  if (records.some((record) => Object.keys(record).some((key) => NEXT_PAGE.test(key)))) return page;
  if (!isRecord(document)) return null;
  for (const [key, value] of Object.entries(document)) {
    if (key === 'value' || value === null || value === '') continue;
    if (NEXT_PAGE.test(key)) return page;
    if (COUNT.test(key)) {
      if (String(value) === String(count)) continue;
      return { sign: 'count', records: count, of: String(value) };
    }
    if (!ANNOTATION.test(key) && mayTellOfMore(key, value)) return { sign: 'key', key: key.slice(0, 100) };
  }
  return null;
}

/** Parts of keys like `hasMore`, and words of values. Places such as Livermore have such letters in their names. */
const KEY_OF_MORE = /error|fault|trunc|page|next|more|limit|skip/i;
const WORD_OF_MORE =
  /\b(?:errors?|faults?|trunc\w*|pages?|next|more|limit(?:s|ed)?|skip(?:s|ped)?)\b|https?:/i;

/** Dates and titles are harmless. Lists, objects, addresses, and words for pages or errors may mean more records. */
function mayTellOfMore(key: string, value: unknown): boolean {
  return typeof value === 'object' || KEY_OF_MORE.test(key) || WORD_OF_MORE.test(String(value));
}

type JsonRecord = Record<string, unknown>;

/** Keys of all records in order of appearance; `null` if there are too many for a report. */
function columnsOf(records: readonly JsonRecord[]): string[] | null {
  const columns = new Set<string>();
  for (const record of records) {
    for (const key of Object.keys(record)) if (!key.startsWith('@odata.')) columns.add(key);
    if (columns.size > MOST_COLUMNS) return null;
  }
  return [...columns];
}

function recordsOf(document: unknown): JsonRecord[] | null {
  const list = isRecord(document) ? document.value : document;
  return Array.isArray(list) && list.every(isRecord) ? list : null;
}

/** Columns of Socrata's own. */
const OF_SOCRATA = /^:/;

/** The records of the JSON that Socrata's menu offers: lists of values, with their columns in `meta`; `null` for others. */
function portalRecordsOf(document: unknown): JsonRecord[] | null {
  if (!isRecord(document) || !isRecord(document.meta) || !isRecord(document.meta.view)) return null;
  const { columns } = document.meta.view;
  const { data } = document;
  if (!Array.isArray(columns) || !columns.every(isRecord) || !Array.isArray(data)) return null;
  if (!data.every((row) => Array.isArray(row) && row.length === columns.length)) return null;
  const kept = columns.flatMap(({ name, fieldName }, at) =>
    OF_SOCRATA.test(`${fieldName}`) ? [] : [{ name: `${name ?? fieldName}`, at }],
  );
  return data.map((row) => Object.fromEntries(kept.map(({ name, at }) => [name, row[at]])));
}

/** Portals answer with a status object while they prepare an export. */
function refuseObject(document: unknown): GridReading {
  if (isRecord(document) && typeof document.status === 'string' && typeof document.message === 'string') {
    const { status, message, progressInPercent: progress } = document;
    const percent = progress === undefined ? null : shown(String(progress));
    const facts = { shows: 'a status', status: shown(status), percent, said: shown(message) } as const;
    return refuseGrids('not-a-report', facts);
  }
  return refuseGrids('unrecognized-report', { sign: 'no records' });
}

/** The start of a text, for a message. */
function shown(text: string): string {
  return text.slice(0, 200);
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return withoutNoise(String(value));
  try {
    return JSON.stringify(value);
  } catch (error) {
    // the value is nested too deeply to print
    if (error instanceof RangeError) return '{…}';
    throw error;
  }
}
