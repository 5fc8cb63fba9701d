import * as z from 'zod';
import { JURISDICTION_TYPES, slugOf } from '../domain/jurisdiction.ts';
import { nearestName } from './nearest-name.ts';

/** The largest page one request can ask for, and what it gets where it does not ask. */
const LARGEST_LIMIT = 1000;
export const DEFAULT_LIMIT = 25;
const LARGEST_PAGE = 1_000_000_000;
/** The id of a jurisdiction. */
export const ID = /^\d{1,9}$/;

/** Allocation periods that begin between two dates, `YYYY-MM-DD`, both included; `null` is open. */
export interface DateSpan {
  from: string | null;
  to: string | null;
}

/** The schema of one parameter: from the text of the query to what it means. */
export type Parameter<Value> = z.ZodType<Value | undefined, string | undefined>;

type Read<Value> = (text: string, fault: (message: string) => typeof z.NEVER) => Value;

/** Spaces after a comma are ignored. */
const LIST_COMMA = /, */;

const MOST_ECHOED = 60;

/** What was given, for a message. */
function shorten(text: string): string {
  return text.length > MOST_ECHOED ? `${text.slice(0, MOST_ECHOED)}…` : text;
}

/** How the OpenAPI document describes a parameter; `x-default` and `x-example` become its default and example. */
interface Description {
  description: string;
  'x-example': string | number;
  'x-default'?: number;
  type?: 'string' | 'integer';
  format?: string;
  minimum?: number;
  maximum?: number;
  enum?: readonly string[];
  pattern?: string;
}

function parameter<Value>(description: Description, read: Read<Value>): Parameter<Value> {
  return z
    .string({ error: 'is given more than once; give it once' })
    .transform((value, context) => {
      const fault = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      return value === '' ? fault('is empty; give a value, or leave it out') : read(value, fault);
    })
    .optional()
    .meta({ ...description });
}

/** A whole number from 1 to `largest`. */
function countParameter(description: Description, largest: number): Parameter<number> {
  return parameter({ type: 'integer', minimum: 1, maximum: largest, ...description }, (text, fault) => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= largest
      ? value
      : fault(`must be a whole number from 1 to ${largest}, not "${shorten(text)}"`);
  });
}

export const limitParameter = countParameter(
  { description: 'Records on a page', 'x-default': DEFAULT_LIMIT, 'x-example': 100 },
  LARGEST_LIMIT,
);

export const pageParameter = countParameter(
  { description: 'Number of the page; one beyond the last is empty', 'x-default': 1, 'x-example': 2 },
  LARGEST_PAGE,
);

/** One of a few words, or one of their aliases, in capitals or not. */
export function choiceParameter<Choice extends string>(
  description: string,
  choices: readonly [Choice, ...Choice[]],
  aliases: Readonly<Record<string, Choice>> = {},
): Parameter<Choice> {
  return parameter({ description, enum: choices, 'x-example': choices[0] }, (text, fault) => {
    const word = text.toLowerCase();
    const choice = choices.find((known) => known === word) ?? new Map(Object.entries(aliases)).get(word);
    return choice ?? fault(`must be one of ${choices.join(', ')}, not "${shorten(text)}"`);
  });
}

export const typeParameter = choiceParameter(
  'Only jurisdictions of this type; spd is another name of special_district',
  JURISDICTION_TYPES,
  { spd: 'special_district' },
);

/** The name of a county, with or without "County", in capitals or not. */
export function countyParameter(description: string, counties: readonly string[]): Parameter<string> {
  const bySlug = new Map(counties.map((county) => [slugOf(county), county]));
  return parameter({ description, enum: counties, 'x-example': 'Los Angeles' }, (text, fault) => {
    const county = bySlug.get(slugOf(text).replace(/-county$/, ''));
    return county ?? fault(`no county is named "${shorten(text)}"; ${nearestName(text, counties)}`);
  });
}

/** Any text. */
export function textParameter(description: string, example: string): Parameter<string> {
  return parameter({ description, 'x-example': example }, (text) => text);
}

/** The version of the dataset a client has; whether the dataset comes from it, only the dataset can tell. */
export function versionParameter(description: string): Parameter<string> {
  return textParameter(`${description}; as Dataset-Version named it`, 'empty');
}

