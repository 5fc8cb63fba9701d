import type { FigureSeries } from '../domain/allocation.ts';
import { type AnalysisContext, type ComparedFigures, compareMonth } from './analysis.ts';
import { GroupSum, type GroupTotal, isMember, lacksPayment } from './group-sum.ts';

/** A jurisdiction to compare, with its series. */
export interface ComparedSeries<Subject> {
  subject: Subject;
  series: FigureSeries;
}

/** What to compare. */
export interface ComparisonContext extends AnalysisContext {
  /** The `monthIndex` of the month. */
  month: number;
}

/** One line of a comparison: a jurisdiction, or a group of jurisdictions. */
export interface ComparisonLine<Subject> extends GroupTotal {
  /** 1 for the largest payment of all lines. Equal payments share a rank. `null` without a payment. */
  rank: number | null;
  /** The jurisdiction; `null` for a group. */
  subject: Subject | null;
  /** The name of the group; `null` for a jurisdiction, and for the group of those whose group is unknown. */
  group: string | null;
}

/** Orders lines; lines with `null` come last in both directions. */
export interface ComparisonSort<Subject> {
  keyOf: (line: ComparisonLine<Subject>) => number | string | null;
  descending: boolean;
}

interface Member<Subject> {
  subject: Subject;
  figures: ComparedFigures;
  /** The `monthIndex` of its first datapoint. */
  began: number;
  isMissing: boolean;
}

/** Compares the jurisdictions that have a datapoint in the month or in the 24 months before it, one line each. */
export function compareJurisdictions<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  context: ComparisonContext,
): ComparisonLine<Subject>[] {
  const lines = membersOf(entries, context).map(
    ({ subject, figures, isMissing }): ComparisonLine<Subject> => ({
      ...figures,
      rank: null,
      subject,
      group: null,
      members: 1,
      missing: Number(isMissing),
    }),
  );
  return rankLines(lines);
}

/** Compares groups of the jurisdictions that `compareJurisdictions` compares. Returns them by name, unknown last. */
export function compareGroups<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  groupOf: (subject: Subject) => string | null,
  context: ComparisonContext,
): ComparisonLine<Subject>[] {
  const groups = new Map<string | null, GroupSum>();
  for (const { subject, figures, began, isMissing } of membersOf(entries, context)) {
    const name = groupOf(subject);
    const sum = groups.get(name) ?? new GroupSum(context.month);
    groups.set(name, sum);
    sum.add(figures, began, isMissing);
  }
  const lines = [...groups].map(
    ([group, sum]): ComparisonLine<Subject> => ({ ...sum.total(context), rank: null, subject: null, group }),
  );
  return rankLines(sortLines(lines, { keyOf: ({ group }) => group, descending: false }));
}

/** Sorts lines. Lines with equal keys keep their order. */
export function sortLines<Subject>(
  lines: readonly ComparisonLine<Subject>[],
  { keyOf, descending }: ComparisonSort<Subject>,
): ComparisonLine<Subject>[] {
  const direction = descending ? -1 : 1;
  const keyed = lines.map((line) => ({ line, key: keyOf(line) }));
  keyed.sort(({ key: a }, { key: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (a === b) return 0;
    return a < b ? -direction : direction;
  });
  return keyed.map(({ line }) => line);
}

function membersOf<Subject>(
  entries: Iterable<ComparedSeries<Subject>>,
  context: ComparisonContext,
): Member<Subject>[] {
  const { month } = context;
  const members: Member<Subject>[] = [];
  for (const { subject, series } of entries) {
    if (!isMember(series, month)) continue;
    const figures = compareMonth(series, month, context);
    members.push({ subject, figures, began: series.first, isMissing: lacksPayment(series, month, figures) });
  }
  return members;
}

/** Sets the ranks, and keeps the order. */
function rankLines<Subject>(lines: readonly ComparisonLine<Subject>[]): ComparisonLine<Subject>[] {
  const payments = lines.flatMap(({ payment }) => payment.value ?? []).sort((a, b) => b - a);
  const ranks = new Map<number, number>();
  payments.forEach((payment, at) => {
    if (!ranks.has(payment)) ranks.set(payment, at + 1);
  });
  return lines.map((line) => ({ ...line, rank: ranks.get(line.payment.value ?? Number.NaN) ?? null }));
}
