import type { PlacedMonth, StateLine } from '../../analyses/analyses.ts';
import type { ComparedFigures } from '../../derive/analysis.ts';
import { COMPARED_FIGURES, type FigureMeasure, GROUP_FIGURES } from '../../derive/figure-names.ts';
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
    ...figureColumns<AnalysisRow>(unit, ({ month }) => month),
    ratioColumn('share_of_county', ({ month }) => month.shareOfCounty),
    ratioColumn('share_of_state', ({ month }) => month.shareOfState),
    { name: 'rank', content: 'number', read: ({ month }) => month.rank },
    { name: 'ranked', content: 'number', read: ({ month }) => month.ranked },
    ...(['value', 'yearAgo'] as const).map((kind, at) => ({
      name: ['quarter_total', 'quarter_total_ago'][at] ?? kind,
      content: unit,
      read: ({ month }: AnalysisRow) => month.quarter?.[kind] ?? null,
    })),
    ratioColumn('quarter_total_change', ({ month }) => month.quarter?.change ?? null),
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
    ? groupColumns<StateLine>(unit, (line) => (line.subject === null ? line : null))
    : [{ name: 'doubt', content: 'text', read: ({ doubt }) => doubt?.text ?? null }];
  return tableOf(
    [
      { name: 'rank', content: 'number', read: ({ rank }) => rank },
      ...who,
      { name: 'missing', content: 'number', read: ({ missing }) => missing },
      ...figureColumns<StateLine>(unit, (line) => line),
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
      ...figureColumns<MonthTotal>('amount', (one) => one),
      ...groupColumns<MonthTotal>('amount', (one) => one),
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

function figureColumns<Row>(unit: Unit, of: (row: Row) => ComparedFigures): FigureColumn<Row>[] {
  return COMPARED_FIGURES.map(({ name, measure, part, kind }) => ({
    name,
    content: contentOf(measure, unit),
    read: (row) => of(row)[part][kind],
  }));
}

/** What the sums of a group have besides. */
function groupColumns<Row>(unit: Unit, of: (row: Row) => GroupTotal | null): FigureColumn<Row>[] {
  return GROUP_FIGURES.map(({ name, measure, part, kind }) => ({
    name,
    content: contentOf(measure, unit),
    read: (row) => of(row)?.[part][kind] ?? null,
  }));
}

function contentOf(measure: FigureMeasure, unit: Unit): FigureColumn<never>['content'] {
  return ({ unit, change: 'ratio', count: 'number' } as const)[measure];
}

function ratioColumn<Row>(name: string, of: (row: Row) => number | null): FigureColumn<Row> {
  return { name, content: 'ratio', read: of };
}

function tableOf<Row>(columns: readonly FigureColumn<Row>[], rows: Iterable<Row>): ExportedTable {
  const values = function* () {
    for (const row of rows) yield columns.map(({ read }) => read(row));
  };
  return { columns, rows: values() };
}
