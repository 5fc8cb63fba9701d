import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf } from './authentication.ts';
import { Refusal } from './errors.ts';

const MINUTE_MS = 60_000;
const CALLERS_REMEMBERED = 5000;

/** Requests a minute that one address may make without a token. */
export const OPEN_RATE = 600;

/** Health checks have a count of their own: a flood of other requests must not make a probe fail. */
const HEALTH_PATHS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Counts every request, also those that are refused, by token, or by address if it has no valid one. */
export async function limitRate(app: FastifyInstance, perToken: number, perAddress: number): Promise<void> {
  const isHealthCheck = ({ caller, routeOptions }: FastifyRequest) =>
    !caller && HEALTH_PATHS.has(routeOptions.url);
  await app.register(rateLimit, {
    global: false,
    cache: CALLERS_REMEMBERED,
    timeWindow: MINUTE_MS,
    keyGenerator: (request) => (isHealthCheck(request) ? `health ${callerOf(request)}` : callerOf(request)),
    max: (request) => {
      if (request.caller) return perToken;
      return isHealthCheck(request) ? OPEN_RATE : perAddress;
    },
    errorResponseBuilder: (_, { max, ttl }) =>
      new Refusal(
        429,
        `Too many requests: the limit is ${max} a minute. Retry in ${Math.ceil(ttl / 1000)} s.`,
      ),
  });
  app.addHook('onRequest', app.rateLimit());
}
