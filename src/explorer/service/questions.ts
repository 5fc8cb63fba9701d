import type { BodyOf, ServicePath } from '../../client/calls.ts';
import type { StateOverview } from '../../client/generated/types.gen.ts';
import { linkTo, type Parameters } from '../address/address.ts';
import type { Inquiry } from './request.ts';

/** A field of a state's records. */
export type FieldOverview = StateOverview['fields'][number];

/** The largest page of a list. */
export const ALL = 1000;

/** What follows the start of addresses of the service. */
type After<Start extends string, Path = ServicePath> = Path extends `${Start}${infer Name}` ? Name : never;

type AnswerOf<Path> = Path extends ServicePath ? BodyOf<Path, undefined> : never;

/** Asks for a list of the whole dataset, or for what the dataset has: `updates`, `overview`. */
export function question<Name extends After<'/api/'>>(
  name: Name,
  parameters?: Parameters,
): Inquiry<AnswerOf<`/api/${Name}`>> {
  return { address: linkTo(`/api/${name}`, parameters) };
}

export function jurisdictionQuestion(id: string): Inquiry<AnswerOf<'/api/jurisdictions/{id}'>> {
  return { address: linkTo(`/api/jurisdictions/${id}`) };
}

/** Asks for the `sources` of one jurisdiction. */
export function questionOfPlace<Name extends After<'/api/jurisdictions/{id}/'>>(
  id: string | number,
  name: Name,
  parameters?: Parameters,
): Inquiry<AnswerOf<`/api/jurisdictions/{id}/${Name}`>> {
  return { address: linkTo(`/api/jurisdictions/${id}/${name}`, parameters) };
}

/** The note of a jurisdiction: a page of HTML. */
export function noteQuestion(id: number, parameters: Parameters): Inquiry<Blob> {
  return { address: linkTo(`/api/jurisdictions/${id}/note`, parameters) };
}

/** Asks for a list of the jurisdictions of a state: their `months`, `years`, `projections`. All states have the same. */
export function questionOfState<Name extends After<'/api/ca/sales-tax/'>>(
  state: string,
  name: Name,
  parameters?: Parameters,
): Inquiry<AnswerOf<`/api/ca/sales-tax/${Name}`>> {
  return { address: linkTo(`/api/${state}/sales-tax/${name}`, parameters) };
}

/** Asks a question of a state about one place: its `months`, newest first, its `sentences`. */
export function questionAbout<Name extends After<'/api/ca/sales-tax/'>>(
  { id, state }: { id: number | string; state: string },
  name: Name,
  parameters?: Parameters,
): Inquiry<AnswerOf<`/api/ca/sales-tax/${Name}`>> {
  return questionOfState(state, name, { jurisdictions: id, ...parameters });
}

export function findingsQuestion(parameters: Parameters): Inquiry<AnswerOf<'/api/findings'>> {
  return question('findings', { limit: ALL, ...parameters });
}
