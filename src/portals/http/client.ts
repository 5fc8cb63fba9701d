import { setTimeout as sleep } from 'node:timers/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import pRetry from 'p-retry';
import { askOnce, withoutSecrets } from './exchange.ts';
import { FetchFault } from './fault.ts';
import type { Asker, ClientOptions, PortalAnswer, Question } from './messages.ts';

/** Sends requests, and repeats those that may succeed later. */
export interface Client {
  /** Asks until `read` accepts an answer, or throws the last `FetchFault`. `read` throws one for a wrong answer. */
  ask<Reading>(question: Question, read: (answer: PortalAnswer) => Reading): Promise<Reading>;
}

export function openClient(options: ClientOptions): Client {
  const { limits } = options;
  const limitOfHost = new Map<string, LimitFunction>();
  const limitOf = (host: string) => {
    const limit = limitOfHost.get(host) ?? pLimit(limits.requestsPerHost);
    limitOfHost.set(host, limit);
    return limit;
  };
  const asker = { ...options, limitOf };
  return { ask: (question, read) => askUntilRead(asker, question, read) };
}

async function askUntilRead<Reading>(
  asker: Asker,
  question: Question,
  read: (answer: PortalAnswer) => Reading,
): Promise<Reading> {
  const { limits, signal } = asker;
  const failed = { retry: 0, once: 0, later: 0, restart: 0, none: 0 };
  const allowed = {
    retry: limits.retries,
    once: Math.min(1, limits.retries),
    later: limits.notReadyRetries,
    restart: 0,
    none: 0,
  };
  /** Whether to give up, and how long to wait besides the growing pause. */
  const decide = (error: unknown): { isLast: boolean; waitMs: number } => {
    if (!(error instanceof FetchFault)) return { isLast: true, waitMs: 0 };
    const { remedy, waitMs } = error;
    failed[remedy] += 1;
    const isLast = failed[remedy] > allowed[remedy] || waitMs > limits.retryAfterMs;
    return { isLast, waitMs: remedy === 'later' ? limits.notReadyMs : waitMs };
  };
  let failure = { isLast: true, waitMs: 0 };
  const attemptOnce = async (attempt: number): Promise<Reading> => {
    try {
      const answer = await askOnce(asker, question, attempt);
      try {
        return read(answer);
      } catch (error) {
        throw error instanceof FetchFault ? withoutSecrets(error, asker) : error;
      }
    } catch (error) {
      failure = decide(error);
      throw error;
    }
  };
  return await pRetry(attemptOnce, {
    retries: limits.retries + limits.notReadyRetries,
    minTimeout: limits.firstWaitMs,
    maxTimeout: limits.longestWaitMs,
    randomize: true,
    signal,
    shouldRetry: () => !failure.isLast,
    onFailedAttempt: async () => {
      if (!failure.isLast && failure.waitMs > 0) await sleep(failure.waitMs, undefined, { signal });
    },
  });
}
