import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { DatasetReader, DatasetView } from '../store/query/view.ts';

/** Makes one thing that requests will need, where it is not made yet. */
export type Preparation = (view: DatasetView) => unknown;

const EVERY_MS = 100;
/** Part of the time the service may work for requests and still be idle enough. */
const BUSY = 0.5;

/**
 * While the service listens, makes ready what the first requests of each view of the dataset would wait for: one thing
 * at a time, with a pause after each, and none where requests keep the service busy, which make what they need
 * themselves.
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
        // this view is given up, not the next one
        next = preparations.length;
        if (!isFailing)
          app.log.warn({ err: error }, 'not all is prepared: requests make what they need themselves');
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
