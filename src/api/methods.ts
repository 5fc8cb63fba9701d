import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './errors.ts';

const READING = ['GET', 'HEAD', 'OPTIONS'];

/** Answers 405 to every other method at the addresses of all routes that follow. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const others = app.supportedMethods.filter((method) => !READING.includes(method));
  app.addHook('onRoute', ({ method, url, config }) => {
    if (method !== 'GET' || config?.isRefusal) return;
    app.route({
      method: others,
      url,
      schema: { hide: true },
      config: { isRefusal: true, rateLimit: false },
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route only says that its method is not possible. */
    isRefusal?: boolean;
  }
}
