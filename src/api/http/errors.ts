import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { errorCode } from '../../domain/operator-error.ts';
import { prefixOf } from './addresses.ts';
import { STANDING_HEADERS } from './standing-headers.ts';

/** The body of every error. */
export const errorBody = z
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

/** An example for each status, for the OpenAPI document. */
export const EXAMPLES_BY_STATUS: Readonly<Record<string, ErrorBody>> = {
  401: {
    message: 'A valid access token is missing. Send it in the header Authorization: Bearer <token>.',
    errors: {},
  },
  404: {
    message: 'No jurisdiction has the id 1. Find ids by name with /api/jurisdictions?q=<name>.',
    errors: {},
  },
  414: {
    message:
      'The address has 40000 characters, but the limit is 32768. Shorten it, or send several requests.',
    errors: {},
  },
  422: {
    message: 'limit: must be a whole number from 1 to 1000, not "5000".',
    errors: { limit: ['must be a whole number from 1 to 1000, not "5000".'] },
  },
  429: { message: 'Too many requests: the limit is 600 a minute. Retry in 20 s.', errors: {} },
  500: {
    message: 'The service failed. If it fails again, report the request id to the operator.',
    errors: {},
    request_id: '2c3b1f0e-9d53-4f5c-8a51-0d6f6f0a7b11',
  },
  503: {
    message: 'The service cannot read its dataset. See the log of the service.',
    errors: {},
    request_id: '2c3b1f0e-9d53-4f5c-8a51-0d6f6f0a7b11',
  },
};

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

/** Answers a refusal with its message, and a fault of the service without details. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const status = error.statusCode ?? 500;
    reply.header('Cache-Control', 'no-store');
    if (status < 500) return send(reply, status, error.message, error instanceof Refusal ? error.errors : {});
    const isRefusal = error instanceof Refusal;
    if (!isRefusal) request.log.error({ reqId: request.id, err: error }, 'request failed');
    const message = isRefusal
      ? error.message
      : 'The service failed. If it fails again, report the request id to the operator.';
    return reply
      .code(isRefusal ? status : 500)
      .send({ message, errors: {}, request_id: request.id } satisfies ErrorBody);
  });
  app.setNotFoundHandler(answerNotFound);
}

/** The message for an address that no route has. */
export function nothingAt(request: FastifyRequest): string {
  const [path] = request.originalUrl.split('?', 1);
  return `There is nothing at ${path}. See ${prefixOf(request) ?? ''}/docs for the addresses of this service.`;
}

function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Cache-Control', 'no-store');
  return send(reply, 404, nothingAt(request), {});
}

/** Status, reason phrase and message for bytes that are not a request, by the code of the error. */
const UNREADABLE: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'Request Header Fields Too Large',
    'The headers of the request are too large. Shorten them.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time. Send it again.'],
};

/** Answers bytes that are not a request. Fastify has no reply for them, so this writes to the socket. */
export function answerUnreadable(this: FastifyInstance, error: Error, socket: Socket): void {
  const code = errorCode(error) ?? '';
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, reason, message] = UNREADABLE[code] ?? [400, 'Bad Request', 'This is not an HTTP request.'];
  const body = JSON.stringify({ message, errors: {} } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...Object.entries(STANDING_HEADERS).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  this.log.info({ status, address: socket.remoteAddress, reason: code }, 'not a request');
}

function send(
  reply: FastifyReply,
  status: number,
  message: string,
  errors: ErrorBody['errors'],
): FastifyReply {
  return reply.code(status).send({ message, errors } satisfies ErrorBody);
}
