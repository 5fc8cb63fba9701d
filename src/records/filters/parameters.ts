import * as z from 'zod';
import { JURISDICTION_TYPES, type JurisdictionType } from '../../domain/jurisdiction.ts';
import { parseCounty } from '../../domain/jurisdiction-name.ts';
import type { State } from '../../states/state.ts';
import type { AskedSort, DateSpan } from './filter.ts';
import { MOST_LISTED, nearestName } from './nearest-name.ts';

/** The id of a jurisdiction. */
export const ID = /^\d{1,9}$/;

/** The schema of one parameter, which turns its text into a typed value. */
export type Parameter<Value> = z.ZodType<Value | undefined, string | undefined>;

type Read<Value> = (text: string, fault: (message: string) => typeof z.NEVER) => Value;

/** What separates the items of a list. Spaces after a comma are ignored. */
export const LIST_COMMA = /, */;

const MOST_ECHOED = 60;

/** Shortens what a client wrote, for a message. */
export function shortenEcho(text: string): string {
  return text.length > MOST_ECHOED ? `${text.slice(0, MOST_ECHOED)}…` : text;
}

/** How the OpenAPI document describes a parameter. `x-default` and `x-example` become its default and example. */
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
    .string({ error: 'is given more than once. Give it once.' })
    .transform((value, context) => {
      const fault = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      return value === '' ? fault('is empty. Give a value, or leave the parameter out.') : read(value, fault);
    })
    .optional()
    .meta({ ...description });
}

/** A whole number from 1 to `largest`. */
export function countParameter(description: Description, largest: number): Parameter<number> {
  return parameter({ type: 'integer', minimum: 1, maximum: largest, ...description }, (text, fault) => {
    const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= largest
      ? value
      : fault(
          `must be a whole number from 1 to ${largest}${/^0\d/.test(text) ? ', without leading zeros' : ''}, not "${shortenEcho(text)}".`,
        );
  });
}

/** One of a few words or their aliases; case is ignored. */
export function choiceParameter<Choice extends string>(
  description: string,
  choices: readonly Choice[],
  aliases: Readonly<Record<string, Choice>> = {},
): Parameter<Choice> {
  return parameter({ description, enum: choices, 'x-example': choices[0] ?? '' }, (text, fault) => {
    const word = text.toLowerCase();
    const choice = choices.find((known) => known === word) ?? new Map(Object.entries(aliases)).get(word);
    if (choice !== undefined) return choice;
    return fault(
      choices.length > MOST_LISTED
        ? `"${shortenEcho(text)}" is not one of the choices. ${nearestName(word, choices)}`
        : `must be one of ${choices.join(', ')}, not "${shortenEcho(text)}".`,
    );
  });
}

export function typeParameter(meaning: string): Parameter<JurisdictionType> {
  return choiceParameter(`${meaning}. spd means special_district`, JURISDICTION_TYPES, {
    spd: 'special_district',
  });
}

/**
 * The name of a county, with or without "County"; case is ignored. If reports name the counties of one of the states,
 * `requireCounty` completes the check.
 */
export function countyParameter(description: string, states: readonly State[]): Parameter<string> {
  const counties = states.flatMap((state) => state.counties);
  const isOpen = states.some((state) => state.hasCounties && state.counties.length === 0);
  const example = { description, 'x-example': counties.length > 0 ? 'Los Angeles' : 'Travis' };
  return parameter(isOpen ? example : { ...example, enum: counties }, (text, fault) => {
    const county = parseCounty(text, counties);
    if (county !== undefined) return county;
    if (isOpen) return shortenEcho(text);
    const names = states.map(({ name }) => name).join(', ');
    return fault(`No county of ${names} is named "${shortenEcho(text)}". ${nearestName(text, counties)}`);
  });
}

/** Any text. */
export function textParameter(description: string, example: string): Parameter<string> {
  return parameter({ description, 'x-example': example }, (text) => text);
}

