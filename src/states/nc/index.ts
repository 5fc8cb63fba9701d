import type { StoredRow } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { defineState } from '../state.ts';
import { distribution } from './distribution.ts';
import { ARTICLES, NORTH_CAROLINA_FIELDS, REPEALED_TAX } from './fields.ts';
import { NORTH_CAROLINA_COUNTIES, PLACES, placeType, readSection } from './places.ts';

export const northCarolina = defineState({
  code: 'nc',
  name: 'North Carolina',
  agency: 'North Carolina Department of Revenue',
  fips: 37,
  calendar: { lags: { revenue: 1, sales: 2 }, fiscalYearStart: 7, isQuarterEnd: () => false },
  fields: NORTH_CAROLINA_FIELDS,
  headline: 'net_payment',
  kinds: [distribution],
  taxFields: ARTICLES.filter((article) => article !== REPEALED_TAX),
  parts: ARTICLES.map((field) => ({ field, sign: 1 })),
  register: PLACES,
  jurisdictionType: placeType,
  example: { code: 'burlington', name: 'Burlington', county: 'Alamance' },
  counties: NORTH_CAROLINA_COUNTIES,
  countiesOf: (_, rows = []) => [...new Set(rows.toReversed().flatMap(countiesOf))],
  methodsOf,
});

/** The counties whose sections have the lines of a row, the one with the largest payment first, equal ones by name. */
function countiesOf(row: StoredRow): readonly string[] {
  const lines = (row.lines ?? []).toSorted(
    (a, b) =>
      (b.figures.net_payment ?? 0) - (a.figures.net_payment ?? 0) ||
      compareText(a.labels.section ?? '', b.labels.section ?? ''),
  );
  return lines.flatMap(({ labels }) => readSection(labels.section ?? '').county ?? []);
}

/** How each county divided the tax of a row. */
function methodsOf({ lines = [] }: StoredRow): ReadonlyMap<string, string> {
  return new Map(
    lines.flatMap(({ labels }): [string, string][] => {
      const { county, method } = readSection(labels.section ?? '');
      return county !== null && method !== null ? [[county, method]] : [];
    }),
  );
}
