import * as z from 'zod';
import { JURISDICTION_TYPES, type JurisdictionType } from '../../domain/jurisdiction.ts';
import type { State } from '../../states/state.ts';
import type { AskedSort, DateSpan } from './filter.ts';
import {
  choiceReader,
  countReader,
  countyReader,
  dateFault,
  dateReader,
  EMPTY,
  GIVEN_TWICE,
  idsReader,
  membersReader,
  monthReader,
  type Read,
  rangeReader,
  sortChoices,
  sortReader,
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

function parameter<Value>(description: Description, read: Read<Value>): Parameter<Value> {
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

/** A whole number from 1 to `largest`. */
export function countParameter(description: Description, largest: number): Parameter<number> {
  return parameter({ type: 'integer', minimum: 1, maximum: largest, ...description }, countReader(largest));
}

/** One of a few words or their aliases; case is ignored. */
export function choiceParameter<Choice extends string>(
  description: string,
  choices: readonly Choice[],
  aliases: Readonly<Record<string, Choice>> = {},
): Parameter<Choice> {
  return parameter(
    { description, enum: choices, 'x-example': choices[0] ?? '' },
    choiceReader(choices, aliases),
  );
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
  return parameter(isOpen ? example : { ...example, enum: counties }, countyReader(states, isOpen));
}

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
  return parameter({ description, pattern, 'x-example': `${example}` }, idsReader(example));
}

/** An allocation period, as the first day of its month. */
export function monthParameter(meaning: string): Parameter<DateSpan> {
  const pattern = String.raw`^\d{4}-\d{2}-01$`;
  const description = `${meaning}. Write it as the first day of its month`;
  return parameter({ description, format: 'date', pattern, 'x-example': '2024-05-01' }, monthReader());
}

export function dateParameter(description: string, example: string): Parameter<string> {
  return parameter({ description, format: 'date', 'x-example': example }, dateReader());
}

/** Allocation periods between two dates, both included. */
export function rangeParameter(description: string, hasWholeMonths: boolean): Parameter<DateSpan> {
  const pattern = hasWholeMonths
    ? String.raw`^\d{4}-\d{2}-01, *\d{4}-\d{2}-01$`
    : String.raw`^\d{4}-\d{2}-\d{2}, *\d{4}-\d{2}-\d{2}$`;
  return parameter(
    { description, pattern, 'x-example': '2024-01-01,2024-12-01' },
    rangeReader(hasWholeMonths),
  );
}

/** One of `names`, with `-` before it for descending order. `ties` says how records with equal figures are sorted. */
export function sortParameter(
  names: readonly string[],
  defaultName: string,
  example: string,
  ties: string,
): Parameter<AskedSort> {
  const choices = sortChoices(names);
  const description = `Field to sort by. Put - before it for descending order. Default: ${defaultName}. Records without the figure come last. Equal records are sorted by ${ties}`;
  return parameter({ description, enum: choices, 'x-example': example }, sortReader(names));
}

/** Names of members of a record, separated by commas. */
export function membersParameter(
  description: string,
  names: readonly string[],
  example: string,
): Parameter<ReadonlySet<string>> {
  return parameter({ description, 'x-example': example }, membersReader(names));
}
