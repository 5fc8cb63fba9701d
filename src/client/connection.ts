import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/types.gen.ts';
import { retrying, type Send } from './retries.ts';

/** A client for one service. */
export type ServiceClient = Client<paths>;

/** Where a service is. */
export interface ServiceAddress {
  /** Such as `https://tax.example.org`, with the base path if the service has one. */
  baseUrl: string;
  /** The access token, unless the service needs none. */
  token?: string;
  /** Sends a request. Default: `fetch`. */
  send?: Send;
}

/** An answer that the service refused or could not give. */
export class ServiceError extends Error {
  override name = 'ServiceError';
  readonly status: number;
  /** What is wrong with each parameter. */
  readonly errors: Readonly<Record<string, readonly string[]>>;

  constructor(status: number, message: string, errors: ServiceError['errors']) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** A client for `call`, `readList` and the others. If the service is busy, it waits and tries again. */
export function connectToService({
  baseUrl,
  token,
  send = (request) => fetch(request),
}: ServiceAddress): ServiceClient {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: baseUrl.replace(/\/+$/, ''), headers, fetch: retrying(send) });
}
