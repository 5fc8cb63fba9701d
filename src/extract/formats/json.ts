import { parse } from 'lossless-json';
import { messageOf } from '../../domain/operator-error.ts';
import { isRecord } from '../../domain/text/json.ts';
import { plural, toSentence } from '../../domain/text/wording.ts';
import { type GridReading, type GridRow, LARGEST_CELL_COUNT, refuseGrids, tooManyCells } from './grid.ts';
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
    return SEVERAL_VALUES.test(reason)
      ? damaged(
          'The file contains several JSON objects one after another (JSON Lines).',
          'Export them as one array, or as CSV.',
        )
      : damaged(
          `The file is not valid JSON. ${toSentence(reason)}`,
          'The file may be incomplete. Download the report again.',
        );
  }
  const exported = portalRecordsOf(document);
  const records = exported ?? recordsOf(document);
  if (!records) return refuseObject(document);
  const missing = exported ? null : missingRecords(document, records);
  if (missing) return missing;
  const columns = columnsOf(records);
  if (!columns) {
    return refuseGrids('unrecognized-report', {
      what: `The records have more than ${MOST_COLUMNS} different keys.`,
      advice: 'No report has so many keys. Export the report again.',
    });
  }
  const cells = records.length * columns.length;
  if (cells > LARGEST_CELL_COUNT) return tooManyCells('cells', cells, LARGEST_CELL_COUNT);
  const header: GridRow = { number: 0, cells: columns };
  const rows = records.map((record, index) => ({
    number: index + 1,
    cells: columns.map((column) => (Object.hasOwn(record, column) ? cellText(record[column]) : '')),
  }));
  return { grids: [{ sheet: null, format: 'json', rows: [header, ...rows] }], findings: [] };
}

function damaged(what: string, advice: string): GridReading {
  return refuseGrids('damaged-file', { what, advice });
}

/** Keys beside the records of an OData document, in all its versions: the next page and the number of records. */
const NEXT_PAGE = /(?:^|[@.])nextLink$/i;
const COUNT = /^(?:@?odata\.|@)?(?:total)?count$/i;
/** Other annotations of OData. */
const ANNOTATION = /^(?:@|odata\.)/;

/** The refusal of a document that says that more records exist; `null` if it does not. */
function missingRecords(document: unknown, records: readonly JsonRecord[]): GridReading | null {
  const count = records.length;
  const page = () =>
    damaged(
      `The file is one page of several. It has ${plural(count, 'record')} and a link to the next page.`,
      'Export all pages as one file.',
    );
  if (records.some((record) => Object.keys(record).some((key) => NEXT_PAGE.test(key)))) return page();
  if (!isRecord(document)) return null;
  for (const [key, value] of Object.entries(document)) {
    if (key === 'value' || value === null || value === '') continue;
    if (NEXT_PAGE.test(key)) return page();
    if (COUNT.test(key)) {
      if (String(value) === String(count)) continue;
      return damaged(`The file has ${count} of ${value} records.`, 'Export all records as one file.');
    }
    if (!ANNOTATION.test(key) && mayTellOfMore(key, value))
      return damaged(
        `The file has the key "${key.slice(0, 100)}" beside its records. The key may announce more records.`,
        'Check that the file is complete, then save only the records.',
      );
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
    const percent = progress === undefined ? '' : `, ${shown(String(progress))}% done`;
    return refuseGrids('unreadable-file', {
      what: `The portal had not finished the export (${shown(status)}${percent}). It sent the message "${shown(message)}" instead.`,
      advice: 'Download the report again later.',
    });
  }
  return refuseGrids('unrecognized-report', {
    what: 'The JSON is neither an array of records nor an object {"value": [records]}.',
    advice: 'Export the report as an array of records, or as CSV.',
  });
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
