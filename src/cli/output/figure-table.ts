import type { PlacedMonth, StateLine } from '../../analyses/analyses.ts';
import type { ComparedFigures } from '../../derive/analysis.ts';
import {
  ANALYSIS_FIGURES,
  COMPARED_FIGURES,
  GROUP_FIGURES,
  type NamedFigure,
  SUM_FIGURES,
} from '../../derive/figure-names.ts';
import type { GroupTotal, MonthTotal } from '../../derive/group-sum.ts';
import type { Unit } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import type { ExportedTable } from '../../publish/table.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import type { SqlValue } from '../../store/statements.ts';

/** A column of a table, and its value in each row, as stored: cents and millionths. */
interface FigureColumn<Row> {
  name: string;
  content: ExportedTable['columns'][number]['content'];
  read: (row: Row) => SqlValue;
}

/** One month of one jurisdiction. */
export interface AnalysisRow {
  jurisdiction: StoredJurisdiction;
  month: PlacedMonth;
}

/** The table of the analysis of many jurisdictions: dollars or percent, changes and shares as fractions. */
export function analysisTable(rows: Iterable<AnalysisRow>, field: string, unit: Unit): ExportedTable {
  const columns: FigureColumn<AnalysisRow>[] = [
    ...jurisdictionColumns<AnalysisRow>(({ jurisdiction }) => jurisdiction),
    { name: 'allocation_period', content: 'month', read: ({ month }) => firstDay(month.month) },
    { name: 'fiscal_year', content: 'text', read: ({ month }) => month.fiscalYear },
    { name: 'field', content: 'text', read: () => field },
    ...figureColumns<AnalysisRow, PlacedMonth>(ANALYSIS_FIGURES, unit, ({ month }) => month),
  ];
  return tableOf(columns, rows);
}

/** The table of a comparison: dollars, changes as fractions. */
export function comparisonTable(lines: readonly StateLine[], isGrouped: boolean, unit: Unit): ExportedTable {
  const who: FigureColumn<StateLine>[] = isGrouped
    ? [
        { name: 'group', content: 'text', read: ({ group }) => group },
        { name: 'members', content: 'number', read: ({ members }) => members },
      ]
    : jurisdictionColumns<StateLine>(({ subject }) => subject);
  const further: FigureColumn<StateLine>[] = isGrouped
    ? figureColumns<StateLine, GroupTotal>(SUM_FIGURES, unit, (line) => (line.subject === null ? line : null))
    : [{ name: 'doubt', content: 'text', read: ({ doubt }) => doubt?.text ?? null }];
  return tableOf(
    [
      { name: 'rank', content: 'number', read: ({ rank }) => rank },
      ...who,
      { name: 'missing', content: 'number', read: ({ missing }) => missing },
      ...figureColumns<StateLine, ComparedFigures>(COMPARED_FIGURES, unit, (line) => line),
      ...further,
    ],
    lines,
  );
}

/** The table of the sums of many jurisdictions by month: dollars, changes as fractions. */
export function totalsTable(months: readonly MonthTotal[]): ExportedTable {
  return tableOf<MonthTotal>(
    [
      { name: 'allocation_period', content: 'month', read: ({ month }) => firstDay(month) },
      { name: 'fiscal_year', content: 'text', read: ({ fiscalYear }) => fiscalYear },
      { name: 'members', content: 'number', read: ({ members }) => members },
      { name: 'missing', content: 'number', read: ({ missing }) => missing },
      ...figureColumns<MonthTotal, GroupTotal>(GROUP_FIGURES, 'amount', (one) => one),
    ],
    months,
  );
}

function jurisdictionColumns<Row>(of: (row: Row) => StoredJurisdiction | null): FigureColumn<Row>[] {
  return [
    { name: 'jurisdiction_id', content: 'number', read: (row) => of(row)?.id ?? null },
    { name: 'sales_tax_id', content: 'text', read: (row) => of(row)?.sales_tax_id ?? null },
    { name: 'name', content: 'text', read: (row) => of(row)?.name ?? null },
    { name: 'type', content: 'text', read: (row) => of(row)?.type ?? null },
    { name: 'county', content: 'text', read: (row) => of(row)?.county ?? null },
  ];
}

/** The columns of named figures of a row. */
function figureColumns<Row, Subject>(
  figures: readonly NamedFigure<Subject>[],
  unit: Unit,
  of: (row: Row) => Subject | null,
): FigureColumn<Row>[] {
  const contents = { unit, change: 'ratio', count: 'number' } as const;
  return figures.map(({ name, measure, read }) => ({
    name,
    content: contents[measure],
    read: (row) => {
      const subject = of(row);
      return subject && read(subject);
    },
  }));
}

function tableOf<Row>(columns: readonly FigureColumn<Row>[], rows: Iterable<Row>): ExportedTable {
  const values = function* () {
    for (const row of rows) yield columns.map(({ read }) => read(row));
  };
  return { columns, rows: values() };
}
