import type { Figures } from '../../domain/allocation.ts';
import { type Figure, formatMoney, ZERO_FIGURE } from '../../domain/money.ts';
import { periodName } from '../../domain/publication.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Datapoint, MergedSeries, RowsByKind, SeriesRemark } from '../state.ts';
import { rowsOf } from '../state.ts';
import {
  CALIFORNIA_CALENDAR,
  CALIFORNIA_FIELDS,
  type CaliforniaField,
  QUARTER_END_FIELDS,
} from './fields.ts';
import { monthlyStatement, type StatementFigure, type StatementLabel } from './monthly-statement.ts';
import { type QuarterlyFigure, quarterlyAllocations } from './quarterly-allocations.ts';

type Statement = StoredRow<StatementFigure, StatementLabel>;
type Quarterly = StoredRow<QuarterlyFigure, never>;

/** The figure of the quarterly report for each field. If the statement has a figure of the field, the statement wins. */
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

/** The row that prints a field, by the same rule as `mergeMonth`. No report prints the zeros between quarter ends. */
export function sourceOfCalifornia(field: string, sources: Datapoint['sources']): StoredRow | undefined {
  const statement = sources.get(monthlyStatement.name);
  if (!statement) return undefined;
  const inStatement = figureIn(statement, field);
  const isQuarterEnd = CALIFORNIA_CALENDAR.isQuarterEnd(statement.month);
  if (!isQuarterEnd && QUARTER_END_FIELDS.some((name) => name === field))
    return inStatement === 0 ? statement : undefined;
  const quarterly = sources.get(quarterlyAllocations.name);
  if (QUARTERLY_FIGURES.has(field) && inStatement === null && quarterly) return quarterly;
  return field in monthlyStatement.figures ? statement : undefined;
}

function mergeMonth(statement: Statement, quarterly: Quarterly | undefined): Datapoint {
  const isQuarterEnd = CALIFORNIA_CALENDAR.isQuarterEnd(statement.month);
  const figures: Figures = {};
  for (const { name } of CALIFORNIA_FIELDS) figures[name] = figureOf(name, statement, quarterly);
  if (!isQuarterEnd) for (const name of QUARTER_END_FIELDS) figures[name] = ZERO_FIGURE;
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
  const subject = subjectOf(statement);
  const place = { month: statement.month, row: quarterly };
  const remarks: SeriesRemark[] = [];
  for (const [field, quarterlyFigure] of QUARTERLY_FIGURES) {
    const inStatement = figureIn(statement, field);
    const inQuarterly = quarterly.figures[quarterlyFigure];
    if (inStatement === null || inQuarterly === null || inStatement === inQuarterly) continue;
    const given = { inStatement: shown(statement, field), inQuarterly: shown(quarterly, quarterlyFigure) };
    remarks.push({ ...place, code: 'reports-disagree', facts: { ...subject, field, ...given }, field });
  }
  const { total } = quarterly.figures;
  const { net_payment: net } = statement.figures;
  if (total !== null && net !== null && total !== net) {
    const facts = {
      ...subject,
      total: shown(quarterly, 'total'),
      netPayment: shown(statement, 'net_payment'),
      difference: net - total,
    };
    remarks.push({ ...place, code: 'quarterly-total', facts, field: 'total' });
  }
  return remarks;
}

/** A figure of the report, or its correction, in words. */
function shown(row: StoredRow, name: string): string {
  const figure = figureIn(row, name);
  const printed = figure === null ? 'blank' : formatMoney(figure);
  return row.corrected?.has(name) ? `${printed} (from corrections.json)` : printed;
}

function figureIn({ figures }: StoredRow, name: string): Figure | null {
  return figures[name] ?? null;
}

function subjectOf({ code, name, month }: StoredRow) {
  return { code, name, month };
}

/** Corrected figures that do not count anyway. */
function offQuarterCorrections(statement: Statement): SeriesRemark[] {
  const { month, corrected } = statement;
  if (!corrected || CALIFORNIA_CALENDAR.isQuarterEnd(month)) return [];
  return QUARTER_END_FIELDS.flatMap((field): SeriesRemark[] => {
    if (!corrected.has(field) || !figureIn(statement, field)) return [];
    const facts = { ...subjectOf(statement), field, printed: shown(statement, field) };
    return [{ code: 'off-quarter-amount', facts, month, row: statement, field }];
  });
}

function statementMissing(quarterly: Quarterly): SeriesRemark {
  const { month } = quarterly;
  const facts = { ...subjectOf(quarterly), quarter: periodName(quarterlyAllocations.published, month) };
  return { code: 'statement-missing', facts, month, row: quarterly, field: null };
}
