import * as z from 'zod';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { REPORT_KINDS, STATE_CODES, STATES, STATES_WITH_COUNTIES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { listingOf } from '../listings.ts';
import type { ParsedFilter } from './complete-asked.ts';
import type { Filter, Filters, FilterValues } from './filter.ts';
import {
  choiceReader,
  dateFault,
  EMPTY,
  GIVEN_TWICE,
  membersReader,
  type Read,
  readerOf,
  sortChoices,
} from './readers.ts';

/** The schema of one parameter, which turns its text into a typed value. */
export type Parameter<Value> = z.ZodType<Value | undefined, string | undefined>;

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

/** The parameter that a reader reads. */
export function parameter<Value>(description: Description, read: Read<Value>): Parameter<Value> {
  return z
    .string({ error: GIVEN_TWICE })
    .transform((value, context) => {
      const fault = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      return value === '' ? fault(EMPTY) : read(value, fault);
    })
    .optional()
    .meta({ ...description });
}

const KIND_NAMES = REPORT_KINDS.map(({ name }) => name);
const WITH_COUNTIES = STATES.filter(({ hasCounties }) => hasCounties);
const IN_ORDER = 'the order of the list';

/** What describes a whole number from 1. */
export function wholeNumber(largest = Number.MAX_SAFE_INTEGER) {
  return { type: 'integer', minimum: 1, maximum: largest } as const;
}

/** What describes one of a few words. */
export function oneOf(description: string, choices: readonly string[]): Description {
  return { description, enum: choices, 'x-example': choices[0] ?? '' };
}

function exampleOf(state: State | null): number {
  return listingOf(state ?? STATES[0]).example.id;
}

/** How the OpenAPI document describes each kind of filter. */
const DESCRIPTIONS: Readonly<
  Record<keyof FilterValues, (filter: Filter, state: State | null) => Description>
> = {
  state: ({ meaning }) => oneOf(meaning, STATE_CODES),
  report_kind: ({ meaning }) => oneOf(meaning, KIND_NAMES),
  type: ({ meaning }) => oneOf(`${meaning}. spd means special_district`, JURISDICTION_TYPES),
  county: ({ meaning }, state) => {
    const counties = (state ? [state] : WITH_COUNTIES).flatMap((one) => one.counties);
    const isOpen = (state ? [state] : WITH_COUNTIES).some((one) => one.counties.length === 0);
    return {
      description: state ? meaning : `${meaning}. The dataset has counties for ${STATES_WITH_COUNTIES}`,
      'x-example': counties.length > 0 ? 'Los Angeles' : 'Travis',
      ...(!isOpen && { enum: counties }),
    };
  },
  jurisdictions: ({ meaning }, state) => ({
    description: `${meaning}: ids separated by commas. Find them with /api/jurisdictions`,
    pattern: String.raw`^\d{1,9}(, *\d{1,9})*$`,
    'x-example': `${exampleOf(state)}`,
  }),
  jurisdiction: ({ meaning }) => ({ ...wholeNumber(), description: meaning, 'x-example': exampleOf(null) }),
  date: ({ meaning, example = '2026-11-01' }) => ({
    description: meaning,
    format: 'date',
    'x-example': `${example}`,
  }),
  month: ({ meaning }) => ({
    description: `${meaning}. Write it as the first day of its month`,
    format: 'date',
    pattern: String.raw`^\d{4}-\d{2}-01$`,
    'x-example': '2024-05-01',
  }),
  span: ({ meaning }) => ({
    description: meaning,
    pattern: String.raw`^\d{4}-\d{2}-01, *\d{4}-\d{2}-01$`,
    'x-example': '2024-01-01,2024-12-01',
  }),
  days: ({ meaning }) => ({
    description: meaning,
    pattern: String.raw`^\d{4}-\d{2}-\d{2}, *\d{4}-\d{2}-\d{2}$`,
    'x-example': '2024-01-01,2024-12-01',
  }),
  version: ({ meaning }) => ({
    description: `${meaning}. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run`,
    'x-example': 'empty',
  }),
  moment: ({ meaning }) => ({ description: meaning, 'x-example': '2026-11-01' }),
  text: ({ meaning, example = '' }) => ({ description: meaning, 'x-example': `${example}` }),
  choice: ({ meaning, choices = [] }) => oneOf(meaning, choices),
  count: ({ meaning, example = 1, most }) => ({
    ...wholeNumber(most),
    description: meaning,
    'x-example': example,
  }),
  first_month: (filter) => ({ ...wholeNumber(12), description: filterMeaning(filter), 'x-example': 7 }),
  flag: ({ meaning }) => oneOf(meaning, ['true']),
  sort: ({ choices = [], usual = IN_ORDER, example = choices[0], ties = IN_ORDER }) => ({
    description: `Field to sort by. Put - before it for descending order. Default: ${usual}. Records without the figure come last. Equal records are sorted by ${ties}`,
    enum: sortChoices(choices),
    'x-example': `${example}`,
  }),
  members: ({ meaning, example = '' }) => ({ description: meaning, 'x-example': `${example}` }),
};

/** How the service and the commands read what no site has. */
const OWN_READERS: Partial<Record<keyof FilterValues, (filter: Filter) => Read<ParsedFilter>>> = {
  report_kind: () => choiceReader(KIND_NAMES),
  members: ({ choices = [] }) => membersReader(choices),
  moment: () => (text, fault) => {
    const found = /^\d{4}-\d{2}-\d{2}$/.test(text) ? dateFault(text, false) : null;
    return found === null ? text : fault(found);
  },
};

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`);

/** The meaning of a filter, with what depends on the states. */
export function filterMeaning({ kind, meaning }: Filter): string {
  return kind === 'first_month' ? `${meaning}. Default: ${STARTS.join(', ')}` : meaning;
}

/** The mark of a former name of a parameter, which documents leave out. */
export const FORMER = 'x-former';

/** The parameter of each filter, and of its aliases. `state` is the one of the address. */
export function parametersOf(
  filters: Filters,
  state: State | null = null,
): Record<string, Parameter<ParsedFilter>> {
  const known = { state, states: STATES, exampleId: exampleOf(state) };
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, filter]) => {
      const read = OWN_READERS[filter.kind]?.(filter) ?? readerOf(filter, known);
      const described = parameter(DESCRIPTIONS[filter.kind](filter, state), read);
      const former = (filter.aliases ?? []).map((alias) => [alias, described.meta({ [FORMER]: true })]);
      return [[name, described], ...former];
    }),
  );
}
