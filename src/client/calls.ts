import type { Client } from './generated/client/index.ts';

/** What a generated function resolves to. */
interface Outcome {
  data?: unknown;
  error?: unknown;
  response?: Response;
}

/** A generated function, such as `listChanges`. */
export type Operation = (options: never) => Promise<Outcome>;

type OptionsOf<Called extends Operation> = NonNullable<Parameters<Called>[0]>;
type QueryOf<Called extends Operation> = OptionsOf<Called> extends { query?: infer Query } ? Query : never;

/** What an operation takes as `fields`: nothing, if it has no such parameter. */
export type FieldsOf<Called extends Operation> = 'fields' extends keyof NonNullable<QueryOf<Called>>
  ? string | undefined
  : undefined;

/** The options of a call. They have no `format`, because an answer in another format has another type. */
export type CallOptions<Called extends Operation, Fields> = OptionsOf<Called> & {
  client: Client;
  query?: { fields?: Fields; format?: never };
};

/** Leaves out the type of records that may lack every member. */
type WithAllMembers<Item> = Item extends unknown ? (NoMembers extends Item ? never : Item) : never;
type NoMembers = Record<never, never>;

/** The body of an answer. Its records have all members, unless the call names some in `fields`. */
export type BodyOf<Called extends Operation, Fields> = AskedFor<
  NonNullable<Awaited<ReturnType<Called>>['data']>,
  Fields
>;
type AskedFor<Body, Fields> = [Fields] extends [undefined]
  ? { [Member in keyof Body]: Body[Member] extends (infer Item)[] ? WithAllMembers<Item>[] : Body[Member] }
  : Body;

/** What the service answered. */
export interface Answer<Body> {
  data: Body;
  /** The version of the dataset that the answer is of. */
  version: string | null;
  headers: Headers;
}

/**
 * Calls a generated function: `call(listChanges, { client, query: { limit: 5 } })`. Throws a `ServiceError` if the service
 * refuses, or the reason why there is no answer.
 */
export function call<Called extends Operation, Fields extends FieldsOf<Called> = undefined>(
  operation: Called,
  options: CallOptions<Called, Fields>,
): Promise<Answer<BodyOf<Called, Fields>>>;
export function call(
  operation: (options: unknown) => Promise<Outcome>,
  options: unknown,
): Promise<Answer<unknown>> {
  return answered(operation(options));
}

/** Waits for what a generated function resolves to. Throws as `call` does. */
export async function answered<Body>(
  asked: Promise<Outcome & { data?: Body }>,
): Promise<Answer<NonNullable<Body>>> {
  const { data, error, response } = await asked;
  if (data === undefined || data === null || !response?.ok) throw error;
  return { data, version: response.headers.get('dataset-version'), headers: response.headers };
}
