import type { DerivedFamily } from '../../domain/allocation.ts';
import type { State } from '../../states/state.ts';
import type { Filters } from '../filters/filter.ts';

/** What to sort by: a field or a figure derived from it; the allocation period if `field` is `null`. */
export interface SortKey {
  field: string | null;
  family: DerivedFamily | null;
}

/** What lists of a state's datapoints can be sorted by, by the names that requests give. */
export function sortKeysOf({ fields, sortedFamilies }: State): ReadonlyMap<string, SortKey> {
  const period = { field: null, family: null };
  const sortable = fields.filter(({ isSortable }) => isSortable);
  const families: readonly (DerivedFamily | null)[] = [null, ...sortedFamilies];
  return new Map<string, SortKey>([
    ['allocation_period', period],
    ['revenue_period', period],
    ...families.flatMap((family) =>
      (family === null ? sortable : fields).flatMap(({ name: field, sortAlias = field }) => {
        const key = { field, family };
        return [field, sortAlias].map((name): [string, SortKey] => [
          family === null ? name : `${family}.${name}`,
          key,
        ]);
      }),
    ),
  ]);
}

/** The filters of a state's datapoints, without those of these names. `members` are the names that `fields` takes. */
export function allocationFilters(
  state: State,
  { subject, without }: { subject: string; without: readonly string[] },
  members: readonly string[],
) {
  const { headline, fields } = state;
  const all = {
    state: { kind: 'choice', of: 'state', meaning: 'State to list', isArgument: true, isRequired: true },
    jurisdictions: { kind: 'ids', meaning: 'Only these jurisdictions', aliases: ['entities'] },
    jurisdiction_type: { kind: 'choice', of: 'type', meaning: 'Only jurisdictions of this type' },
    county: { kind: 'text', of: 'county', meaning: 'Only jurisdictions in this county' },
    allocation_period: { kind: 'month', meaning: 'Only this allocation period' },
    between: {
      kind: 'span',
      of: 'days',
      meaning: 'Only allocation periods that start between these two dates, both included',
      aliases: ['period_between'],
    },
    period_between: {
      kind: 'span',
      of: 'months',
      meaning:
        'Only allocation periods from the first month to the second, both included. Write each as the first day of its month',
      aliases: ['between'],
    },
    since: {
      kind: 'moment',
      of: 'date',
      meaning: 'Only allocation periods that start on this date or later',
      example: '2024-01-01',
    },
    updated_since: {
      kind: 'moment',
      of: 'date',
      meaning:
        'Only records that a run added or changed on this date (UTC) or later. If a jurisdiction changed, all its records count as changed. /api/revisions lists changed figures and removed records',
    },
    since_version: {
      kind: 'moment',
      of: 'version',
      meaning:
        'Only records added or changed since this version of the dataset. If a jurisdiction changed, all its records count as changed',
    },
    sort: {
      kind: 'sort',
      meaning: 'The field to sort by',
      choices: [...sortKeysOf(state).keys()],
      usual: '-allocation_period',
      example: `-${fields.find(({ isSortable }) => isSortable)?.name}`,
      ties: 'newest period, then by jurisdiction id',
    },
    fields: {
      kind: 'choice',
      of: 'members',
      meaning:
        'Only these members of each record: names separated by commas, in any order. dates.quarter is one member, dates is all of dates. Default: all members',
      choices: members,
      example: `${headline},deltas.${headline},${subject}.name`,
    },
  } as const satisfies Filters;
  const given = Object.entries(all).filter(([name]) => !without.includes(name));
  return Object.fromEntries(given) as typeof all;
}
