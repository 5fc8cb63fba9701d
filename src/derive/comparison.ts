import type { FigureSeries } from '../domain/allocation.ts';
import { type AnalysisContext, type ComparedFigures, compareMonth, type YearOverYear } from './analysis.ts';
import { changeOf, YEAR } from './slots.ts';

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
export interface ComparisonLine<Subject> extends ComparedFigures {
  /** 1 for the largest payment of all lines. Equal payments share a rank. `null` without a payment. */
  rank: number | null;
  /** The jurisdiction; `null` for a group. */
  subject: Subject | null;
  /** The name of the group; `null` for a jurisdiction, and for the group of those whose group is unknown. */
  group: string | null;
  members: number;
  /** Members without a payment in the month that have not ended. */
  missing: number;
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

/** A jurisdiction belongs to the comparison if it has a datapoint in the month, or in as many months before. */
const MONTHS_OF_MEMBERS = 2 * YEAR;
/** A jurisdiction has ended if it has no datapoint for longer than this. */
const MONTHS_UNTIL_ENDED = YEAR;

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
  const groups = new Map<string | null, Member<Subject>[]>();
  for (const member of membersOf(entries, context)) {
    const name = groupOf(member.subject);
    const known = groups.get(name);
    if (known) known.push(member);
    else groups.set(name, [member]);
  }
  const lines = [...groups].map(
    ([group, members]): ComparisonLine<Subject> => ({
      ...addUp(members, context),
      rank: null,
      subject: null,
      group,
      members: members.length,
      missing: members.filter(({ isMissing }) => isMissing).length,
    }),
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
    const hasEnded = series.first + series.slots.length - 1 < month - MONTHS_UNTIL_ENDED;
    const isMissing = figures.payment.value === null && !hasEnded;
    members.push({ subject, figures, began: series.first, isMissing });
  }
  return members;
}

function isMember({ first, slots }: FigureSeries, month: number): boolean {
  for (
    let at = Math.max(0, month - MONTHS_OF_MEMBERS - first);
    at <= month - first && at < slots.length;
    at += 1
  )
    if (slots[at] !== undefined) return true;
  return false;
}

/** The exact sums of the members that have a figure. */
function addUp<Subject>(members: readonly Member<Subject>[], context: ComparisonContext): ComparedFigures {
  const { month, fiscalYearStart, stateMonths } = context;
  const stateFirst = Math.min(...stateMonths);
  const sumsFrom = (part: keyof ComparedFigures, monthsBefore: number, newFrom = month - YEAR + 1) => {
    const { sum, isComplete } = addUpPart(members, part, newFrom);
    // where the dataset begins within a year, only new jurisdictions have its sum
    const isKnown = (end: number) => end - monthsBefore >= stateFirst;
    const value = isKnown(month) ? sum.value : null;
    const yearAgo = isKnown(month - YEAR) ? sum.yearAgo : null;
    return { value, yearAgo, change: isComplete ? changeOf(value, yearAgo) : null };
  };
  return {
    payment: sumsFrom('payment', 0),
    yearToDate: sumsFrom('yearToDate', month % YEAR),
    fiscalYearToDate: sumsFrom('fiscalYearToDate', (month + YEAR + 1 - fiscalYearStart) % YEAR),
    rollingYear: sumsFrom('rollingYear', YEAR - 1, month - 2 * YEAR + 2),
  };
}

/**
 * Adds up one figure and the same a year before. The sums are incomplete if a payment of the month is missing, or if
 * only one of them has a member. A member that began in the month `newFrom` or later may lack the earlier figure.
 */
function addUpPart<Subject>(
  members: readonly Member<Subject>[],
  part: keyof ComparedFigures,
  newFrom: number,
): { sum: Pick<YearOverYear, 'value' | 'yearAgo'>; isComplete: boolean } {
  let isComplete = true;
  let value: number | null = null;
  let yearAgo: number | null = null;
  for (const { figures, began, isMissing } of members) {
    const { value: now, yearAgo: then } = figures[part];
    if (now !== null) value = (value ?? 0) + now;
    if (then !== null) yearAgo = (yearAgo ?? 0) + then;
    const isOnlyNow = then === null && now !== null && began < newFrom;
    if (isMissing || isOnlyNow || (now === null && then !== null)) isComplete = false;
  }
  return { sum: { value, yearAgo }, isComplete };
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
