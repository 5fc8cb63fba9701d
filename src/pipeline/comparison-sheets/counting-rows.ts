import type { Finding } from '../../domain/findings/finding.ts';
import { slugOf } from '../../domain/jurisdiction.ts';
import { addFigures, type Figure } from '../../domain/money.ts';
import type { StoredRow } from '../../domain/report.ts';
import { chooseRows, type ReportRecords } from '../../merge/choose.ts';
import type { ComparisonSheetKind } from '../../states/state.ts';

/** Rows of one report about one jurisdiction and month. */
export type ListedRows = readonly [StoredRow, ...StoredRow[]];

/** What a comparison sheet prints of a jurisdiction, and the rows that print it or add up to it. */
export interface ListedFigure {
  figure: string;
  printed: Figure;
  rows: ListedRows;
}

/** The rows that count, with findings about reports that disagree. */
export interface CountingRows {
  rows: StoredRow[];
  findings: Finding[];
}

export function groupRows<Key>(
  rows: readonly StoredRow[],
  keyOf: (row: StoredRow) => Key,
): Map<Key, [StoredRow, ...StoredRow[]]> {
  const groups = new Map<Key, [StoredRow, ...StoredRow[]]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (known) known.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The rows of the report that counts, of all rows of one jurisdiction and month. Several rows of a report are compared by their sums. */
export function countingOfMonth(
  kind: ComparisonSheetKind,
  rows: readonly StoredRow[],
  reports: ReportRecords,
): CountingRows {
  const byReport = groupRows(rows, ({ reportId }) => reportId);
  if (byReport.size <= 1) return { rows: [...rows], findings: [] };
  const isSingle = [...byReport.values()].every(({ length }) => length === 1);
  const joined = [...byReport.values()].map((ofReport) =>
    isSingle ? ofReport[0] : { ...ofReport[0], figures: amountsOf(kind, ofReport) },
  );
  const { rows: winners, findings } = chooseRows(joined, reports);
  return { rows: winners.flatMap(({ reportId }) => byReport.get(reportId) ?? []), findings };
}

/** The amounts of a jurisdiction, to compare reports that list it in different numbers of rows. */
function amountsOf(kind: ComparisonSheetKind, rows: ListedRows): StoredRow['figures'] {
  const listed = listedFigures(kind, rows);
  const amounts = amountNames(kind).map((name) => {
    const ofName = listed.filter(({ figure }) => figure === name);
    return [name, ofName.length === 1 ? (ofName[0]?.printed ?? null) : null] as const;
  });
  return Object.fromEntries(amounts);
}

/**
 * The figures to check of one jurisdiction, month and report. Parts of a city in several counties add up, and their
 * percentages do not count. Each other row is checked by itself; rows that print the same figure share an entry.
 */
export function listedFigures(kind: ComparisonSheetKind, rows: ListedRows): ListedFigure[] {
  // rows of two names are no parts: a line of the register must not double a payment
  const groups = groupRows(rows, (row) =>
    kind.subjectOf(row).county === null ? row.code : slugOf(row.name),
  ).values();
  const listed = new Map<string, ListedFigure>();
  for (const { figure, printed, rows: ofFigure } of [...groups].flatMap((group) => figuresOf(kind, group))) {
    const key = `${figure} ${printed}`;
    const [first, ...more] = listed.get(key)?.rows ?? ofFigure;
    listed.set(key, { figure, printed, rows: listed.has(key) ? [first, ...more, ...ofFigure] : ofFigure });
  }
  return [...listed.values()];
}

function figuresOf(kind: ComparisonSheetKind, rows: ListedRows): ListedFigure[] {
  if (isRepeated(kind, rows))
    return Object.keys(kind.figures).flatMap((figure) =>
      rows.flatMap((row): ListedFigure[] => {
        const printed = row.figures[figure] ?? null;
        return printed === null ? [] : [{ figure, printed, rows: [row] }];
      }),
    );
  return amountNames(kind).flatMap((figure): ListedFigure[] => {
    const printed = rows.flatMap(({ figures }) => figures[figure] ?? []);
    return printed.length === 0 ? [] : [{ figure, printed: addFigures(printed), rows }];
  });
}

/** Whether rows repeat one payment. If all payments are blank or zero, the next amount decides. */
function isRepeated(kind: ComparisonSheetKind, [first, ...others]: ListedRows): boolean {
  const names = amountNames(kind).sort((a, b) => Number(isPayment(kind, b)) - Number(isPayment(kind, a)));
  const decisive = names.find((name) => [first, ...others].some(({ figures }) => (figures[name] ?? 0) !== 0));
  return (
    decisive === undefined || others.every(({ figures }) => figures[decisive] === first.figures[decisive])
  );
}

function amountNames({ figures }: ComparisonSheetKind): string[] {
  return Object.keys(figures).filter((name) => figures[name]?.unit === 'amount');
}

export function isPayment({ checks }: ComparisonSheetKind, figure: string): boolean {
  return checks[figure] === 'month';
}
