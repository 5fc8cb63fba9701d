import { parse, stringify } from 'lossless-json';
import { isRecord } from '../../domain/text/json.ts';
import { excerpt } from '../http/content.ts';
import { contentFault } from '../http/fault.ts';
import type { PageContent } from './protocol.ts';

/** The records of a JSON document. Their numbers stay as printed. */
export interface Records extends PageContent {
  /** What stands beside the records of an OData document; `null` for an array. */
  rest: ReadonlyMap<string, unknown> | null;
}

/** Reads an array, or OData's `{"value": […]}`. Throws a `FetchFault` if it is incomplete or something else. */
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
  const rest = isRecord(document) ? new Map(Object.entries(document)) : null;
  const list = rest ? rest.get('value') : document;
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
  const rows = list.map((record) => stringify(record) ?? '');
  const months = list.map((record) => (record[monthField] == null ? null : String(record[monthField])));
  return { rest, rows, months, head: '', body: rows.join(',\n') };
}
