import { flatColumns } from '../../records/description.ts';
import { monthRecord } from '../../records/descriptions/months.ts';
import type { FieldOverview } from '../service/questions.ts';

/** The name of a field for people, and what it means; undefined if the state has no such field. */
export function meaningOf(
  fields: readonly FieldOverview[],
  field: string,
): { name: string; text: string } | undefined {
  const known = fields.find(({ name }) => name === field);
  if (!known) return undefined;
  const elsewhere = known.quarter_end_only
    ? '. It has a figure at quarter ends only, and is 0 elsewhere'
    : '';
  return { name: known.label, text: `${known.meaning}${elsewhere}` };
}

const COMPARED = new Map(
  flatColumns(monthRecord.members).map(({ flatName, meaning }) => [flatName, meaning]),
);

/** What a figure of a month means, by its name in the API. */
export function comparedMeaning(name: string): string {
  return plainMeaning(COMPARED.get(name) ?? '');
}

/** A meaning of a description, which speaks of JSON too, for people. */
export function plainMeaning(text: string): string {
  return text.replaceAll(/(^|\. )null/g, '$1Empty').replaceAll('null', 'empty');
}
