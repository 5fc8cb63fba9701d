import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { WHOLE_FORMATS } from '../../records/filters/read-parameters.ts';

export type WholeFormat = (typeof WHOLE_FORMATS)[number];
/** What a list answers with: a page in JSON, or all its records. */
export type Format = 'json' | WholeFormat;

/** The media type of each format, as a client asks for it. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

/** The format that a request for a list asks for: by the parameter `format`, else by the header `Accept`. */
export function formatOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Format {
  const { format }: { format?: unknown } = Object(query);
  const named = WHOLE_FORMATS.find((known) => typeof format === 'string' && known === format.toLowerCase());
  // wildcards get JSON
  if (named || !/csv|ndjson/i.test(headers.accept ?? '')) return named ?? 'json';
  const accepted = new Negotiator({ headers }).mediaType(FORMATS.map(contentTypeOf));
  return FORMATS.find((known) => contentTypeOf(known) === accepted) ?? 'json';
}

const FORMATS: readonly Format[] = ['json', ...WHOLE_FORMATS];

/** The value of the header Content-Type. */
export function contentTypeOf(format: Format): string {
  return `${MEDIA_TYPES[format]}; charset=utf-8`;
}
