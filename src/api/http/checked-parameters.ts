import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { nearestName } from '../nearest-name.ts';
import { isEncoded } from './addresses.ts';
import { type ErrorBody, nothingAt, Refusal } from './errors.ts';

/** What is wrong with a parameter. */
type Fault = readonly [parameter: string, message: string];

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
  const faults = [...path.faults, ...query.faults, ...encodingFaults(request.url)];
  if (faults.length > 0) {
    const message = faults.map(([parameter, said]) => `${parameter}: ${said}`).join('; ');
    done(new Refusal(422, message, byParameter(faults)));
    return;
  }
  request.params = path.value;
  request.query = query.value;
  done();
}

function read(schema: unknown, given: unknown): { value: unknown; faults: Fault[] } {
  if (!(schema instanceof z.ZodObject)) return { value: given, faults: [] };
  const result = schema.safeParse(given);
  return result.success
    ? { value: result.data, faults: [] }
    : { value: null, faults: faultsOf(result.error, Object.keys(schema.shape)) };
}

function faultsOf(error: z.ZodError, known: readonly string[]): Fault[] {
  return error.issues.flatMap((issue): Fault[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => [key, `is not a parameter of this address; ${nearest(key, known)}`])
      : [[issue.path.join('.'), issue.message]],
  );
}

function byParameter(faults: readonly Fault[]): ErrorBody['errors'] {
  const messages = new Map<string, string[]>();
  for (const [parameter, message] of faults)
    messages.set(parameter, [...(messages.get(parameter) ?? []), message]);
  return Object.fromEntries(messages);
}

function nearest(name: string, known: readonly string[]): string {
  return known.length === 0 ? 'it has none' : nearestName(name, known);
}

/** Parameters with a percent sign that stands for no character: they would be taken for the text they are written as. */
function encodingFaults(url: string): Fault[] {
  const [, query = ''] = /\?(.*)$/.exec(url) ?? [];
  const broken = query.split('&').filter((pair) => !isEncoded(pair));
  return broken.map((pair) => {
    const [name = ''] = pair.split('=');
    const readable = isEncoded(name) ? decodeURIComponent(name.replaceAll('+', ' ')) : name;
    return [readable, 'has a % that stands for no character; write text in UTF-8, and % itself as %25'];
  });
}
