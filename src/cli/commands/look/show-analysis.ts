import { analyzeSeries, type MonthAnalysis } from '../../../derive/analysis.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { stateOf, unitOf } from '../../../states/index.ts';
import { AllocationOverview } from '../../../store/allocation-overview.ts';
import { readDataset } from '../../../store/dataset.ts';
import { readFigures } from '../../../store/query/series.ts';
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
  const { jurisdiction, state, field, figures, stateMonths } = readDataset(flags.db, (dataset) => {
    const chosen = chooseJurisdiction(dataset, idOrName, scopeOf(flags));
    const itsState = stateOf(chosen.state);
    const shown = flags.field ?? itsState.headline;
    requireField(itsState, shown);
    return {
      jurisdiction: chosen,
      state: itsState,
      field: shown,
      figures: readFigures(dataset, itsState, chosen.id, shown),
      stateMonths: new AllocationOverview(dataset, itsState).months(),
    };
  });
  const { from, to, view, fiscalYearStart = fiscalYearToDateStart(state.calendar) } = flags;
  const unit = unitOf(state.code, field) ?? 'amount';
  const all = analyzeSeries(figures, { unit, calendar: state.calendar, fiscalYearStart, stateMonths });
  const months = all.filter(({ month }) => (!from || month >= from) && (!to || month <= to));
  if (flags.json) {
    printJson({ jurisdiction, field, fiscal_year_start: fiscalYearStart, months: months.map(toJson) });
    return;
  }
  if (view === 'quarter' && !months.some(({ quarter }) => quarter))
    throw new OperatorError('No month settles a quarter here. Use --view month or --view year.', USAGE);
  const figure = (value: number | null) => formatFigure(state.code, field, value);
  const shown = field.replaceAll('_', ' ');
  const table = formatAnalysis(months, { view, shown, figure, fiscalYearStart });
  print(`${formatHeading(jurisdiction)}\n\n${months.length > 0 ? table : 'No datapoint in these months.'}`);
}

/** A month under the names of the JSON output. */
function toJson({
  month,
  payment,
  rollingYear,
  yearToDate,
  fiscalYear,
  fiscalYearToDate,
  quarter,
}: MonthAnalysis) {
  return {
    month,
    value: payment.value,
    year_ago: payment.yearAgo,
    change: payment.change,
    rolling_year: rollingYear.value,
    rolling_year_ago: rollingYear.yearAgo,
    rolling_year_change: rollingYear.change,
    year_to_date: yearToDate.value,
    year_to_date_ago: yearToDate.yearAgo,
    year_to_date_change: yearToDate.change,
    fiscal_year: fiscalYear,
    fiscal_year_to_date: fiscalYearToDate.value,
    fiscal_year_to_date_ago: fiscalYearToDate.yearAgo,
    fiscal_year_to_date_change: fiscalYearToDate.change,
    quarter_total: quarter?.value ?? null,
    quarter_total_ago: quarter?.yearAgo ?? null,
    quarter_total_change: quarter?.change ?? null,
  };
}
