/** How the text of a parameter becomes a typed value. */

import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import type { ParsedFilter } from './complete-asked.ts';
import type { AskedSort, DateSpan, Filter } from './filter.ts';
import { MOST_LISTED, nearestName } from './nearest-name.ts';

/** Reads a text. `fault` takes what is wrong with it. */
export type Read<Value> = (text: string, fault: (message: string) => never) => Value;

export const ID = /^\d{1,9}$/;

/** What separates the items of a list. Spaces after a comma are ignored. */
export const LIST_COMMA = /, */;

export const GIVEN_TWICE = 'is given more than once. Give it once.';
export const EMPTY = 'is empty. Give a value, or leave the parameter out.';

const MOST_ECHOED = 60;

/** Shortens what a client wrote, for a message. */
export function shortenEcho(text: string): string {
  return text.length > MOST_ECHOED ? `${text.slice(0, MOST_ECHOED)}…` : text;
}

/** A whole number from 1 to `largest`. */
export function countReader(largest: number): Read<number> {
  return (text, fault) => {
    const value = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
    return value >= 1 && value <= largest
      ? value
      : fault(
          `must be a whole number from 1 to ${largest}${/^0\d/.test(text) ? ', without leading zeros' : ''}, not "${shortenEcho(text)}".`,
        );
  };
}

/** One of a few words or their aliases; case is ignored. */
export function choiceReader<Choice extends string>(
  choices: readonly Choice[],
  aliases: Readonly<Record<string, Choice>> = {},
): Read<Choice> {
  return (text, fault) => {
    const word = text.toLowerCase();
    const choice = choices.find((known) => known === word) ?? new Map(Object.entries(aliases)).get(word);
    if (choice !== undefined) return choice;
    return fault(
      choices.length > MOST_LISTED
        ? `"${shortenEcho(text)}" is not one of the choices. ${nearestName(word, choices)}`
        : `must be one of ${choices.join(', ')}, not "${shortenEcho(text)}".`,
    );
  };
}

/** No name has more characters. */
export const LONGEST_TEXT = 200;
export const MOST_IDS = 1000;

const readShortText: Read<string> = (text, fault) =>
  text.length <= LONGEST_TEXT
    ? text
    : fault(`has ${text.length} characters, but the limit is ${LONGEST_TEXT}. Shorten it.`);

/** Jurisdiction ids separated by commas. */
function idsReader(example: number): Read<number[]> {
  return (text, fault) => {
    const ids: number[] = [];
    const given = text.split(LIST_COMMA);
    if (given.length > MOST_IDS)
      return fault(
        `has ${given.length} ids, but the limit is ${MOST_IDS}. Send several requests, or leave the parameter out for all.`,
      );
    for (const id of given) {
      if (!ID.test(id))
        return fault(
          `must be jurisdiction ids separated by commas, such as ${example} or ${example},${example + 1}. "${shortenEcho(id)}" is not an id.`,
        );
      ids.push(Number(id));
    }
    return ids;
  };
}

/** Allocation periods between two dates, both included. */
function rangeReader(hasWholeMonths: boolean): Read<DateSpan> {
  return (text, fault) => {
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
  };
}

/** One of `names`, with `-` before it for descending order. */
function sortReader(names: readonly string[]): Read<AskedSort> {
  return (text, fault) => {
    const choices = sortChoices(names);
    const descending = text.startsWith('-');
    const column = descending ? text.slice(1) : text;
    if (names.includes(column)) return { column, descending };
    const sameDirection = choices.filter((choice) => choice.startsWith('-') === descending);
    return fault(`Cannot sort by "${shortenEcho(text)}". ${nearestName(text, sameDirection)}`);
  };
}

/** Names of members of a record, separated by commas. */
function membersReader(names: readonly string[]): Read<ReadonlySet<string>> {
  return (text, fault) => {
    const asked = text.split(LIST_COMMA);
    const unknown = asked.find((name) => !names.includes(name));
    if (unknown === undefined) return new Set(asked);
    return fault(`No member of a record is named "${shortenEcho(unknown)}". ${nearestName(unknown, names)}`);
  };
}

