import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { callerOf } from './authentication.ts';
import { Refusal } from './errors.ts';

const MINUTE_MS = 60_000;
/** The limiter forgets the caller that was idle for the longest time if it has more than these. */
const CALLERS_REMEMBERED = 5000;

/** Requests a minute that one address may make without a token. */
export const OPEN_RATE = 600;

/** Health checks have a count of their own: a flood of other requests must not make a probe fail. */
const HEALTH_PATHS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Requests that the service answers in one minute. */
export interface RateLimits {
  /** For each token. */
  perToken: number;
  /** For each address, over all requests without a valid token except health checks. */
  perAddress: number;
}

/** The requests of one caller in the minute that its first request began. */
interface Minute {
  /** Whole milliseconds on the clock of `performance.now`, which nobody can set. */
  endsAt: number;
  requests: number;
}

/**
 * A hook that counts requests by token, or by address if they have no valid one. We do not use @fastify/rate-limit:
 * it attaches to routes, so it misses 404 answers and refused tokens, and a 304 costs up to 1.4 times as much.
 */
export function limitRate({ perToken, perAddress }: RateLimits) {
  const minutes = new LRUCache<string, Minute>({ max: CALLERS_REMEMBERED });

  const limitOf = (request: FastifyRequest): [key: string, most: number] => {
    const key = callerOf(request);
    if (request.caller) return [key, perToken];
    return HEALTH_PATHS.has(request.routeOptions.url) ? [`health ${key}`, OPEN_RATE] : [key, perAddress];
  };

  return (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Refusal) => void): void => {
    const [key, most] = limitOf(request);
    const now = Math.trunc(performance.now());
    let minute = minutes.get(key);
    if (!minute || minute.endsAt <= now) {
      minute = { endsAt: now + MINUTE_MS, requests: 0 };
      minutes.set(key, minute);
    }
    minute.requests += 1;
    const seconds = Math.ceil((minute.endsAt - now) / 1000);
    reply.header('x-ratelimit-limit', String(most));
    reply.header('x-ratelimit-remaining', String(Math.max(0, most - minute.requests)));
    reply.header('x-ratelimit-reset', String(seconds));
    if (minute.requests <= most) {
      done();
      return;
    }
    reply.header('retry-after', String(seconds));
    done(new Refusal(429, `Too many requests: the limit is ${most} a minute. Retry in ${seconds} s.`));
  };
}
