import type { LimitFunction } from 'p-limit';
import type { Feed } from '../feed.ts';
import type { FetchLimits } from './limits.ts';

/** What a server calls a version of what it sends. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

/** An answer that is whole: 200, or 304 where a condition was sent. */
export interface PortalAnswer extends Validators {
  status: 200 | 304;
  contentType: string | null;
  bytes: Buffer;
}

/** One request and what came of it, for a log. */
export interface RequestEvent extends Validators {
  feed: string;
  unit: string;
  url: string;
  attempt: number;
  /** `null` where no answer came. */
  status: number | null;
  bytes: number | null;
  sha256: string | null;
  ms: number;
  /** Why it failed, `null` where it did not. */
  error: string | null;
}

/** Proxies by the protocol of what is asked for; an empty text is none. */
export interface Proxies {
  http: string;
  https: string;
  /** Hosts asked without proxy, as `NO_PROXY` lists them. */
  none: string;
}

export interface ClientOptions {
  limits: FetchLimits;
  proxies: Proxies;
  /** The program's name and version, as `sales-tax-allocations/0.1.0`. */
  program: string;
  /** Sent to Socrata feeds alone. */
  appToken: string | null;
  signal: AbortSignal;
  now: () => Date;
  log?: (event: RequestEvent) => void;
}

/** What is asked for. */
export interface Question {
  feed: Feed;
  unit: string;
  url: URL;
  accept: string;
  /** What is there already, as the server called it. */
  known: Validators | null;
}

/** What requests are sent with. */
export interface Asker extends ClientOptions {
  limitOf(host: string): LimitFunction;
}
