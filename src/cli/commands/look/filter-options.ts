import { Argument, type Command, InvalidArgumentError, Option } from 'commander';

import type { ParsedFilter } from '../../../records/filters/complete-asked.ts';
import type { Filter, FilterSubject, Filters } from '../../../records/filters/filter.ts';
import { MOST_LISTED, SEE_ALL } from '../../../records/filters/nearest-name.ts';
import { describeFilter, filterMeaning, readFilter } from '../../../records/filters/parameters.ts';
import { EMPTY } from '../../../records/filters/readers.ts';

/** What the filters of a command line say. */
export interface GivenOptions {
  filters: Record<string, ParsedFilter>;
  /** The jurisdictions of each filter as typed: ids, codes or names. */
  jurisdictions: Record<string, string[]>;
}

/** Former names of options, which are still accepted. */
const FORMER: Readonly<Record<string, string>> = { allocation_period: 'month' };

/** Adds the filters of a list as options and arguments. They write what they read into `given`. */
export function addFilters(command: Command, filters: Filters, given: GivenOptions): void {
  for (const [name, filter] of Object.entries(filters)) {
    if (filter.isArgument) command.addArgument(filterArgument(name, filter, given));
    else command.addOption(filterOption(name, filter, given));
    if (FORMER[name]) command.addOption(filterOption(name, filter, given, FORMER[name]).hideHelp());
  }
}

/** What stands for the value of an option. Default: its kind. */
const PLACEHOLDERS: Readonly<Partial<Record<Filter['kind'] | FilterSubject, string>>> = {
  state: 'code',
  report_kind: 'kind',
  county: 'name',
  type: 'type',
  count: 'n',
  sort: 'column',
  one_month: 'month',
  span: 'first..last',
  choice: 'value',
};

function filterArgument(name: string, filter: Filter, given: GivenOptions): Argument {
  const { kind, meaning } = filter;
  return new Argument(`<${kind === 'ids' ? 'jurisdiction' : (filter.of ?? kind)}>`, meaning).argParser(
    (text) => {
      if (kind === 'ids') given.jurisdictions[name] = [text];
      else given.filters[name] = readValue(filter, text, filter.of === 'state' ? STATE_FIRST : '');
      return text;
    },
  );
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

function filterOption(name: string, filter: Filter, given: GivenOptions, called = name): Option {
  const { kind, of, isRequired = false } = filter;
  const meaning = filterMeaning(filter);
  if (kind === 'ids')
    return new Option(
      '--jurisdiction <jurisdictions...>',
      `${meaning}: the id, code or name of each`,
    ).argParser((text) => {
      given.jurisdictions[name] = [...(given.jurisdictions[name] ?? []), text];
      return text;
    });
  const flags = `--${called.replaceAll('_', '-')}`;
  const read = (text: string) => {
    given.filters[name] = readValue(filter, kind === 'month' ? withDay(text) : text);
    return text;
  };
  const { enum: choices } = describeFilter(filter);
  const isFlag = choices?.length === 1 && choices[0] === 'true';
  if (isFlag) return new Option(flags, meaning).preset('true').argParser(read);
  const placeholder = PLACEHOLDERS[of ?? kind] ?? PLACEHOLDERS[kind] ?? kind;
  const option = new Option(`${flags} <${placeholder}>`, meaning).makeOptionMandatory(isRequired);
  return choices && choices.length <= MOST_LISTED
    ? option.choices(choices).argParser(read)
    : option.argParser(read);
}

/** A month as the service takes it: `2024-05` becomes `2024-05-01`. */
function withDay(text: string): string {
  if (!/^\d{4}-(0[1-9]|1[0-2])(-01)?$/.test(text))
    throw new InvalidArgumentError(`"${text}" is not a month. Write it as 2024-05.`);
  return text.length === 7 ? `${text}-01` : text;
}
