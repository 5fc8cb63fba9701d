import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Options of a route that is read: HEAD runs the same hooks as GET, so that the headers are the same, also of an encoded answer. */
export const READ = { method: ['GET', 'HEAD'], exposeHeadRoute: false };

/** Answers 405 to every other method at the addresses of all routes that follow. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const others = app.supportedMethods.filter((method) => !READING.includes(method));
  app.addHook('onRoute', ({ method, url }) => {
    if (![method].flat().includes('GET')) return;
    app.route({
      method: others,
      url,
      schema: { hide: true },
      // before the body is read
      onRequest: refuse,
      handler: refuse,
    });
  });
}

async function refuse(request: FastifyRequest, reply: FastifyReply): Promise<never> {
  reply.header('Allow', READING.join(', '));
  throw new Refusal(405, `${request.method} is not possible here: the service is read-only`);
}

/** Leaves the body out where only the headers are asked for; to run after all that changes the body. */
export async function leaveOutBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> {
  if (request.method !== 'HEAD') return body;
  if (typeof body === 'string' || body instanceof Buffer)
    reply.header('Content-Length', Buffer.byteLength(body));
  else if (body instanceof Readable) body.resume();
  return null;
}
