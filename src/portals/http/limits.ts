import { LARGEST_FILE } from '../../domain/text/bytes.ts';

/** The limits of a fetch, and its pauses. The sizes are those that `ingest` accepts. */
export const LIMITS = {
  /** Simultaneous requests to one host. */
  requestsPerHost: 2,
  connectMs: 15_000,
  /** For the head of the answer, from the last sign of it. */
  headersMs: 120_000,
  /** Pause between two parts of the body. */
  idleMs: 30_000,
  /** For the whole request, so that a slow trickle ends. */
  requestMs: 300_000,
  /** Bytes of one answer, and of one file, before and after decompression. A year of Texas has about 5 MiB. */
  bytes: LARGEST_FILE,
  /** Values of one page, counted by commas and line ends: parsing many short ones takes much memory. */
  values: 3_000_000,
  redirects: 5,
  /** How often to repeat a download that may succeed later. */
  retries: 4,
  /** The wait before the second attempt. It doubles each time up to the longest, and varies at random up to double. */
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  /** The longest `Retry-After` to wait for. If it is longer, the unit fails. */
  retryAfterMs: 300_000,
  /** How often to ask again after a status message or web page, and the wait before it. */
  notReadyRetries: 3,
  notReadyMs: 15_000,
  /** After so many failures one after another, the host counts as down and the rest is skipped. */
  failuresOfHost: 3,
  /** Pages and rows of one unit. */
  pages: 1000,
  rows: 1_000_000,
  /** After this time, the unit asks for no further page. */
  unitMs: 3_600_000,
};

export type FetchLimits = typeof LIMITS;

/** The advice for a download that is too large. */
export const LESS_AT_A_TIME = 'Set span or first_month of the feed to download less at a time';