/** Each name, and with `-` before it. */
export function sortChoices(names: readonly string[]): string[] {
  return names.flatMap((name) => [name, `-${name}`]);
}

const FIRST_OF_MONTH = '-01';

/** What is wrong with a date; `null` if nothing is. */
function dateFault(text: string, hasWholeMonths: boolean): string | null {
  if (!isCalendarDate(text))
    return `"${shortenEcho(text)}" is not a date. Write it as YYYY-MM-DD, such as 2024-05-01.`;
  if (hasWholeMonths && !text.endsWith(FIRST_OF_MONTH))
    return `"${shortenEcho(text)}" is not the first day of a month. Write ${text.slice(0, 8)}01 for that month.`;
  return null;
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** What readers know of the dataset. */
interface Known {
  states: readonly { code: string }[];
  /** An id to show in a message. */
  exampleId: number;
}

const SPAN = /^(\d{4}-\d{2})?(?:-01)?(?:(\.\.|, *)(\d{4}-\d{2})?(?:-01)?)?$/;

/** A month such as `2024-05`. */
export const ONE_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Months: `2020-03..2020-06`, one month, or with an open end `2020-03..`. */
const readSpan: Read<DateSpan> = (text, fault) => {
  const [match, first, dots, last] = SPAN.exec(text) ?? [];
  const ends = [first ?? null, (dots ? last : first) ?? null].map(
    (month) => month && `${month}${FIRST_OF_MONTH}`,
  );
  const [from = null, to = null] = ends;
  if (!match || (from ?? to) === null || ends.some((day) => day !== null && dateFault(day, true) !== null))
    return fault(`"${shortenEcho(text)}" is not a span of months. Write it as 2024-01..2024-12 or 2024-05.`);
  if (from !== null && to !== null && from > to)
    return fault(`The first month, ${first}, is later than the last, ${last}. Exchange them.`);
  return { from, to };
};

const readOneMonth: Read<DateSpan> = (text, fault) => {
  if (!ONE_MONTH.test(text)) return fault(`"${shortenEcho(text)}" is not a month. Write it as 2024-05.`);
  const day = `${text}${FIRST_OF_MONTH}`;
  return { from: day, to: day };
};

const readMonth: Read<DateSpan> = (text, fault) => {
  const found = dateFault(text, true);
  return found === null ? { from: text, to: text } : fault(found);
};

/** How the text of a filter is read. */
export function readerOf(
  { kind, of, choices = [], most = Number.MAX_SAFE_INTEGER, isArgument }: Filter,
  { states, exampleId }: Known,
): Read<ParsedFilter> {
  switch (kind) {
    case 'choice':
      if (of === 'state') return choiceReader(states.map(({ code }) => code));
      if (of === 'type') return choiceReader(JURISDICTION_TYPES, { spd: 'special_district' });
      return of === 'members' ? membersReader(choices) : choiceReader(choices);
    case 'ids':
      return isArgument ? (text, fault) => [countReader(most)(text, fault)] : idsReader(exampleId);
    case 'month':
      return readMonth;
    case 'span':
      if (of === 'one_month') return readOneMonth;
      return of === undefined ? readSpan : rangeReader(of === 'months');
    case 'count':
      return countReader(of === 'calendar_month' ? 12 : most);
    case 'moment':
      return of === 'version' ? readShortText : momentReader(of === 'date');
    case 'sort':
      return sortReader(choices);
    case 'text':
      // the dataset knows the names of counties: see `requireCounty`
      return of === 'county' ? shortenEcho : readShortText;
  }
}

/** A date; else a version or `last`, unless only dates will do. */
function momentReader(isDate: boolean): Read<string> {
  return (text, fault) => {
    if (!isDate && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return readShortText(text, fault);
    const found = dateFault(text, false);
    return found === null ? text : fault(found);
  };
}
