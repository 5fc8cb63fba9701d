import { LARGEST_FILE } from '../../domain/text/bytes.ts';

/** How far a fetch goes before it gives up, and how gently it asks. */
export interface FetchLimits {
  /** Requests at a time to one host. */
  requestsPerHost: number;
  /** Until the connection stands. */
  connectMs: number;
  /** Until the head of the answer is whole. */
  headersMs: number;
  /** Between two parts of the body. */
  idleMs: number;
  /** The whole request, so that an answer that drips does not last for ever. */
  requestMs: number;
  /** Bytes of one answer, and of one file, after decompression. */
  bytes: number;
  /** Bytes that arrive for one request, whatever they are: heads, framing, data as it was compressed. */
  receivedBytes: number;
  /** Values of one page, by its commas and line ends: a small text of them can take all memory when it is read. */
  values: number;
  redirects: number;
  /** How often a request that failed for a reason that may pass is made again. */
  retries: number;
  /** The wait before the second attempt; it doubles with each, up to the longest, and varies up to double. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** The longest `Retry-After` that is waited for; above it the unit fails. */
  retryAfterMs: number;
  /** How often a whole unit is begun anew, where its data changed on the way or rows were missing. */
  restarts: number;
  /** How often, and after which wait, something is asked for again in whose place a status or web page came. */
  notReadyRetries: number;
  notReadyMs: number;
  /** After so many units of a host that failed one after another it is not asked for the rest. */
  failuresOfHost: number;
  /** Pages and rows of one unit. */
  pages: number;
  rows: number;
  /** After so long no further page of a unit is asked for. */
  unitMs: number;
}

/** What `ingest` would refuse is not downloaded; a year of Texas is some 5 MiB. */
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
