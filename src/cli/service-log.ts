import { setTimeout as later } from 'node:timers/promises';
import type { destination } from 'pino';
import { messageOf } from '../domain/operator-error.ts';
import { tell } from './print.ts';

/** Log lines are written together, so many characters or after so long. */
const LOG_BUFFER = 16_000;
const LOG_DELAY_MS = 500;
/** Kept where they cannot be written, as on a full disk; what comes on top is lost. */
export const LOG_KEPT_BYTES = 1_000_000;
/** How long the end of the program waits for a slow reader of the log. */
const LAST_LINES_MS = 2000;

/**
 * Joins lines before they go to pino's file, which would measure all it has kept anew with each of them. Where they
 * cannot be written, the operator is told once and serving goes on.
 */
export function openServiceLog(file: ReturnType<typeof destination>) {
  let lines = '';
  let isWriting = false;
  let isLosing = false;
  let whenIdle = (): void => undefined;
  const rest = () => {
    isWriting = false;
    whenIdle();
  };
  file.on('drain', rest);
  file.on('write', () => {
    if (isLosing) tell('the log is written again');
    isLosing = false;
  });
  file.on('error', (error) => {
    if (!isLosing) tell(`the log cannot be written (${messageOf(error)}); serving goes on`);
    isLosing = true;
    rest();
  });
  // pino calls it where the program ends; it would try for ever where nothing can be written
  file.flushSync = () => undefined;

  const flush = () => {
    if (lines === '') return;
    isWriting = true;
    file.write(lines);
    lines = '';
  };
  const write = (line: string) => {
    lines += line;
    if (lines.length >= LOG_BUFFER) flush();
  };
  const flushing = setInterval(flush, LOG_DELAY_MS).unref();
  return {
    write,
    /** Writes what is left, as far as that is possible in a moment. */
    end: async (): Promise<void> => {
      clearInterval(flushing);
      flush();
      if (!isWriting) return;
      const idle = new Promise<void>((done) => {
        whenIdle = done;
      });
      await Promise.race([idle, later(LAST_LINES_MS, undefined, { ref: false })]);
    },
  };
}
