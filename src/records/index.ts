import type { RecordList } from './list.ts';
import { allocations } from './queries/allocations.ts';
import { analysis, years } from './queries/analysis.ts';
import { comparisons } from './queries/comparison.ts';
import { findings } from './queries/findings.ts';
import { changes } from './queries/history/changes.ts';
import { revisions } from './queries/history/revisions.ts';
import { runs } from './queries/history/runs.ts';
import { updates } from './queries/history/updates.ts';
import { jurisdictions } from './queries/jurisdictions.ts';
import { absentReports } from './queries/missing-months.ts';
import { periodComparisons } from './queries/period-comparison.ts';
import { nearest } from './queries/place/nearest.ts';
import { parts } from './queries/place/parts.ts';
import { sentences } from './queries/place/sentences.ts';
import { reports } from './queries/reports.ts';
import { series } from './queries/series.ts';
import { sources } from './queries/sources.ts';
import { totals, totalYears } from './queries/totals.ts';
import { budgetedMonths } from './queries/year-end/budget-months.ts';
import { comingMonths } from './queries/year-end/months-ahead.ts';
import { projectionErrors } from './queries/year-end/projection-errors.ts';
import { projections } from './queries/year-end/projections.ts';

/** Every list that the service, the commands, the files and the documents show. */
export const RECORDS: readonly RecordList[] = [
  ...allocations,
  jurisdictions,
  sources,
  revisions,
  findings,
  reports,
  series,
  runs,
  updates,
  absentReports,
  analysis,
  years,
  parts,
  nearest,
  sentences,
  comparisons,
  periodComparisons,
  totals,
  totalYears,
  projections,
  projectionErrors,
  budgetedMonths,
  comingMonths,
  changes,
];
