import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import { type AllocationFilter, openAllocationList } from '../../store/query/allocations.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { type AskedOf, chooseMembers } from '../description.ts';
import { describeAllocations } from '../descriptions/allocation.ts';
import { sortKeysOf } from '../descriptions/allocation-filters.ts';
import { listOf } from '../list.ts';
import { listingOf } from '../listings.ts';

/** The datapoints of each state, newest first. */
export const allocations = STATES.map(allocationsOf);

function allocationsOf(state: State) {
  const listing = listingOf(state);
  const description = describeAllocations(state, listing);
  const datapoints = openAllocationList(state, listing.shownFamilies);
  const sortKeys = sortKeysOf(state);
  return listOf(description, {
    find: (view, asked, window) => {
      const { column = '', descending = true } = asked.sort ?? {};
      const key = sortKeys.get(column) ?? { field: null, family: null };
      const { total, rowids } = datapoints.find(view, filterOf(asked), { ...key, descending }, window);
      return {
        total,
        length: rowids.length,
        ...(asked.fields && { members: chooseMembers(description.members, asked.fields) }),
        read: (held, start, end) =>
          datapoints
            .read(held, rowids.subarray(start, end))
            .map((found) => ({ ...found, jurisdiction: jurisdictionOf(held, found.jurisdictionId) })),
      };
    },
  });
}

/** Combines all conditions of a request. */
function filterOf(asked: AskedOf<ReturnType<typeof describeAllocations>>): AllocationFilter {
  const { allocation_period, between, period_between, since, since_version } = asked;
  const spans = [allocation_period, between, period_between, { from: since ?? null, to: null }];
  const firsts = spans.flatMap((span) => span?.from ?? []).sort();
  const lasts = spans.flatMap((span) => span?.to ?? []).sort();
  return {
    jurisdictions: asked.jurisdictions ?? null,
    type: asked.jurisdiction_type ?? null,
    county: asked.county ?? null,
    from: firsts.at(-1) ?? null,
    to: lasts[0] ?? null,
    updatedSince: asked.updated_since ?? null,
    afterRun: since_version?.run ?? null,
  };
}

function jurisdictionOf({ jurisdictions }: DatasetView, id: number): StoredJurisdiction {
  const jurisdiction = jurisdictions.get(id);
  if (!jurisdiction) throw new Error(`no jurisdiction ${id}`);
  return jurisdiction;
}
