import type { Feed } from '../feed.ts';
import type { FetchLimits } from './limits.ts';

/** A server's names for the version of an answer. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

/** A complete answer: 200, or 304 to a conditional request. */
export interface PortalAnswer extends Validators {
  status: 200 | 304;
  contentType: string | null;
  bytes: Buffer;
  /** Whether the answer itself says where it ends. Without that, its end may be missing. */
  statesEnd: boolean;
}

/** One request and its result, for a log. */
export interface RequestEvent extends Validators {
  feed: string;
  unit: string;
  url: string;
  attempt: number;
  /** `null` without an answer. */
  status: number | null;
  bytes: number | null;
  sha256: string | null;
  ms: number;
  /** Why it failed, or `null`. */
  error: string | null;
}

/** Proxies by the protocol of the address. An empty text means no proxy. */
export interface Proxies {
  http: string;
  https: string;
  /** Hosts to ask without proxy, as `NO_PROXY` lists them. */
  none: string;
}

export interface ClientOptions {
  limits: FetchLimits;
  proxies: Proxies;
  /** The program's name and version, as `sales-tax-allocations/0.1.0`. */
  program: string;
  /** Sent only to Socrata feeds. */
  appToken: string | null;
  signal: AbortSignal;
  now: () => Date;
  log?: (event: RequestEvent) => void;
}

/** One download, or one page of it. */
export interface Question {
  feed: Feed;
  unit: string;
  url: URL;
  accept: string;
  /** The version that is already here, for a conditional request. */
  known: Validators | null;
  attempt: number;
}
