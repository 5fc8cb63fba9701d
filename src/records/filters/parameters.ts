import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { REPORT_KINDS, STATE_CODES, STATES, STATES_WITH_COUNTIES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { listingOf } from '../listings.ts';
import type { ParsedFilter } from './complete-asked.ts';
import type { Filter, FilterSubject } from './filter.ts';
import {
  choiceReader,
  LONGEST_TEXT,
  MOST_IDS,
  ONE_MONTH,
  type Read,
  readerOf,
  sortChoices,
} from './readers.ts';

/** How the OpenAPI document describes a parameter. */
export interface ParameterSchema {
  description: string;
  example: string | number;
  default?: number;
  type?: 'string' | 'integer';
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  enum?: readonly string[];
  pattern?: string;
}

const KIND_NAMES = REPORT_KINDS.map(({ name }) => name);
const WITH_COUNTIES = STATES.filter(({ hasCounties }) => hasCounties);
const IN_ORDER = 'the order of the list';

/** What describes a whole number from 1. */
export function wholeNumber(largest = Number.MAX_SAFE_INTEGER) {
  return { type: 'integer', minimum: 1, maximum: largest } as const;
}

/** What describes one of a few words. */
export function oneOf(description: string, choices: readonly string[]): ParameterSchema {
  return { description, enum: choices, example: choices[0] ?? '' };
}

function exampleOf(state: State | null): number {
  return listingOf(state ?? STATES[0]).example.id;
}

type Describe = (filter: Filter, state: State | null) => ParameterSchema;

/** How the OpenAPI document describes each kind of filter, or what it is of. */
const DESCRIPTIONS: Readonly<Record<Filter['kind'] | FilterSubject, Describe>> = {
  state: ({ meaning }) => oneOf(meaning, STATE_CODES),
  report_kind: ({ meaning }) => oneOf(meaning, KIND_NAMES),
  type: ({ meaning }) => oneOf(`${meaning}. spd means special_district`, JURISDICTION_TYPES),
  county: ({ meaning }, state) => {
    const counties = (state ? [state] : WITH_COUNTIES).flatMap((one) => one.counties);
    const isOpen = (state ? [state] : WITH_COUNTIES).some((one) => one.counties.length === 0);
    return {
      description: state ? meaning : `${meaning}. The dataset has counties for ${STATES_WITH_COUNTIES}`,
      example: (state ?? STATES[0]).example.county ?? '',
      ...(!isOpen && { enum: counties }),
    };
  },
  ids: ({ meaning, isArgument }, state) =>
    isArgument
      ? { ...wholeNumber(), description: meaning, example: exampleOf(state) }
      : {
          description: `${meaning}: at most ${MOST_IDS} ids separated by commas. Find them with /api/jurisdictions`,
          pattern: String.raw`^\d{1,9}(, *\d{1,9}){0,${MOST_IDS - 1}}$`,
          example: `${exampleOf(state)}`,
        },
  date: ({ meaning, example = '2026-11-01' }) => ({
    description: meaning,
    format: 'date',
    example: `${example}`,
  }),
  month: ({ meaning }) => ({
    description: `${meaning}. Write it as the first day of its month`,
    format: 'date',
    pattern: String.raw`^\d{4}-\d{2}-01$`,
    example: '2024-05-01',
  }),
  span: ({ meaning }) => ({
    description: meaning,
    pattern: String.raw`^(\d{4}-\d{2})?\.\.(\d{4}-\d{2})?$|^\d{4}-\d{2}$`,
    example: '2024-01..2024-12',
  }),
  one_month: ({ meaning, example = '2024-05' }) => ({
    description: meaning,
    pattern: ONE_MONTH.source,
    example,
  }),
  months: ({ meaning }) => ({
    description: meaning,
    pattern: String.raw`^\d{4}-\d{2}-01, *\d{4}-\d{2}-01$`,
    example: '2024-01-01,2024-12-01',
  }),
  days: ({ meaning }) => ({
    description: meaning,
    pattern: String.raw`^\d{4}-\d{2}-\d{2}, *\d{4}-\d{2}-\d{2}$`,
    example: '2024-01-01,2024-12-01',
  }),
  version: ({ meaning }) => ({
    description: `${meaning}. Give the value of the header Dataset-Version of an earlier answer. The version "empty" is before the first run`,
    example: 'empty',
  }),
  moment: ({ meaning }) => ({ description: meaning, example: '2026-11-01' }),
  text: ({ meaning, example = '' }) => ({
    description: meaning,
    maxLength: LONGEST_TEXT,
    example: `${example}`,
  }),
  choice: ({ meaning, choices = [] }) => oneOf(meaning, choices),
  count: ({ meaning, example = 1, most }) => ({
    ...wholeNumber(most),
    description: meaning,
    example: example,
  }),
  calendar_month: (filter) => ({ ...wholeNumber(12), description: filterMeaning(filter), example: 7 }),
  sort: ({ choices = [], usual = IN_ORDER, example = choices[0], ties = IN_ORDER }) => ({
    description: `Field to sort by. Put - before it for descending order. Default: ${usual}. Records without the figure come last. Equal records are sorted by ${ties}`,
    enum: sortChoices(choices),
    example: `${example}`,
  }),
  members: ({ meaning, example = '' }) => ({ description: meaning, example: `${example}` }),
};

const STARTS = STATES.map(({ name, calendar }) => `${fiscalYearToDateStart(calendar)} in ${name}`);

/** The meaning of a filter, with what depends on the states. */
export function filterMeaning({ of, meaning }: Filter): string {
  return of === 'calendar_month' ? `${meaning}. Default: ${STARTS.join(', ')}` : meaning;
}

/** The reader of a filter for the service and the commands. `state` is the one of the address. */
export function readFilter(filter: Filter, state: State | null = null): Read<ParsedFilter> {
  if (filter.of === 'report_kind') return choiceReader(KIND_NAMES);
  return readerOf(filter, { states: STATES, exampleId: exampleOf(state) });
}

export function describeFilter(filter: Filter, state: State | null = null): ParameterSchema {
  return { type: 'string', ...DESCRIPTIONS[filter.of ?? filter.kind](filter, state) };
}
