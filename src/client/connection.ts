import { type Client, createClient, createConfig } from './generated/client/index.ts';
import { retrying, type Send } from './retries.ts';

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

/** A client for the generated functions. If the service is busy, it waits and tries again. */
export function connectToService({
  baseUrl,
  token,
  send = (request) => fetch(request),
}: ServiceAddress): Client {
  const retry = retrying(send);
  const client = createClient(
    createConfig({
      baseUrl: baseUrl.replace(/\/+$/, ''),
      auth: token,
      fetch: (input, init) => retry(new Request(input, init)),
    }),
  );
  client.interceptors.error.use((error, response) => (response ? serviceErrorOf(error, response) : error));
  return client;
}

function serviceErrorOf(body: unknown, { status }: Response): ServiceError {
  const { message, errors }: { message?: unknown; errors?: ServiceError['errors'] } = Object(body);
  const text = typeof message === 'string' ? message : `The service answered with status ${status}.`;
  return new ServiceError(status, text, errors ?? {});
}
