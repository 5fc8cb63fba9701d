import { parse, stringify } from 'lossless-json';
import { isRecord } from '../../domain/text/json.ts';
import { excerpt } from '../http/content.ts';
import { contentFault } from '../http/fault.ts';

/** The records of a JSON document, each as a text that keeps its numbers as printed. */
export interface Records {
  /** Whether the document is an array, and not OData's `{"value": […]}`. */
  isArray: boolean;
  /** The document without its records. */
  rest: ReadonlyMap<string, unknown>;
  records: string[];
  /** Each record's month, or `null`. */
  months: (string | null)[];
}

/** Reads a JSON document of records. Throws a `FetchFault` if it is incomplete or something else. */
export function readRecords(text: string, monthField: string): Records {
  if (!/^\s*[[{]/.test(text))
    throw contentFault(`The portal sent "${excerpt(text)}" instead of JSON. Check the address of the feed`);
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    const reason = error instanceof Error ? excerpt(error.message) : String(error);
    throw contentFault(`The JSON is incomplete or malformed (${reason}). Try again later`, 'retry');
  }
  const isArray = Array.isArray(document);
  const rest = new Map(isArray || !isRecord(document) ? [] : Object.entries(document));
  const list = isArray ? document : rest.get('value');
  rest.delete('value');
  if (!Array.isArray(list) || !list.every(isRecord))
    throw contentFault(
      `The portal sent "${excerpt(text)}" instead of records. Check the address of the feed`,
    );
  if (list.length > 0 && !list.some((record) => Object.hasOwn(record, monthField)))
    throw contentFault(
      `The records have no column ${monthField}. They have ${Object.keys(list[0] ?? {})
        .slice(0, 20)
        .join(', ')}. Set month_field of the feed to the month's column`,
    );
  return {
    isArray,
    rest,
    records: list.map((record) => stringify(record) ?? ''),
    months: list.map((record) => monthText(record[monthField])),
  };
}

/** An array of records, one on a line. */
export function writeRecords(records: readonly string[]): string {
  return `[\n${records.join(',\n')}\n]\n`;
}

function monthText(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value);
}
