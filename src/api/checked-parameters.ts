import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type ErrorBody, nothingAt, Refusal } from './errors.ts';
import { nearestName } from './nearest-name.ts';

type Faults = ErrorBody['errors'];

/**
 * A hook that makes of path and query what their schemas say, or refuses the request, with a message for each
 * parameter at fault.
 */
export function checkParameters(
  request: FastifyRequest,
  _: FastifyReply,
  done: (refusal?: Refusal) => void,
): void {
  const { params, querystring } = request.routeOptions.schema ?? {};
  // an address that ends where an id should stand
  if (Object.values(request.params ?? {}).includes('')) {
    done(new Refusal(404, nothingAt(request)));
    return;
  }
  const path = read(params, request.params);
  const query = read(querystring, request.query);
  const errors = joined([path.errors, query.errors, encodingFaults(request.url)]);
  const messages = Object.entries(errors).flatMap(([name, said]) => said.map((text) => `${name}: ${text}`));
  if (messages.length > 0) {
    done(new Refusal(422, messages.join('; '), errors));
    return;
  }
  request.params = path.value;
  request.query = query.value;
  done();
}

function read(schema: unknown, given: unknown): { value: unknown; errors: Faults } {
  if (!(schema instanceof z.ZodObject)) return { value: given, errors: {} };
  const result = schema.safeParse(given);
  return result.success
    ? { value: result.data, errors: {} }
    : { value: null, errors: faultsOf(result.error, Object.keys(schema.shape)) };
}

function faultsOf(error: z.ZodError, known: readonly string[]): Faults {
  const faults = new Map<string, string[]>();
  const add = (name: string, message: string) => faults.set(name, [...(faults.get(name) ?? []), message]);
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(issue.path.join('.'), issue.message);
    else for (const key of issue.keys) add(key, `is not a parameter of this address; ${nearest(key, known)}`);
  }
  return Object.fromEntries(faults);
}

function nearest(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'it has none' : nearestName(name, known);
}

/** Parameters with a percent sign that stands for no character: they would be taken for the text they are written as. */
function encodingFaults(url: string): Faults {
  const [, query = ''] = /\?(.*)$/.exec(url) ?? [];
  const broken = query.split('&').filter((pair) => !isEncoded(pair));
  return Object.fromEntries(
    broken.map((pair) => {
      const [name = ''] = pair.split('=');
      const readable = isEncoded(name) ? decodeURIComponent(name.replaceAll('+', ' ')) : name;
      return [readable, ['has a % that stands for no character; write text in UTF-8, and % itself as %25']];
    }),
  );
}

/** All that is wrong with each parameter. */
function joined(parts: readonly Faults[]): Faults {
  const all = new Map<string, string[]>();
  for (const [name, messages] of parts.flatMap((part) => Object.entries(part)))
    all.set(name, [...(all.get(name) ?? []), ...messages]);
  return Object.fromEntries(all);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
