import { parse } from 'lossless-json';
import type { Facts } from '../../domain/findings/finding.ts';
import { messageOf } from '../../domain/operator-error.ts';
import { isRecord } from '../../domain/text/json.ts';
import { type GridReading, type GridRow, LARGEST_CELL_COUNT, refuseGrids } from './grid.ts';

/** Keys above which no report is looked for. */
const MOST_COLUMNS = 200;

/** How lossless-json says that another object or list begins behind the first. */
const SEVERAL_VALUES = /^Expected end of input but got '[{[]'/;

/**
 * Reads a JSON report: an array of records, or the OData form `{"value": [...]}`. Numbers are kept as the digits
 * in the file. A key given twice with different values, and anything but records, is an error.
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
  const records = recordsOf(document);
  if (!records) return refuseObject(document);
  const missing = missingRecords(document, records);
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

/** What an OData document says beside its records, under the names of its versions: a next page, and how many there are. */
const NEXT_PAGE = /(?:^|[@.])nextLink$/i;
const COUNT = /^(?:@?odata\.|@)?(?:total)?count$/i;
/** Where its own words are explained, and the like. */
const ANNOTATION = /^(?:@|odata\.)/;

/** What a document says of further records, beside those it has or among them. */
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

/** A date, a title and the like tell nothing; lists, objects, addresses and what speaks of pages or faults may. */
function mayTellOfMore(key: string, value: unknown): boolean {
  return (
    typeof value === 'object' ||
    /error|fault|trunc|page|next|more|limit|skip|https?:/i.test(`${key} ${value}`)
  );
}

type JsonRecord = Record<string, unknown>;

/** Keys of all records, in the order they first come; `null` where there are too many for any report. */
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

/** Portals hand out a status object while an export is still being made. */
function refuseObject(document: unknown): GridReading {
  if (isRecord(document) && typeof document.status === 'string' && typeof document.message === 'string') {
    const { status, message, progressInPercent: progress } = document;
    const percent = progress === undefined ? null : shown(String(progress));
    const facts = { shows: 'a status', status: shown(status), percent, said: shown(message) } as const;
    return refuseGrids('not-a-report', facts);
  }
  return refuseGrids('unrecognized-report', { sign: 'no records' });
}

/** The beginning of a text that may be of any length. */
function shown(text: string): string {
  return text.slice(0, 200);
}

function cellText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'object') return String(value);
  try {
    return JSON.stringify(value);
  } catch (error) {
    // nested deeper than can be written
    if (error instanceof RangeError) return '{…}';
    throw error;
  }
}
