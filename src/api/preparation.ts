import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { DatasetReader, DatasetView } from '../store/query/view.ts';

/** Makes one thing that requests need, unless it is made already. */
export type Preparation = (view: DatasetView) => unknown;

declare module 'fastify' {
  interface FastifyInstance {
    /** What the routes can prepare for their requests. Each route adds its own. */
    preparations: Preparation[];
  }
}

const EVERY_MS = 100;
/** The service counts as idle while it works for less than this part of the time. */
const BUSY = 0.5;

/**
 * Makes what the first requests of each version of the dataset would wait for: one thing at a time, with pauses, and
 * only while the service is idle. If this is too late, a request makes it.
 */
export function prepareWhileIdle(
  app: FastifyInstance,
  reader: DatasetReader,
  preparations: readonly Preparation[],
): void {
  let prepared: DatasetView | undefined;
  let next = 0;
  const prepareNext = () => {
    reader.read((view) => {
      if (view !== prepared) [prepared, next] = [view, 0];
      preparations[next]?.(view);
      next = Math.min(next + 1, preparations.length);
    });
  };
  let timer: NodeJS.Timeout | undefined;
  let pause = performance.eventLoopUtilization();
  let isFailing = false;
  const work = () => {
    if (performance.eventLoopUtilization(pause).utilization <= BUSY) {
      try {
        prepareNext();
        isFailing = false;
      } catch (error) {
        // give up on this view only
        next = preparations.length;
        if (!isFailing)
          app.log.warn({ err: error }, 'preparation failed: requests of this version take longer');
        isFailing = true;
      }
    }
    pause = performance.eventLoopUtilization();
  };
  app.addHook('onListen', (done) => {
    timer = setInterval(work, EVERY_MS).unref();
    done();
  });
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });
}
