import type { Month } from '../../domain/month.ts';
import { periodName, publishedMonths } from '../../domain/publication.ts';
import type { ReportKindName } from '../../domain/report.ts';
import { allKindsOf, STATES } from '../../states/index.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { dueSpan, readKindMonths } from './completeness.ts';

/** Which periods of one report kind and year are in the dataset. */
export interface CoverageRow {
  state: string;
  kind: ReportKindName;
  /** The year of the allocation period; for a quarterly kind, of the sales quarter. */
  year: string;
  /** The numbers of loaded and of expected periods. */
  present: number;
  expected: number;
  /** The missing periods: months as `2020-03`, quarters as `2020Q1`. */
  missing: string[];
}

/** Counts the loaded and missing periods of each state, kind and year in a range of months. */
export function readCoverage(dataset: Dataset, range: { from: Month; to: Month }): CoverageRow[] {
  return coverage(dataset, () => range);
}

/** Lists the years with missing periods, as `findAbsence` finds them. */
export function readGaps(dataset: Dataset): CoverageRow[] {
  return coverage(dataset, dueSpan).filter(({ missing }) => missing.length > 0);
}

/** `spanOf` chooses the range; `null` skips the kind. */
function coverage(dataset: Dataset, spanOf: typeof dueSpan): CoverageRow[] {
  const months = readKindMonths(dataset);
  return STATES.flatMap((state) =>
    allKindsOf(state).flatMap((kind) => {
      const present = months.get(kind.name) ?? [];
      // a dataset may do without comparison sheets
      if (present.length === 0 && !state.kinds.includes(kind)) return [];
      const range = spanOf(state, kind, months);
      return range ? coverageOfKind(state, kind, present, range) : [];
    }),
  );
}

function coverageOfKind(
  state: State,
  { name: kind, published }: ReportKind,
  present: readonly Month[],
  range: { from: Month; to: Month },
): CoverageRow[] {
  const here = new Set(present);
  const years = new Map<string, CoverageRow>();
  for (const month of publishedMonths(published, range.from, range.to)) {
    const name = periodName(published, month);
    const year = name.slice(0, 4);
    const row = years.get(year) ?? { state: state.code, kind, year, present: 0, expected: 0, missing: [] };
    row.expected += 1;
    if (here.has(month)) row.present += 1;
    else row.missing.push(name);
    years.set(year, row);
  }
  return [...years.values()];
}
