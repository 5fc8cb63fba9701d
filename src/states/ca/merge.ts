import { type Figures, salesPeriod } from '../../domain/allocation.ts';
import { type Figure, formatMoney } from '../../domain/money.ts';
import { quarterName } from '../../domain/month.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Datapoint, MergedSeries, RowsByKind, SeriesRemark } from '../state.ts';
import { rowsOf } from '../state.ts';
import { CALIFORNIA_CALENDAR } from './calendar.ts';
import { CALIFORNIA_FIELDS, type CaliforniaField } from './fields.ts';
import { monthlyStatement, type StatementFigure, type StatementLabel } from './monthly-statement.ts';
import { type QuarterlyFigure, quarterlyAllocations } from './quarterly-allocations.ts';

type Statement = StoredRow<StatementFigure, StatementLabel>;
type Quarterly = StoredRow<QuarterlyFigure, never>;

/** What quarter-end fields are in other months, always. */
const ZERO = 0 as Figure;

/**
 * The figure of the quarterly report that gives a field. Where the statement has a figure of the field, under the
 * field's own name, that one counts.
 */
const QUARTERLY_FIGURES: ReadonlyMap<string, QuarterlyFigure> = new Map<CaliforniaField, QuarterlyFigure>([
  ['countywide_pool', 'county_pool_amount'],
  ['countywide_pool_percentage', 'county_pool_percent'],
  ['statewide_pool', 'state_pool_amount'],
  ['statewide_pool_percentage', 'state_pool_percent'],
  ['county_share', 'county_share_amount'],
  ['net_prior_allocations', 'prior_advance'],
  ['administrative_cost', 'administrative_cost'],
]);

/** One statement row is one datapoint; at quarter ends the quarterly row adds its fields. */
export function mergeCalifornia(rows: RowsByKind): MergedSeries {
  const statements = rowsOf(rows, monthlyStatement);
  const quarterlies = new Map(rowsOf(rows, quarterlyAllocations).map((row) => [row.month, row]));
  const remarks: SeriesRemark[] = [];
  const datapoints = statements.map((statement) => {
    const quarterly = quarterlies.get(statement.month);
    remarks.push(...offQuarterCorrections(statement));
    if (quarterly) remarks.push(...disagreements(statement, quarterly));
    return mergeMonth(statement, quarterly);
  });
  const months = new Set(statements.map(({ month }) => month));
  for (const quarterly of quarterlies.values()) {
    if (!months.has(quarterly.month)) remarks.push(statementMissing(quarterly));
  }
  return { datapoints, remarks };
}

/** The row that gives a field: as `figureOf` takes it. */
export function sourceOfCalifornia(field: string, sources: Datapoint['sources']): StoredRow | undefined {
  const statement = sources.get(monthlyStatement.name);
  const isInStatement = (statement?.figures[field] ?? null) !== null;
  const isQuarterly = QUARTERLY_FIGURES.has(field) && !isInStatement;
  return (isQuarterly ? sources.get(quarterlyAllocations.name) : undefined) ?? statement;
}

function mergeMonth(statement: Statement, quarterly: Quarterly | undefined): Datapoint<CaliforniaField> {
  const isQuarterEnd = CALIFORNIA_CALENDAR.isQuarterEnd(statement.month);
  const figures = {} as Figures<CaliforniaField>;
  for (const { name, quarterEndOnly } of CALIFORNIA_FIELDS)
    figures[name] = quarterEndOnly && !isQuarterEnd ? ZERO : figureOf(name, statement, quarterly);
  const sources = new Map<ReportKindName, StoredRow>([[monthlyStatement.name, statement]]);
  if (quarterly) sources.set(quarterlyAllocations.name, quarterly);
  return { month: statement.month, figures, sources };
}

function figureOf(
  field: CaliforniaField,
  { figures }: StoredRow,
  quarterly: Quarterly | undefined,
): Figure | null {
  const inStatement = figures[field] ?? null;
  const quarterlyFigure = QUARTERLY_FIGURES.get(field);
  if (inStatement !== null || quarterlyFigure === undefined) return inStatement;
  return quarterly?.figures[quarterlyFigure] ?? null;
}

function disagreements(statement: Statement, quarterly: Quarterly): SeriesRemark[] {
  const who = `${statement.code} ${statement.name}, ${statement.month}`;
  const place = { month: statement.month, row: quarterly };
  const remarks: SeriesRemark[] = [];
  for (const [field, quarterlyFigure] of QUARTERLY_FIGURES) {
    const inStatement = (statement.figures as Partial<Figures>)[field] ?? null;
    const inQuarterly = quarterly.figures[quarterlyFigure];
    if (inStatement === null || inQuarterly === null || inStatement === inQuarterly) continue;
    const [one, other] = [printed(statement, field), printed(quarterly, quarterlyFigure)];
    const message = `${who}: ${field} is ${one} in the statement and ${other} in the quarterly report; the statement's figure counts`;
    remarks.push({ ...place, code: 'reports-disagree', message, field });
  }
  const { total } = quarterly.figures;
  const { net_payment: net } = statement.figures;
  if (total !== null && net !== null && total !== net) {
    const message = `${who}: the quarterly report's total is ${printed(quarterly, 'total')}, the statement's net payment ${printed(statement, 'net_payment')}, a difference of ${formatMoney(net - total)}; credits are left out of the quarterly report`;
    remarks.push({ ...place, code: 'quarterly-total', message, field: 'total' });
  }
  return remarks;
}

/** A figure as the report has it, or as the register of corrections does, which is said. */
function printed({ figures, corrected }: StoredRow, name: string): string {
  const figure = figures[name] ?? null;
  return `${figure === null ? 'nothing' : formatMoney(figure)}${corrected?.has(name) ? ' (by corrections.json)' : ''}`;
}

/** Figures that were corrected and do not count all the same. */
function offQuarterCorrections(statement: Statement): SeriesRemark[] {
  const { code, name, month, figures, corrected } = statement;
  if (!corrected || CALIFORNIA_CALENDAR.isQuarterEnd(month)) return [];
  return CALIFORNIA_FIELDS.flatMap(({ name: field, quarterEndOnly }): SeriesRemark[] => {
    if (!quarterEndOnly || !corrected.has(field) || !(figures as Partial<Figures>)[field]) return [];
    const message = `${code} ${name}: ${field} is ${printed(statement, field)} in ${month}, which settles no quarter; the dataset has 0 there`;
    return [{ code: 'off-quarter-amount', message, month, row: statement, field }];
  });
}

function statementMissing(quarterly: Quarterly): SeriesRemark {
  const { code, name, month } = quarterly;
  const quarter = quarterName(salesPeriod(month));
  const message = `${code} ${name} has a quarterly row for ${quarter} but no statement for ${month}; its datapoint waits for the statement`;
  return { code: 'statement-missing', message, month, row: quarterly, field: null };
}
