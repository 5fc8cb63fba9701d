/** A client for the service of sales tax allocations, for Node and browsers. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/types.gen.ts';

export type * from './generated/types.gen.ts';

/**
 * A client of openapi-fetch with the types of one service: `client.GET('/api/changes')`. `baseUrl` includes the base path if
 * the service has one.
 */
export function connectToService(baseUrl: string, token?: string): Client<paths> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: baseUrl.replace(/\/+$/, ''), headers });
}
