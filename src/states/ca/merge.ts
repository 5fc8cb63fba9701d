import { type Figures, salesPeriod } from '../../domain/allocation.ts';
import { type Figure, formatMoney } from '../../domain/money.ts';
import { quarterName } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Datapoint, MergedSeries, RowsByKind, SeriesRemark } from '../state.ts';
import { rowsOf } from '../state.ts';
import { CALIFORNIA_CALENDAR } from './calendar.ts';
import { type CaliforniaField, QUARTER_END_FIELDS, type QuarterEndField } from './fields.ts';
import { monthlyStatement, type StatementFigure, type StatementLabel } from './monthly-statement.ts';
import { type QuarterlyFigure, quarterlyAllocations } from './quarterly-allocations.ts';

type Statement = StoredRow<StatementFigure, StatementLabel>;
type Quarterly = StoredRow<QuarterlyFigure, never>;
type QuarterEndFigures = Figures<QuarterEndField>;

/** Quarter-end fields are 0 in other months, always. */
const OFF_QUARTER = Object.fromEntries(QUARTER_END_FIELDS.map((name) => [name, 0])) as QuarterEndFigures;

/** What both reports may give: the statement's figure counts, the quarterly one fills in where it has none. */
const GIVEN_BY_BOTH = [
  ['net_prior_allocations', 'prior_advance'],
  ['administrative_cost', 'administrative_cost'],
] as const;

/** One statement row is one datapoint; at quarter ends the quarterly row adds its fields. */
export function mergeCalifornia(rows: RowsByKind): MergedSeries {
  const statements = rowsOf(rows, monthlyStatement);
  const quarterlies = new Map(rowsOf(rows, quarterlyAllocations).map((row) => [row.month, row]));
  const remarks: SeriesRemark[] = [];
  const datapoints = statements.map((statement) => {
    const quarterly = quarterlies.get(statement.month);
    if (quarterly) remarks.push(...disagreements(statement, quarterly));
    return mergeMonth(statement, quarterly);
  });
  const months = new Set(statements.map(({ month }) => month));
  for (const quarterly of quarterlies.values()) {
    if (!months.has(quarterly.month)) remarks.push(statementMissing(quarterly));
  }
  return { datapoints, remarks };
}

/** Fields that the quarterly report alone gives. */
const QUARTERLY_FIELDS = new Set([
  'countywide_pool',
  'countywide_pool_percentage',
  'statewide_pool',
  'statewide_pool_percentage',
  'county_share',
]);

/** The row that gives a field: as `mergeMonth` takes it. */
export function sourceOfCalifornia(field: string, sources: Datapoint['sources']): StoredRow | undefined {
  const [statement, quarterly] = [monthlyStatement, quarterlyAllocations].map(({ name }) =>
    sources.get(name),
  );
  const isOfBoth = GIVEN_BY_BOTH.some(([name]) => name === field);
  const isQuarterly = QUARTERLY_FIELDS.has(field) || (isOfBoth && statement?.figures[field] === null);
  return (isQuarterly ? quarterly : undefined) ?? statement;
}

function mergeMonth(statement: Statement, quarterly: Quarterly | undefined): Datapoint<CaliforniaField> {
  const { net_payment, current_distributions, current_advance } = statement.figures;
  const quarterEnd = CALIFORNIA_CALENDAR.isQuarterEnd(statement.month)
    ? quarterEndFigures(statement, quarterly)
    : OFF_QUARTER;
  const sources = new Map<ReportKindName, StoredRow>([[monthlyStatement.name, statement]]);
  if (quarterly) sources.set(quarterlyAllocations.name, quarterly);
  return {
    month: statement.month,
    figures: { net_payment, current_distributions, current_advance, ...quarterEnd },
    sources,
  };
}

function quarterEndFigures(statement: Statement, quarterly: Quarterly | undefined): QuarterEndFigures {
  const given = quarterly?.figures;
  const share = given?.county_share_amount ?? null;
  return {
    countywide_pool: given?.county_pool_amount ?? null,
    countywide_pool_percentage: given?.county_pool_percent ?? null,
    statewide_pool: given?.state_pool_amount ?? null,
    statewide_pool_percentage: given?.state_pool_percent ?? null,
    county_share: share === null ? null : (Math.abs(share) as Figure),
    net_prior_allocations: statement.figures.net_prior_allocations ?? given?.prior_advance ?? null,
    administrative_cost: statement.figures.administrative_cost ?? given?.administrative_cost ?? null,
    other_adjustments: statement.figures.other_adjustments,
  };
}

function disagreements(statement: Statement, quarterly: Quarterly): SeriesRemark[] {
  const who = `${statement.code} ${statement.name}, ${statement.month}`;
  const place = { month: statement.month, row: quarterly };
  const remarks: SeriesRemark[] = [];
  for (const [field, quarterlyField] of GIVEN_BY_BOTH) {
    const inStatement = statement.figures[field];
    const inQuarterly = quarterly.figures[quarterlyField];
    if (inStatement === null || inQuarterly === null || inStatement === inQuarterly) continue;
    const message = `${who}: ${field} is ${formatMoney(inStatement)} in the statement and ${formatMoney(inQuarterly)} in the quarterly report; the statement's figure counts`;
    remarks.push({ ...place, code: 'reports-disagree', message, field });
  }
  const { total } = quarterly.figures;
  const { net_payment: net } = statement.figures;
  if (total !== null && net !== null && total !== net) {
    const message = `${who}: the quarterly report's total is ${formatMoney(total)}, the statement's net payment ${formatMoney(net)}, a difference of ${formatMoney(net - total)}; credits are left out of the quarterly report`;
    remarks.push({ ...place, code: 'quarterly-total', message, field: 'total' });
  }
  return remarks;
}

function statementMissing(quarterly: Quarterly): SeriesRemark {
  const { code, name, month } = quarterly;
  const quarter = quarterName(salesPeriod(month));
  const message = `${code} ${name} has a quarterly row for ${quarter} but no statement for ${month}; its datapoint waits for the statement`;
  return { code: 'statement-missing', message, month, row: quarterly, field: null };
}