/** A version of the dataset. Only the dataset can tell whether it comes from that version. */
export function versionParameter(description: string): Parameter<string> {
  return textParameter(
    `${description}. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run`,
    'empty',
  );
}

/** A date, a version of the dataset, or `last`. */
export function momentParameter(description: string): Parameter<string> {
  return parameter({ description, 'x-example': '2026-11-01' }, (text, fault) => {
    const found = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateFault(text, false) : null;
    return found === null ? text : fault(found);
  });
}

/** Jurisdiction ids separated by commas. */
export function idsParameter(description: string, example: number): Parameter<number[]> {
  const pattern = String.raw`^\d{1,9}(, *\d{1,9})*$`;
  return parameter({ description, pattern, 'x-example': `${example}` }, (text, fault) => {
    const ids: number[] = [];
    for (const id of text.split(LIST_COMMA)) {
      if (!ID.test(id))
        return fault(
          `must be jurisdiction ids separated by commas, such as ${example} or ${example},${example + 1}. "${shortenEcho(id)}" is not an id.`,
        );
      ids.push(Number(id));
    }
    return ids;
  });
}

const FIRST_OF_MONTH = '-01';

function dateFault(text: string, hasWholeMonths: boolean): string | null {
  if (!z.iso.date().safeParse(text).success)
    return `"${shortenEcho(text)}" is not a date. Write it as YYYY-MM-DD, such as 2024-05-01.`;
  if (hasWholeMonths && !text.endsWith(FIRST_OF_MONTH))
    return `"${shortenEcho(text)}" is not the first day of a month. Write ${text.slice(0, 8)}01 for that month.`;
  return null;
}

/** An allocation period, as the first day of its month. */
export function monthParameter(meaning: string): Parameter<DateSpan> {
  const pattern = String.raw`^\d{4}-\d{2}-01$`;
  const description = `${meaning}. Write it as the first day of its month`;
  return parameter({ description, format: 'date', pattern, 'x-example': '2024-05-01' }, (text, fault) => {
    const found = dateFault(text, true);
    return found === null ? { from: text, to: text } : fault(found);
  });
}

/** Any date. */
export function dateParameter(description: string, example: string): Parameter<string> {
  return parameter({ description, format: 'date', 'x-example': example }, (text, fault) => {
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
        `must be two dates separated by a comma, such as 2024-01-01,2024-12-01, not "${shortenEcho(text)}".`,
      );
    const found = dateFault(first, hasWholeMonths) ?? dateFault(last, hasWholeMonths);
    if (found !== null) return fault(found);
    if (first > last)
      return fault(`The first date, ${first}, is later than the second, ${last}. Exchange them.`);
    return { from: first, to: last };
  });
}

/** One of `names`, with `-` before it for descending order. `ties` says how records with equal figures are sorted. */
export function sortParameter(
  names: readonly string[],
  defaultName: string,
  example: string,
  ties: string,
): Parameter<AskedSort> {
  const choices = names.flatMap((name) => [name, `-${name}`]);
  const description = `Field to sort by. Put - before it for descending order. Default: ${defaultName}. Records without the figure come last. Equal records are sorted by ${ties}`;
  return parameter({ description, enum: choices, 'x-example': example }, (text, fault) => {
    const descending = text.startsWith('-');
    const column = descending ? text.slice(1) : text;
    if (names.includes(column)) return { column, descending };
    const sameDirection = choices.filter((choice) => choice.startsWith('-') === descending);
    return fault(`Cannot sort by "${shortenEcho(text)}". ${nearestName(text, sameDirection)}`);
  });
}

/** Names of members of a record, separated by commas. */
export function membersParameter(
  description: string,
  names: readonly string[],
  example: string,
): Parameter<ReadonlySet<string>> {
  return parameter({ description, 'x-example': example }, (text, fault) => {
    const asked = text.split(LIST_COMMA);
    const unknown = asked.find((name) => !names.includes(name));
    if (unknown === undefined) return new Set(asked);
    return fault(`No member of a record is named "${shortenEcho(unknown)}". ${nearestName(unknown, names)}`);
  });
}
