import { LARGEST_FILE } from '../../domain/text/bytes.ts';

/** The limits of a fetch, and its pauses. */
export interface FetchLimits {
  /** Simultaneous requests to one host. */
  requestsPerHost: number;
  /** For making the connection. */
  connectMs: number;
  /** For the head of the answer. */
  headersMs: number;
  /** Pause between two parts of the body. */
  idleMs: number;
  /** For the whole request, so that a slow trickle ends. */
  requestMs: number;
  /** Bytes of one answer, and of one file, after decompression. */
  bytes: number;
  /** All received bytes of one request: heads, framing, compressed data. */
  receivedBytes: number;
  /** Values of one page, counted by commas and line ends: parsing many short ones takes much memory. */
  values: number;
  redirects: number;
  /** How often to repeat a request that may succeed later. */
  retries: number;
  /** The wait before the second attempt. It doubles each time up to the longest, and varies at random up to double. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** The longest `Retry-After` to wait for. If it is longer, the unit fails. */
  retryAfterMs: number;
  /** How often to restart a unit whose data changed during the download, or lacked rows. */
  restarts: number;
  /** How often to ask again after a status message or web page, and the wait before it. */
  notReadyRetries: number;
  notReadyMs: number;
  /** After so many failures one after another, the host counts as down and the rest is skipped. */
  failuresOfHost: number;
  /** Pages and rows of one unit. */
  pages: number;
  rows: number;
  /** After this time, the unit asks for no further page. */
  unitMs: number;
}

/** The sizes are those that `ingest` accepts. A year of Texas has about 5 MiB. */
export const LIMITS: FetchLimits = {
  requestsPerHost: 2,
  connectMs: 15_000,
  headersMs: 120_000,
  idleMs: 30_000,
  requestMs: 300_000,
  bytes: LARGEST_FILE,
  receivedBytes: LARGEST_FILE + 8 * 1024 * 1024,
  values: 3_000_000,
  redirects: 5,
  retries: 4,
  firstWaitMs: 1000,
  longestWaitMs: 60_000,
  retryAfterMs: 300_000,
  restarts: 2,
  notReadyRetries: 3,
  notReadyMs: 15_000,
  failuresOfHost: 3,
  pages: 1000,
  rows: 1_000_000,
  unitMs: 3_600_000,
};

/** The advice for a download that is too large. */
export const LESS_AT_A_TIME = 'Set span or first_month of the feed to download less at a time';
