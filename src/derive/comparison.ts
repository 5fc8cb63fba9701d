import { type AnalysisContext, type ComparedFigures, openFigures } from './analysis.ts';
import { addUpGroup, endOfLife, type GroupEntry, type GroupTotal, isMember } from './group-sum.ts';

/** A jurisdiction to compare, with its series. */
export interface ComparedSeries<Subject> extends GroupEntry {
  subject: Subject;
}

export interface ComparisonContext extends AnalysisContext {
  /** The `monthIndex` of the month. */
  month: number;
}

interface RankedLine {
  /** 1 for the largest payment of all lines. Equal payments share a rank. `null` without a payment. */
  rank: number | null;
  members: number;
  /** Payments of the month that are missing. */
  missing: number;
}

export interface JurisdictionLine<Subject> extends RankedLine, ComparedFigures {
  subject: Subject;
  group: null;
}

export interface GroupLine extends RankedLine, GroupTotal {
  subject: null;
  /** The name of the group; `null` for the group of those whose group is unknown. */
  group: string | null;
}

export type ComparisonLine<Subject> = JurisdictionLine<Subject> | GroupLine;

/** Orders lines; lines with `null` come last in both directions. */
export interface ComparisonSort<Line> {
  keyOf: (line: Line) => number | string | null;
  /** Whether a line comes after the others, both ways. */
  isLate?: (line: Line) => boolean;
  descending: boolean;
}

/** Compares the jurisdictions that have a datapoint in the month or in the 24 months before it, one line each. */
export function compareJurisdictions<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  context: ComparisonContext,
): JurisdictionLine<Subject>[] {
  const { month } = context;
  const newest = Math.max(...context.stateMonths);
  const lines = membersOf(entries, month).map(
    ({ subject, series, comparable }): JurisdictionLine<Subject> => {
      const figures = openFigures(series, context, comparable)(month);
      const missing = Number(figures.payment.value === null && month <= endOfLife(series, newest));
      return { ...figures, rank: null, subject, group: null, members: 1, missing };
    },
  );
  return rankLines(lines, ({ payment }) => payment.value);
}

/** Compares groups of the jurisdictions that `compareJurisdictions` compares. Returns them by name, unknown last. */
export function compareGroups<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  groupOf: (subject: Subject) => string | null,
  context: ComparisonContext,
): GroupLine[] {
  const lines = byGroup(membersOf(entries, context.month), groupOf).flatMap(([group, all]) =>
    addUpGroup(all, [context.month], context).map(
      ({ month: _, fiscalYear: __, ...total }): GroupLine => ({ ...total, rank: null, subject: null, group }),
    ),
  );
  return rankLines(lines, ({ payment }) => payment.value);
}

/** Divides entries into groups: by name, those whose group is unknown last. */
export function byGroup<Subject, Entry extends { subject: Subject }>(
  entries: Iterable<Entry>,
  groupOf: (subject: Subject) => string | null,
): [group: string | null, members: Entry[]][] {
  const groups = new Map<string | null, Entry[]>();
  for (const entry of entries) {
    const name = groupOf(entry.subject);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(entry);
  }
  return sortLines([...groups], { keyOf: ([name]) => name, descending: false });
}

/** Sorts lines. Lines with equal keys keep their order. */
export function sortLines<Line>(
  lines: readonly Line[],
  { keyOf, isLate = () => false, descending }: ComparisonSort<Line>,
): Line[] {
  const direction = descending ? -1 : 1;
  const keyed = lines.map((line) => {
    const key = keyOf(line);
    return { line, key, place: key === null ? 2 : Number(isLate(line)) };
  });
  keyed.sort((one, other) => {
    const [a, b] = [one.key, other.key];
    if (one.place !== other.place || a === null || b === null) return one.place - other.place;
    if (a === b) return 0;
    return a < b ? -direction : direction;
  });
  return keyed.map(({ line }) => line);
}

function membersOf<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  month: number,
): ComparedSeries<Subject>[] {
  return [...entries].filter(({ series }) => isMember(series, month));
}

/** Sets the ranks, 1 for the largest figure, and keeps the order. */
export function rankLines<Line>(lines: readonly Line[], figureOf: (line: Line) => number | null) {
  const figures = lines.flatMap((line) => figureOf(line) ?? []).sort((a, b) => b - a);
  const ranks = new Map<number, number>();
  figures.forEach((figure, at) => {
    if (!ranks.has(figure)) ranks.set(figure, at + 1);
  });
  return lines.map((line) => ({ ...line, rank: ranks.get(figureOf(line) ?? Number.NaN) ?? null }));
}
