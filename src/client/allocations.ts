import type { Client } from './generated/client/index.ts';
import type { PageOfList } from './pages.ts';

/** A record of any state's list of allocations. It has `jurisdiction` or `entity`. */
export interface AllocationOfAnyState {
  dates: { allocation_period: string };
  jurisdiction?: { id: number };
  entity?: { id: number };
  [member: string]: unknown;
}

interface ListOptions {
  client: Client;
  signal?: AbortSignal | undefined;
  /** Parameters that all states have. */
  query?: { since?: string | undefined; since_version?: string | undefined };
}

/** The list of a state's allocations, for programs that read any state: `readWholeList(allocationsOf('tx'), { client })`. */
export function allocationsOf(state: string) {
  return ({ client, ...options }: ListOptions) =>
    client.get<{ 200: PageOfList<AllocationOfAnyState> }>({
      url: `/api/${state}/sales-tax/allocations`,
      security: [{ scheme: 'bearer', type: 'http' }],
      ...options,
    });
}
