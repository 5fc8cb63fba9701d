import { addFigures, type Figure } from '../../domain/money.ts';
import type { ReportRow, RowLine } from '../../domain/report.ts';
import type { ReportKind } from '../layouts/report-kind.ts';

/**
 * Adds up the lines of each jurisdiction and month to one row, in the order of their first lines. If the kind has one
 * line per row, returns the rows unchanged.
 */
export function addUpLines(rows: readonly ReportRow[], { linesBy }: ReportKind): ReportRow[] {
  if (!linesBy) return [...rows];
  const groups = Map.groupBy(rows, ({ code, month }) => `${code} ${month}`);
  return [...groups.values()].flatMap((lines) => addUp(lines, linesBy));
}

function addUp(lines: readonly ReportRow[], linesBy: readonly string[]): ReportRow[] {
  const [first] = lines;
  if (!first) return [];
  const labels = Object.keys(first.labels).map((label) => [label, sharedLabel(lines, label)]);
  const figures = Object.keys(first.figures).map((figure) => [figure, sumOf(lines, figure)]);
  return [
    {
      ...first,
      labels: Object.fromEntries(labels),
      figures: Object.fromEntries(figures),
      lines: lines.map((line) => toLine(line, linesBy)),
    },
  ];
}

/** The label that all lines have; `null` if they differ. */
function sharedLabel(lines: readonly ReportRow[], label: string): string | null {
  const [value = null, ...others] = new Set(lines.map(({ labels }) => labels[label] ?? null));
  return others.length === 0 ? value : null;
}

/** The sum of the lines that print a figure; `null` if none does. */
function sumOf(lines: readonly ReportRow[], figure: string): Figure | null {
  const printed = lines.flatMap(({ figures }) => figures[figure] ?? []);
  return printed.length === 0 ? null : addFigures(printed);
}

function toLine({ sheet, row, labels, figures }: ReportRow, linesBy: readonly string[]): RowLine {
  const printed = Object.entries(figures).flatMap(([name, figure]) =>
    figure === null ? [] : [[name, figure]],
  );
  return {
    sheet,
    row,
    labels: Object.fromEntries(linesBy.map((label) => [label, labels[label] ?? null])),
    figures: Object.fromEntries(printed),
  };
}
