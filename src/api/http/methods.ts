import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Options of all routes. HEAD runs the same hooks as GET, so the headers are the same. */
export const READ = { method: ['GET', 'HEAD'], exposeHeadRoute: false };

/** Answers 405 to all other methods of routes that are registered later. */
export function refuseOtherMethods(app: FastifyInstance): void {
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
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
  throw new Refusal(405, `The service is read-only and does not allow ${request.method}. Use GET.`);
}
