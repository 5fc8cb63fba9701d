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
 * Writes the log to stdout. It batches lines because pino measures its whole buffer for every write. If lines cannot be
 * written, it tells the operator once, and the service continues.
 */
export class ServiceLog {
  readonly #file: ReturnType<typeof destination>;
  readonly #flushing: NodeJS.Timeout;
  #lines = '';
  #isWriting = false;
  #isLosing = false;
  #isDropping = false;
  #isGone = false;
  #isGivenUp = false;
  #whenIdle = (): void => undefined;

  constructor(open: typeof destination) {
    // retries until the program ends
    const retryEAGAIN = () => !this.#isGivenUp;
    this.#file = open({ sync: false, maxLength: LOG_KEPT_BYTES, retryEAGAIN });
    this.#file.on('drain', () => this.#rest());
    this.#file.on('write', () => this.#worked());
    this.#file.on('error', (error) => this.#failed(error));
    this.#file.on('drop', () => this.#dropped());
    // pino calls this when the program ends, and would retry forever
    this.#file.flushSync = () => undefined;
    this.#flushing = setInterval(() => this.#flush(), LOG_DELAY_MS).unref();
  }

  write(line: string): void {
    this.#lines += printable(line);
    if (this.#lines.length >= LOG_BUFFER) this.#flush();
  }

  /** Writes the remaining lines, but waits only a moment. */
  async end(): Promise<void> {
    clearInterval(this.#flushing);
    if (this.#isLosing || this.#lines !== '') this.#send();
    if (!this.#isWriting) return;
    const idle = new Promise<void>((done) => {
      this.#whenIdle = done;
    });
    await Promise.race([idle, later(LAST_LINES_MS, undefined, { ref: false })]);
    this.#isGivenUp = true;
  }

  #flush(): void {
    if (this.#lines !== '') this.#send();
  }

  #send(): void {
    this.#isWriting = !this.#isGone;
    // an empty write makes pino retry the lines that it kept
    if (this.#isLosing && !this.#isGone) this.#file.write('');
    if (!this.#isGone) this.#file.write(this.#lines);
    this.#lines = '';
  }

  #rest(): void {
    this.#isWriting = false;
    this.#whenIdle();
  }

  #worked(): void {
    if (this.#isLosing) tell('The log works again.');
    this.#isLosing = false;
  }

  #failed(error: unknown): void {
    this.#isGone ||= errorCode(error) === 'EPIPE';
    if (!this.#isLosing) tell(`Cannot write the log (${messageOf(error)}). The service continues.`);
    this.#isLosing = true;
    this.#rest();
  }

  #dropped(): void {
    if (!this.#isDropping && !this.#isLosing)
      tell('Log lines are lost because the reader of the log is too slow.');
    this.#isDropping ||= !this.#isLosing;
  }
}
