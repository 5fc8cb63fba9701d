import type { FastifyRequest } from 'fastify';

/** The formats of a whole list. */
export const WHOLE_FORMATS = ['csv', 'ndjson'] as const;

export type WholeFormat = (typeof WHOLE_FORMATS)[number];
/** What a list answers with: a page in JSON, or all its records. */
export type Format = 'json' | WholeFormat;

/** The media type of each format, as a client asks for it. */
export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};
const ANY_TYPE = /^(?:\*|application)\/\*$/;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route also answers in `WHOLE_FORMATS`. */
    isList?: true;
  }
}

/** The format that a request asks for: by the parameter `format`, else by the header `Accept`. */
export function formatOf({ routeOptions, query, headers }: FastifyRequest): Format {
  if (!routeOptions.config.isList) return 'json';
  const { format }: { format?: unknown } = Object(query);
  const named = WHOLE_FORMATS.find((known) => typeof format === 'string' && known === format.toLowerCase());
  return named ?? negotiateFormat(headers.accept ?? '');
}

/** The format that an `Accept` header prefers. Of equal ones, those that it names come before JSON as one of any. */
function negotiateFormat(header: string): Format {
  const ranges = header
    .split(',')
    .flatMap((listed): { format: Format; quality: number; isNamed: boolean }[] => {
      const [range = '', ...parameters] = listed.split(';').map((part) => part.trim().toLowerCase());
      const [quality = 1] = parameters.flatMap((part) =>
        part.startsWith('q=') ? [Number(part.slice(2))] : [],
      );
      const format = FORMATS.find((known) => MEDIA_TYPES[known] === range);
      if (format) return [{ format, quality, isNamed: true }];
      return ANY_TYPE.test(range) ? [{ format: 'json', quality, isNamed: false }] : [];
    });
  const [best] = ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || Number(b.isNamed) - Number(a.isNamed));
  return best?.format ?? 'json';
}

const FORMATS: readonly Format[] = ['json', ...WHOLE_FORMATS];
