import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { WrongFilter } from '../../records/filters/wrong-filter.ts';
import { prefixOf } from './addresses.ts';

/** The body of every error. */
const errorBody = z
  .object({
    message: z.string().meta({ description: 'What is wrong and what to do' }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'The errors of each wrong parameter. Empty if all parameters are right' }),
    request_id: z
      .string()
      .optional()
      .meta({ description: 'With status 500 and 503: the id of this request in the log of the service' }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof errorBody>;

/** An error that the client or the operator can fix. The service answers its status and message. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly statusCode: number;
  readonly errors: ErrorBody['errors'];

  constructor(statusCode: number, message: string, errors: ErrorBody['errors'] = {}) {
    super(message);
    this.statusCode = statusCode;
    this.errors = errors;
  }
}

const FAILURE = 'The service failed. If it fails again, report the request id to the operator.';

/** What to do where the plugin for files refuses. */
const OF_FILES: Readonly<Record<number, string>> = {
  412: 'The file is now of another version. Read it again from the start.',
  416: 'The range begins after the end of the file. The header Content-Range has its length.',
};

/** Answers a refusal with its message, and a fault of the service without details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError | Refusal | WrongFilter, request, reply) => {
    const error = thrown instanceof WrongFilter ? new Refusal(422, thrown.message, thrown.errors) : thrown;
    const isKnown = error instanceof Refusal || (error.statusCode ?? 500) < 500;
    if (!isKnown) request.log.error({ reqId: request.id, err: error }, 'request failed');
    const status = (isKnown && error.statusCode) || 500;
    const body: ErrorBody = {
      message: isKnown ? (OF_FILES[status] ?? error.message) : FAILURE,
      errors: error instanceof Refusal ? error.errors : {},
      ...(status >= 500 && { request_id: request.id }),
    };
    // a range beyond a file tells its length
    if (isKnown) reply.headers(Object(error).headers ?? {});
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
}

/** The message for an address that no route has. */
export function nothingAt(request: FastifyRequest): string {
  const [path] = request.originalUrl.split('?', 1);
  return `There is nothing at ${path}. See ${prefixOf(request) ?? ''}/docs for the addresses of this service.`;
}
