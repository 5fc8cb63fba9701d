import type { Figures } from '../../domain/allocation.ts';
import { type Finding, rowFinding } from '../../domain/findings/finding.ts';
import { type Figure, formatMoney } from '../../domain/money.ts';
import { periodName } from '../../domain/publication.ts';
import type { ReportKindName, StoredRow } from '../../domain/report.ts';
import type { Datapoint, MergedSeries, RowsByKind } from '../state.ts';
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
  const findings: Finding[] = [];
  const datapoints = statements.map((statement) => {
    const quarterly = quarterlies.get(statement.month);
    if (quarterly) findings.push(...disagreements(statement, quarterly));
    return mergeMonth(statement, quarterly);
  });
  const months = new Set(statements.map(({ month }) => month));
  for (const quarterly of quarterlies.values()) {
    if (!months.has(quarterly.month)) findings.push(statementMissing(quarterly));
  }
  return { datapoints, findings };
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
  const figures: Figures = {};
  for (const { name } of CALIFORNIA_FIELDS) figures[name] = figureOf(name, statement, quarterly);
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

function disagreements(statement: Statement, quarterly: Quarterly): Finding[] {
  const subject = subjectOf(statement);
  const findings: Finding[] = [];
  for (const [field, quarterlyFigure] of QUARTERLY_FIGURES) {
    const inStatement = figureIn(statement, field);
    const inQuarterly = quarterly.figures[quarterlyFigure];
    if (inStatement === null || inQuarterly === null || inStatement === inQuarterly) continue;
    const given = {
      inStatement: shown(statement, field),
      inQuarterly: shown(quarterly, quarterlyFigure),
    };
    findings.push(rowFinding('reports-disagree', { ...subject, field, ...given }, quarterly, field));
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
    findings.push(rowFinding('quarterly-total', facts, quarterly, 'total'));
  }
  return findings;
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

function statementMissing(quarterly: Quarterly): Finding {
  const { month } = quarterly;
  const facts = { ...subjectOf(quarterly), quarter: periodName(quarterlyAllocations.published, month) };
  return rowFinding('statement-missing', facts, quarterly);
}
