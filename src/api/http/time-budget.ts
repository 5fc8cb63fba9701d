import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { callerOf } from './authentication.ts';
import { Refusal } from './errors.ts';

const MINUTE_MS = 60_000;
const CALLERS_REMEMBERED = 5000;
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
