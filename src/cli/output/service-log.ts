import { setTimeout as later } from 'node:timers/promises';
import type { destination } from 'pino';
import { errorCode, messageOf } from '../../domain/operator-error.ts';
import { printable, tell } from './print.ts';

/** Log lines are written in batches of this size, or after this delay. */
const LOG_BUFFER = 16_000;
const LOG_DELAY_MS = 500;
/** If lines cannot be written, for example on a full disk, this much is kept. The rest is lost. */
const LOG_KEPT_BYTES = 1_000_000;
/** How long the program waits at its end for a slow reader of the log. */
const LAST_LINES_MS = 2000;

/**
 * Opens stdout for the log. It batches lines because pino measures its whole buffer for every write.
 * If lines cannot be written, it tells the operator once, and the service continues.
 */
export function openServiceLog(open: typeof destination) {
  let lines = '';
  let [isWriting, isLosing, isDropping, isGone, isGivenUp] = [false, false, false, false, false];
  let whenIdle = (): void => undefined;
  // retries until the program ends
  const retryEAGAIN = () => !isGivenUp;
  const file = open({ sync: false, maxLength: LOG_KEPT_BYTES, retryEAGAIN });
  const rest = () => {
    isWriting = false;
    whenIdle();
  };
  file.on('drain', rest);
  file.on('write', () => {
    if (isLosing) tell('The log works again.');
    isLosing = false;
  });
  file.on('error', (error) => {
    isGone ||= errorCode(error) === 'EPIPE';
    if (!isLosing) tell(`Cannot write the log (${messageOf(error)}). The service continues.`);
    isLosing = true;
    rest();
  });
  file.on('drop', () => {
    if (!isDropping && !isLosing) tell('Log lines are lost because the reader of the log is too slow.');
    isDropping ||= !isLosing;
  });
  // pino calls this when the program ends, and would retry forever
  file.flushSync = () => undefined;

  const send = () => {
    isWriting = !isGone;
    // an empty write makes pino retry what it kept
    if (isLosing && !isGone) file.write('');
    if (!isGone) file.write(lines);
    lines = '';
  };
  const flush = () => {
    if (lines !== '') send();
  };
  const write = (line: string) => {
    lines += printable(line);
    if (lines.length >= LOG_BUFFER) flush();
  };
  const flushing = setInterval(flush, LOG_DELAY_MS).unref();
  return {
    write,
    /** Writes the remaining lines, but waits only a moment. */
    end: async (): Promise<void> => {
      clearInterval(flushing);
      if (isLosing || lines !== '') send();
      if (!isWriting) return;
      const idle = new Promise<void>((done) => {
        whenIdle = done;
      });
      await Promise.race([idle, later(LAST_LINES_MS, undefined, { ref: false })]);
      isGivenUp = true;
    },
  };
}
