import type { Month } from '../../domain/month.ts';
import { periodName, publishedMonths } from '../../domain/publication.ts';
import type { ReportKindName } from '../../domain/report.ts';
import { STATES } from '../../states/index.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { readKindMonths } from './completeness.ts';

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

/**
 * Lists the years with missing periods, from the state's first month to the newest report of each kind. A kind without
 * reports is missing up to the state's last month.
 */
export function readGaps(dataset: Dataset): CoverageRow[] {
  const gaps = coverage(dataset, (all, ofKind) => {
    const [from, to] = [all[0], ofKind.at(-1) ?? all.at(-1)];
    return from && to ? { from, to } : null;
  });
  return gaps.filter(({ missing }) => missing.length > 0);
}

/** `rangeOf` chooses the range from the months of the state and of the kind; `null` skips the kind. */
function coverage(
  dataset: Dataset,
  rangeOf: (all: readonly Month[], ofKind: readonly Month[]) => { from: Month; to: Month } | null,
): CoverageRow[] {
  const monthsByKind = readKindMonths(dataset);
  return STATES.flatMap((state) => {
    const monthsOf = (kind: ReportKindName) => monthsByKind.get(kind) ?? [];
    const all = state.kinds.flatMap(({ name }) => monthsOf(name)).sort();
    // a dataset may do without comparison sheets
    const comparisonSheets = state.comparisonSheets.filter(({ name }) => monthsOf(name).length > 0);
    return [...state.kinds, ...comparisonSheets].flatMap((kind) => {
      const present = monthsOf(kind.name);
      const range = rangeOf(state.kinds.includes(kind) ? all : present, present);
      return range ? coverageOfKind(state, kind, present, range) : [];
    });
  });
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
