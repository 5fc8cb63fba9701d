import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { callerOf } from './authentication.ts';
import { Refusal } from './errors.ts';

const MINUTE_MS = 60_000;
const CALLERS_REMEMBERED = 5000;

/** Requests a minute that one address may make without a token. */
export const OPEN_RATE = 600;

/** Health checks have a count of their own: a flood of other requests must not make a probe fail. */
const HEALTH_PATHS: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/** Requests that the service answers in one minute. */
export interface RateLimits {
  perToken: number;
  /** For each address, over all requests without a valid token except health checks. */
  perAddress: number;
}

/** Counts every request, also those that are refused, by token, or by address if it has no valid one. */
export async function limitRate(app: FastifyInstance, { perToken, perAddress }: RateLimits): Promise<void> {
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

/** A third of the time of the thread that serves everybody. */
const USUAL_MS = 20_000;
/** Enough for a page that nobody asked for before. */
const MS_A_REQUEST = 33;

/** Milliseconds a minute that one caller may take, by the requests a minute that the operator allows. */
export function computingMs(rateLimit: number): number {
  return Math.max(USUAL_MS, rateLimit * MS_A_REQUEST);
}

/** Limits how long the service computes for each caller in a minute, because nobody else is answered meanwhile. */
export class TimeBudget {
  private readonly most: number;
  /** Milliseconds, each forgotten a minute after the first. */
  private readonly spent = new LRUCache<string, number>({
    max: CALLERS_REMEMBERED,
    ttl: MINUTE_MS,
    noUpdateTTL: true,
  });

  constructor(most: number) {
    this.most = most;
  }

  /** Throws a `Refusal` if the caller of a request has used up the minute. */
  check(request: FastifyRequest, reply: FastifyReply): void {
    const caller = callerOf(request);
    if ((this.spent.get(caller) ?? 0) < this.most) return;
    const seconds = Math.max(1, Math.ceil(this.spent.getRemainingTTL(caller) / 1000));
    reply.header('retry-after', String(seconds));
    throw new Refusal(
      429,
      `Your requests took too long to compute: the limit is ${this.most / 1000} s a minute. Retry in ${seconds} s.`,
    );
  }

  /** Computes for a request, and counts the time. */
  spend<Result>(request: FastifyRequest, compute: () => Result): Result {
    const start = performance.now();
    try {
      return compute();
    } finally {
      const caller = callerOf(request);
      this.spent.set(caller, (this.spent.get(caller) ?? 0) + performance.now() - start);
    }
  }
}
