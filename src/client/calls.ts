import { type ServiceClient, ServiceError } from './connection.ts';
import type { paths } from './generated/types.gen.ts';

/** An address of the service, such as `/api/changes`. */
export type ServicePath = keyof paths;

type ParametersOf<Path extends ServicePath> = paths[Path]['get']['parameters'];
type QueryOf<Path extends ServicePath> = NonNullable<ParametersOf<Path>['query']>;
type AnswerOf<Path extends ServicePath> = paths[Path]['get']['responses'][200]['content']['application/json'];

/** What an address takes as `fields`: nothing, if it has no such parameter. */
export type FieldsOf<Path extends ServicePath> = 'fields' extends keyof QueryOf<Path>
  ? string | undefined
  : undefined;

/** The parameters of a call, and what ends it. They have no `format`, because an answer in another format has another type. */
export type CallOptions<Path extends ServicePath, Fields> = Pick<ParametersOf<Path>, 'path'> & {
  query?: Omit<QueryOf<Path>, 'fields' | 'format'> & { fields?: Fields; format?: never };
  signal?: AbortSignal | undefined;
};

/** Leaves out the type of records that may lack every member. */
type WithAllMembers<Item> = Item extends unknown ? (NoMembers extends Item ? never : Item) : never;
type NoMembers = Record<never, never>;

/** The body of an answer. Its records have all members, unless the call names some in `fields`. */
export type BodyOf<Path extends ServicePath, Fields> = AskedFor<AnswerOf<Path>, Fields>;
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

/** What `call` takes at run time. */
export interface UntypedOptions {
  query?: object;
  path?: object | undefined;
  signal?: AbortSignal | undefined;
  parseAs?: 'stream';
}
type Outcome = Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * Asks once: `call(client, '/api/changes', { query: { limit: 5 } })`. Throws a `ServiceError` if the service refuses, or
 * another `Error` that says why there is no answer.
 */
export function call<Path extends ServicePath, Fields extends FieldsOf<Path> = undefined>(
  client: ServiceClient,
  path: Path,
  options?: CallOptions<Path, Fields>,
): Promise<Answer<BodyOf<Path, Fields>>>;
export async function call(
  client: ServiceClient,
  address: ServicePath,
  { query, path, ...options }: UntypedOptions = {},
): Promise<Answer<unknown>> {
  const asked: Outcome = Reflect.apply(client.GET, client, [
    address,
    { params: { query, path }, ...options },
  ]);
  const { data, error, response } = await asked.catch(throwError);
  if (!response.ok) throw refusalOf(error, response);
  if (data === undefined || data === null) throw new Error(`The answer is empty. ${CHECK}`);
  return { data, version: response.headers.get('dataset-version'), headers: response.headers };
}

const CHECK = 'Check the address of the service, and the proxies before it.';

/** The reason of a signal can be anything. */
function throwError(reason: unknown): never {
  if (reason instanceof SyntaxError) throw new Error(`The answer is not JSON. ${CHECK}`, { cause: reason });
  throw reason instanceof Error ? reason : new Error(String(reason), { cause: reason });
}

function refusalOf(body: unknown, { status }: Response): ServiceError {
  const { message, errors }: { message?: unknown; errors?: ServiceError['errors'] } = Object(body);
  const text = typeof message === 'string' ? message : `The service answered with status ${status}.`;
  return new ServiceError(status, text, errors ?? {});
}
