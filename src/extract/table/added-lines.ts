import { addFigures } from '../../domain/money.ts';
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
  const figures = Object.keys(first.figures).map((name) => {
    const printed = lines.flatMap((line) => line.figures[name] ?? []);
    return [name, printed.length === 0 ? null : addFigures(printed)];
  });
  // a label that the lines do not share is none of the row
  const labels = Object.entries(first.labels).map(([name, label]) => {
    return [name, lines.every((line) => line.labels[name] === label) ? label : null];
  });
  const ownLines = lines.map((line) => toLine(line, linesBy));
  return [
    { ...first, labels: Object.fromEntries(labels), figures: Object.fromEntries(figures), lines: ownLines },
  ];
}

function toLine({ sheet, row, labels, figures }: ReportRow, linesBy: readonly string[]): RowLine {
  const own = linesBy.map((label) => [label, labels[label] ?? null]);
  const printed = Object.entries(figures).flatMap(([name, figure]) =>
    figure === null ? [] : [[name, figure]],
  );
  return { sheet, row, labels: Object.fromEntries(own), figures: Object.fromEntries(printed) };
}
