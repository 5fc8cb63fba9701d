import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { USAGE } from '../../../domain/operator-error.ts';

import type { ParsedFilter } from '../../../records/filters/complete-asked.ts';
import type { Filter, Filters } from '../../../records/filters/filter.ts';
import { MOST_LISTED, SEE_ALL } from '../../../records/filters/nearest-name.ts';
import { describeFilter, filterMeaning, readFilter } from '../../../records/filters/parameters.ts';
import { EMPTY } from '../../../records/filters/readers.ts';
import type { RecordList } from '../../../records/list.ts';

/** The texts that a command line gives for each filter. */
export type Typed = Readonly<Record<string, readonly string[]>>;

/** What the filters of a command line say. */
export interface Given {
  typed: Record<string, readonly string[]>;
  filters: Record<string, ParsedFilter>;
  /** The jurisdictions of each filter as typed: ids, codes or names. */
  jurisdictions: Record<string, string[]>;
}

/** Former names of options, which are still accepted. */
const FORMER: Readonly<Record<string, string>> = { allocation_period: 'month' };

/** Adds the filters of a list as options and arguments. They write what they read into `given`. */
export function addFilters(command: Command, filters: Filters, given: Given): void {
  for (const [name, filter] of Object.entries(filters)) {
    if (filter.isArgument) command.addArgument(filterArgument(name, filter, given));
    else command.addOption(filterOption(name, filter, given));
    if (FORMER[name]) command.addOption(filterOption(name, filter, given, FORMER[name]).hideHelp());
  }
}

/** What stands for the value of an option. Default: its kind. */
const PLACEHOLDERS: Readonly<Partial<Record<Filter['kind'], string>>> = {
  state: 'code',
  report_kind: 'kind',
  county: 'name',
  count: 'n',
  first_month: 'n',
  sort: 'column',
  span: 'first..last',
  choice: 'value',
};

function filterArgument(name: string, filter: Filter, given: Given): Argument {
  const { kind, meaning } = filter;
  return new Argument(`<${kind}>`, meaning).argParser((text) => {
    if (kind === 'jurisdiction') given.jurisdictions[name] = [text];
    else given.filters[name] = readValue(filter, text, kind === 'state' ? STATE_FIRST : '');
    return text;
  });
}

/** A terminal has no page of the service that could list all names. */
export function forCommands(message: string, choices: readonly string[] = []): string {
  const all = `All names: ${choices.filter((choice) => !choice.startsWith('-')).join(', ')}.`;
  const elsewhere = 'allocations list shows the counties, docs/reference/dataset.md all fields.';
  return message.replace(SEE_ALL, choices.length > 0 ? all : elsewhere);
}

/** People type the name of a place where a command needs its state. */
const STATE_FIRST = ' For one place, write its state first, then --jurisdiction and the name.';

function readValue(filter: Filter, text: string, advice = ''): ParsedFilter {
  const { enum: choices } = describeFilter(filter);
  const refuse = (message: string) => {
    throw new InvalidArgumentError(`${forCommands(message, choices)}${advice}`);
  };
  return text === '' ? refuse(EMPTY) : readFilter(filter)(text, refuse);
}

function filterOption(name: string, filter: Filter, given: Given, called = name): Option {
  const { kind, isRequired = false } = filter;
  const meaning = filterMeaning(filter);
  if (kind === 'jurisdictions')
    return new Option(
      '--jurisdiction <jurisdictions...>',
      `${meaning}: the id, code or name of each`,
    ).argParser((text) => {
      given.jurisdictions[name] = [...(given.jurisdictions[name] ?? []), text];
      given.typed.jurisdiction = given.jurisdictions[name];
      return text;
    });
  const flags = `--${called.replaceAll('_', '-')}`;
  const read = (text: string) => {
    requireMonths(text, kind);
    given.filters[name] = readValue(filter, withDays(text, kind));
    given.typed[name] = [text];
    return text;
  };
  if (kind === 'flag') return new Option(flags, meaning).preset('true').argParser(read);
  const option = new Option(`${flags} <${PLACEHOLDERS[kind] ?? kind}>`, meaning).makeOptionMandatory(
    isRequired,
  );
  const { enum: choices } = describeFilter(filter);
  return choices && choices.length <= MOST_LISTED
    ? option.choices(choices).argParser(read)
    : option.argParser(read);
}

const MONTH = String.raw`(\d{4}-(?:0[1-9]|1[0-2]))(?:-01)?`;
const SPAN = new RegExp(`^${MONTH}(?:(?:\\.\\.|, *)${MONTH})?$`);

/** Refuses what is no month or span in the words of commands; the service has dates instead. */
function requireMonths(text: string, kind: Filter['kind']): void {
  if (kind !== 'month' && kind !== 'span') return;
  const [, first = '', last] = SPAN.exec(text) ?? [];
  if (first === '' || (kind === 'month' && last !== undefined))
    throw new InvalidArgumentError(
      kind === 'month'
        ? `"${text}" is not a month. Write it as 2024-05.`
        : `"${text}" is not a month or a span of months. Write it as 2024-05 or 2024-01..2024-05.`,
    );
  if (last !== undefined && first > last)
    throw new InvalidArgumentError(
      `The first month, ${first}, is later than the last, ${last}. Exchange them.`,
    );
}

/**
 * A month or a span of months as the service takes it: `2024-05` becomes `2024-05-01`, and `..` a comma. A single month is
 * a span too.
 */
function withDays(text: string, kind: Filter['kind']): string {
  if (kind !== 'month' && kind !== 'span') return text;
  const days = text.replace('..', ',').replace(/(?<=^|, *)(\d{4}-\d{2})(?=$|,)/g, '$1-01');
  return kind === 'span' && /^\d{4}-\d{2}-01$/.test(days) ? `${days},${days}` : days;
}

/** The filters that a list adds to those of a command. A sort takes the columns of both. */
export function optionsOf({ description }: RecordList, others: Filters): Filters {
  return Object.fromEntries(
    Object.entries(description.filters).flatMap(([name, { isRequired: _, ...filter }]) => {
      if (name !== 'sort') return name in others ? [] : [[name, filter]];
      const choices = new Set([...(others[name]?.choices ?? []), ...(filter.choices ?? [])]);
      return [[name, { ...filter, choices: [...choices] }]];
    }),
  );
}

/** Refuses options of the other list of a command. */
export function requireFiltersOf(
  command: Command,
  list: RecordList,
  { filters }: Given,
  switching = '',
): void {
  const known = list.description.filters;
  const option = (name: string) => `--${name.replaceAll('_', '-')}`;
  for (const [name, value] of Object.entries(filters)) {
    const columns: readonly string[] = known[name]?.choices ?? [];
    const isColumn = typeof value !== 'object' || !('column' in value) || columns.includes(value.column);
    if (name in known && isColumn) continue;
    const what = name in known ? 'this column of --sort' : option(name);
    const message =
      switching in known ? `does not go with ${option(switching)}` : `needs ${option(switching)}`;
    command.error(`error: ${what} ${message}`, { exitCode: USAGE });
  }
}
