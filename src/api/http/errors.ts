import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { errorCode } from '../../domain/operator-error.ts';
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

/** Answers a refusal with its message, and a fault of the service without details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError | Refusal | WrongFilter, request, reply) => {
    const error = thrown instanceof WrongFilter ? new Refusal(422, thrown.message, thrown.errors) : thrown;
    const isKnown = error instanceof Refusal || (error.statusCode ?? 500) < 500;
    if (!isKnown) request.log.error({ reqId: request.id, err: error }, 'request failed');
    const status = (isKnown && error.statusCode) || 500;
    const body: ErrorBody = {
      message: isKnown ? error.message : FAILURE,
      errors: error instanceof Refusal ? error.errors : {},
      ...(status >= 500 && { request_id: request.id }),
    };
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });
}

/** The message for an address that no route has. */
export function nothingAt(request: FastifyRequest): string {
  const [path] = request.originalUrl.split('?', 1);
  return `There is nothing at ${path}. See ${prefixOf(request) ?? ''}/docs for the addresses of this service.`;
}

/** Status and message for bytes that are not a request, by the code of the error. */
const UNREADABLE: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large. Shorten them.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time. Send it again.'],
};

/** Answers bytes that are not a request. Fastify has no reply for them, so this writes to the socket. */
export function answerUnreadable(this: FastifyInstance, error: Error, socket: Socket): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = UNREADABLE[code] ?? [400, 'This is not an HTTP request.'];
  const body = JSON.stringify({ message, errors: {} } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  this.log.info({ status, address: socket.remoteAddress, reason: code }, 'not a request');
}