/** Jurisdiction ids, separated by commas. */
export function idsParameter(description: string, example: number): Parameter<number[]> {
  const pattern = String.raw`^\d{1,9}(, *\d{1,9})*$`;
  return parameter({ description, pattern, 'x-example': `${example}` }, (text, fault) => {
    const ids: number[] = [];
    for (const id of text.split(LIST_COMMA)) {
      if (!ID.test(id))
        return fault(
          `must be jurisdiction ids separated by commas, as ${example} or ${example},${example + 1}; "${shorten(id)}" is none`,
        );
      ids.push(Number(id));
    }
    return ids;
  });
}

const FIRST_OF_MONTH = '-01';

function dateFault(text: string, hasWholeMonths: boolean): string | null {
  if (!z.iso.date().safeParse(text).success)
    return `"${shorten(text)}" is not a date; write it as YYYY-MM-DD, as 2024-05-01`;
  if (hasWholeMonths && !text.endsWith(FIRST_OF_MONTH))
    return `"${shorten(text)}" is not the first of a month; allocation periods are written as the first of their month, as ${text.slice(0, 8)}01`;
  return null;
}

/** One allocation period, by the first of its month. */
export const periodParameter: Parameter<DateSpan> = parameter(
  {
    description: 'Only this allocation period, as the first of its month',
    format: 'date',
    pattern: String.raw`^\d{4}-\d{2}-01$`,
    'x-example': '2024-05-01',
  },
  (text, fault) => {
    const found = dateFault(text, true);
    return found === null ? { from: text, to: text } : fault(found);
  },
);

/** Allocation periods from a date on, this included. */
export const sinceParameter: Parameter<DateSpan> = parameter(
  {
    description: 'Only allocation periods that begin on this date or later',
    format: 'date',
    'x-example': '2024-01-01',
  },
  (text, fault) => {
    const found = dateFault(text, false);
    return found === null ? { from: text, to: null } : fault(found);
  },
);

/** Any date. */
export function dateParameter(description: string): Parameter<string> {
  return parameter({ description, format: 'date', 'x-example': '2026-11-01' }, (text, fault) => {
    const found = dateFault(text, false);
    return found === null ? text : fault(found);
  });
}

/** Allocation periods between two dates, both included. */
export function rangeParameter(description: string, hasWholeMonths: boolean): Parameter<DateSpan> {
  const pattern = hasWholeMonths
    ? String.raw`^\d{4}-\d{2}-01, *\d{4}-\d{2}-01$`
    : String.raw`^\d{4}-\d{2}-\d{2}, *\d{4}-\d{2}-\d{2}$`;
  return parameter({ description, pattern, 'x-example': '2024-01-01,2024-12-01' }, (text, fault) => {
    const [first = '', last, ...more] = text.split(LIST_COMMA);
    if (last === undefined || more.length > 0)
      return fault(
        `must be two dates separated by a comma, as 2024-01-01,2024-12-01, not "${shorten(text)}"`,
      );
    const found = dateFault(first, hasWholeMonths) ?? dateFault(last, hasWholeMonths);
    if (found !== null) return fault(found);
    if (first > last)
      return fault(`the first date, ${first}, is later than the second, ${last}; turn them round`);
    return { from: first, to: last };
  });
}

/** One of the names, a `-` before it for descending order; `keys` says what each name means. */
export function sortParameter<Key extends object>(
  keys: ReadonlyMap<string, Key>,
  defaultName: string,
  example: string,
): Parameter<Key & { descending: boolean }> {
  const choices = [...keys.keys()].flatMap((name) => [name, `-${name}`]);
  const description = `Field to sort by, descending with a - before it (default ${defaultName}). Records without the figure come last; equal ones newest first, then by id of the jurisdiction`;
  return parameter({ description, enum: choices, 'x-example': example }, (text, fault) => {
    const descending = text.startsWith('-');
    const key = keys.get(descending ? text.slice(1) : text);
    if (key) return { ...key, descending };
    const sameDirection = choices.filter((choice) => choice.startsWith('-') === descending);
    return fault(`cannot sort by "${shorten(text)}"; ${nearestName(text, sameDirection)}`);
  });
}
