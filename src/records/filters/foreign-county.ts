import type * as z from 'zod';
import { STATES } from '../../states/index.ts';
import { otherStateFault } from './known-names.ts';

/** Refines a query: a county of another state would match nothing, which looks like missing data. */
export function refuseForeignCounty(query: object, { addIssue }: z.RefinementCtx): void {
  const { county, state }: { county?: unknown; state?: unknown } = query;
  if (typeof county !== 'string' || typeof state !== 'string') return;
  // reports of the asked state may name a county that another state has too
  if (
    STATES.some(({ code, hasCounties, counties }) => code === state && hasCounties && counties.length === 0)
  )
    return;
  const owners = STATES.filter(({ counties }) => counties.includes(county));
  const [owner] = owners;
  if (!owner || owners.some(({ code }) => code === state)) return;
  addIssue({ code: 'custom', path: ['county'], message: otherStateFault(county, owner, state) });
}
