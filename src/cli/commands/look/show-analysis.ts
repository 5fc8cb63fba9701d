import { openAnalyses, type PlacedMonth } from '../../../analyses/analyses.ts';
import { ANALYSIS_FIGURES, nameFigures } from '../../../derive/figure-names.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { stateOf } from '../../../states/index.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openReader } from '../../../store/query/view.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import { type AnalysisView, formatAnalysis } from '../../output/analysis.ts';
import { formatFigure } from '../../output/figure.ts';
import { formatHeading, requireField } from '../../output/jurisdiction.ts';
import { print, printJson } from '../../output/print.ts';

interface AnalysisFlags extends ScopeFlags {
  db: string;
  view: AnalysisView;
  from?: Month;
  to?: Month;
  field?: string;
  fiscalYearStart?: number;
  json?: true;
}

/** Prints the analysis of one field of one jurisdiction: each month, quarter or year against the year before. */
export function showAnalysis(idOrName: string, flags: AnalysisFlags): void {
  const { from, to, view } = flags;
  const { jurisdiction, state, field, fiscalYearStart, all } = readDataset(flags.db, (dataset) => {
    const chosen = chooseJurisdiction(dataset, idOrName, scopeOf(dataset, flags));
    const itsState = stateOf(chosen.state);
    const shown = flags.field ?? itsState.headline;
    requireField(itsState, shown);
    const start = flags.fiscalYearStart ?? fiscalYearToDateStart(itsState.calendar);
    const analyzed = openReader(dataset).read((version) =>
      openAnalyses(version, itsState, shown, start)(chosen),
    );
    return { jurisdiction: chosen, state: itsState, field: shown, fiscalYearStart: start, all: analyzed };
  });
  const months = all.filter(({ month }) => (!from || month >= from) && (!to || month <= to));
  if (flags.json) {
    printJson({ jurisdiction, field, fiscal_year_start: fiscalYearStart, months: months.map(toJson) });
    return;
  }
  if (view === 'quarter' && !months.some(({ quarter }) => quarter))
    throw new OperatorError('No month settles a quarter here. Use --view month or --view year.', USAGE);
  const figure = (value: number | null) => formatFigure(state.code, field, value);
  const shown = field.replaceAll('_', ' ');
  const table = formatAnalysis(months, { view, shown, figure, fiscalYearStart }, jurisdiction.type);
  print(`${formatHeading(jurisdiction)}\n\n${months.length > 0 ? table : 'No datapoint in these months.'}`);
}

/** A month under the names of the JSON output. */
function toJson(one: PlacedMonth) {
  return { month: one.month, fiscal_year: one.fiscalYear, ...nameFigures(ANALYSIS_FIGURES, one) };
}
