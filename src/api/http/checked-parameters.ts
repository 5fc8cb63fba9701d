import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { nearestName } from '../../records/filters/nearest-name.ts';
import { shortenEcho } from '../../records/filters/readers.ts';
import { isEncoded } from './addresses.ts';
import { nothingAt, Refusal } from './errors.ts';

/** What is wrong with a parameter. */
type Fault = readonly [parameter: string, message: string];

const MOST_NAMED = 10;

/** Makes Fastify's validator for the path or the query of a route: zod, with a message for each wrong parameter. */
export function compileValidator({ schema }: { schema: unknown }) {
  if (!(schema instanceof z.ZodObject)) throw new Error('the parameters of a route need a zod schema');
  const known = Object.keys(schema.shape);
  return (given: unknown): { value: unknown } | { error: Refusal } => {
    const result = schema.safeParse(given);
    return result.success ? { value: result.data } : { error: refusalOf(faultsOf(result.error, known)) };
  };
}

/** A hook that refuses addresses that no schema can read: with an empty id, or with a broken encoding. */
export async function checkAddress(request: FastifyRequest): Promise<void> {
  if (Object.values(request.params ?? {}).includes('')) throw new Refusal(404, nothingAt(request));
  const faults = encodingFaults(request.url);
  if (faults.length > 0) throw refusalOf(faults);
}

/** Names the first faults only: a request can have thousands, and each names what is allowed. */
function refusalOf(faults: readonly Fault[]): Refusal {
  const errors = new Map<string, string[]>();
  for (const [parameter, fault] of faults.slice(0, MOST_NAMED)) {
    const name = shortenEcho(parameter);
    errors.set(name, [...(errors.get(name) ?? []), fault]);
  }
  const named = [...errors].flatMap(([name, messages]) => messages.map((message) => `${name}: ${message}`));
  const more = faults.length - MOST_NAMED;
  if (more > 0) named.push(`${more} more parameters are wrong.`);
  return new Refusal(422, named.join(' '), Object.fromEntries(errors));
}

function faultsOf(error: z.ZodError, known: readonly string[]): Fault[] {
  return error.issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key, `is not a parameter of this address. ${nearest(key, known)}`])
      : [[issue.path.join('.'), issue.message]],
  );
}

function nearest(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'It has no parameters.' : nearestName(name, known);
}

/** Parameters with an invalid percent escape. Fastify would take the escape as plain text. */
function encodingFaults(url: string): Fault[] {
  const [, query = ''] = /\?(.*)$/.exec(url) ?? [];
  const broken = query.split('&').filter((pair) => !isEncoded(pair));
  return broken.map((pair) => {
    const [name = ''] = pair.split('=');
    const readable = isEncoded(name) ? decodeURIComponent(name.replaceAll('+', ' ')) : name;
    return [readable, 'has an invalid % escape. Encode text as UTF-8, and write % itself as %25.'];
  });
}
