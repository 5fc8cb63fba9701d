import { type Allocation, keyOf } from '../../rig/service.ts';

/** Names that mean a field of another name, as SPEC.md has them. */
const ALIASES: Readonly<Record<string, string>> = {
  county_pool: 'countywide_pool',
  state_pool: 'statewide_pool',
  prior_collections: 'prior_collection',
};

/** What a record is sorted by under a name, read from what the service shows. */
export function sortedValue(record: Allocation, name: string): string | number | null {
  if (name === 'allocation_period' || name === 'revenue_period') return record.dates[name];
  const [last = '', family] = name.split('.').reverse();
  const holder = family === undefined ? record : Reflect.get(record, family);
  const value: unknown = Reflect.get(holder, ALIASES[last] ?? last);
  if (value === null || typeof value === 'number') return value;
  throw new Error(`${keyOf(record)} has no ${name}`);
}

/** The records in the order DESIGN §4 gives: nulls last in both directions; ties newest first, then by jurisdiction. */
export function sortNaively(records: readonly Allocation[], sort: string): Allocation[] {
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const rows = records.map((record) => ({
    record,
    value: sortedValue(record, name),
    period: record.dates.allocation_period,
    id: (record.jurisdiction ?? record.entity)?.id ?? Number.NaN,
  }));
  rows.sort((a, b) => {
    if (a.value !== b.value) {
      if (a.value === null) return 1;
      if (b.value === null) return -1;
      const ascending = a.value < b.value ? -1 : 1;
      return descending ? -ascending : ascending;
    }
    if (a.period !== b.period) return a.period > b.period ? -1 : 1;
    return a.id - b.id;
  });
  return rows.map(({ record }) => record);
}
