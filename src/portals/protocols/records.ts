import { parse, stringify } from 'lossless-json';
import { isRecord } from '../../domain/text/json.ts';
import { excerpt } from '../http/content.ts';
import { FetchFault } from '../http/fault.ts';

/** The records of a JSON document, each as text with its numbers as they were printed. */
export interface Records {
  /** Whether they came as an array, not as OData's `{"value": […]}`. */
  isArray: boolean;
  /** The document without its records. */
  rest: ReadonlyMap<string, unknown>;
  records: string[];
  /** Each record's month, `null` where it has none. */
  months: (string | null)[];
}

/** Reads a JSON document of records. Throws a `FetchFault` where it is cut off, or something else. */
export function readRecords(text: string, monthField: string): Records {
  if (!/^\s*[[{]/.test(text))
    throw new FetchFault(`JSON was asked for, and "${excerpt(text)}" came`, 'none', 200);
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    const reason = error instanceof Error ? excerpt(error.message) : String(error);
    throw new FetchFault(`the JSON is cut off or malformed (${reason})`, 'retry', 200);
  }
  const isArray = Array.isArray(document);
  const rest = new Map(isArray || !isRecord(document) ? [] : Object.entries(document));
  const list = isArray ? document : rest.get('value');
  rest.delete('value');
  if (!Array.isArray(list) || !list.every(isRecord))
    throw new FetchFault(`records were asked for, and "${excerpt(text)}" came`, 'none', 200);
  if (list.length > 0 && !list.some((record) => Object.hasOwn(record, monthField)))
    throw new FetchFault(
      `the column ${monthField} is not in the records that came, which have ${Object.keys(list[0] ?? {})
        .slice(0, 20)
        .join(', ')}; look at the dataset's columns on the portal`,
      'none',
      200,
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
