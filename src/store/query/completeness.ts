import { addDays, dayOf } from '../../domain/calendar-day.ts';
import { addMonths, type Day, type Month } from '../../domain/month.ts';
import { periodName, publishedMonths } from '../../domain/publication.ts';
import type { ReportKindName } from '../../domain/report.ts';
import { periodInWords } from '../../domain/text/wording.ts';
import { allKindsOf, kindOf, REPORT_KINDS, STATES, stateOf } from '../../states/index.ts';
import type { ReportKind, State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { ReportRows } from '../write/report-rows.ts';

/** A report is due only this many days after its publication date, because portals are often late. */
const GRACE_DAYS = 3;

/** Decides which reports are due. */
export interface Schedule {
  today: Day;
  /** The day from which the report of a kind for an allocation period is expected. */
  expectedBy(kind: ReportKind, month: Month): Day;
}

/** Today, by the rule of each report kind. */
export function usualSchedule(): Schedule {
  return { today: dayOf(new Date()), expectedBy: ({ published }, month) => published.dueBy(month) };
}

/** A period of one report kind. The names are those of the JSON. */
export interface Period {
  state: string;
  kind: ReportKindName;
  /** A month as `2020-03`, or a sales quarter as `2020Q1`. */
  period: string;
  allocation_period: Month;
}

/** `Texas October 2026`, `California Q3 2026`. A comparison sheet has its title, because no payment is absent. */
export function periodLabel({ state, kind, period }: Period): string {
  const { comparisonSheets, name } = stateOf(state);
  const sheet = comparisonSheets.find((one) => one.name === kind);
  return `${name} ${periodInWords(period)}${sheet ? ` (${sheet.title})` : ''}`;
}

/** A period that is due and later than all loaded periods of its kind. */
export interface ExpectedPeriod extends Period {
  /** The day the report was due. */
  expected_since: Day;
  /** Whether the period after it is due as well. */
  overdue: boolean;
}

/** Joins successive periods of a kind that have the same status, if they have one. Returns the first and last period of each stretch. */
export function stretchesOf<Absent extends Pick<Period, 'kind' | 'allocation_period'> & { status?: string }>(
  periods: readonly Absent[],
): [Absent, Absent][] {
  const stretches: [Absent, Absent][] = [];
  for (const period of periods) {
    const { kind, allocation_period, status } = period;
    const open = stretches.at(-1);
    const last = open?.[1];
    const { every } = kindOf(kind).published;
    const isAlike = last?.kind === kind && last.status === status;
    const follows = isAlike && addMonths(last.allocation_period, every) === allocation_period;
    if (open && follows) open[1] = period;
    else stretches.push([period, period]);
  }
  return stretches;
}

/** The absent periods: `missing` ones are not later than the newest loaded one of their kind, `expected` ones are. */
export interface Absence {
  missing: Period[];
  expected: ExpectedPeriod[];
}

/** The allocation periods that each kind has rows for, in order. */
export type KindMonths = ReadonlyMap<ReportKindName, readonly Month[]>;

export function readKindMonths(dataset: Dataset): KindMonths {
  return new Map(REPORT_KINDS.map((kind) => [kind.name, new ReportRows(dataset, kind).months()]));
}

/**
 * The months that reports of a kind should cover: from the state's first month to the newest report of the kind, or to the
 * state's last month if the kind has none. A dataset may do without comparison sheets. `null` if nothing should be there.
 */
export function dueSpan(
  state: State,
  kind: ReportKind,
  months: KindMonths,
): { from: Month; to: Month } | null {
  const present = months.get(kind.name) ?? [];
  const isOwn = state.kinds.includes(kind);
  const all = isOwn ? state.kinds.flatMap(({ name }) => months.get(name) ?? []).sort() : present;
  const [from, to] = [all[0], present.at(-1) ?? all.at(-1)];
  return from && to ? { from, to } : null;
}

/** Finds the absent periods of each kind, in order of state, kind and time. */
export function findAbsence(months: KindMonths, schedule: Schedule): Absence {
  const byKind = STATES.flatMap((state) =>
    allKindsOf(state).map((kind) => absenceOf(state, kind, months, schedule)),
  );
  return {
    missing: byKind.flatMap(({ missing }) => missing),
    expected: byKind.flatMap(({ expected }) => expected),
  };
}

/** Finds the absent periods of one kind. None is expected of a kind without reports. */
export function absenceOf(state: State, kind: ReportKind, months: KindMonths, schedule: Schedule): Absence {
  const span = dueSpan(state, kind, months);
  if (!span) return { missing: [], expected: [] };
  const { published } = kind;
  const present = months.get(kind.name) ?? [];
  const last = present.at(-1);
  const here = new Set(present);
  const periodOf = (month: Month): Period => ({
    state: state.code,
    kind: kind.name,
    period: periodName(published, month),
    allocation_period: month,
  });
  const missing = publishedMonths(published, span.from, span.to)
    .filter((month) => !here.has(month))
    .map(periodOf);
  const due: { month: Month; since: Day }[] = [];
  for (let month = last && addMonths(last, published.every); month; ) {
    const since = schedule.expectedBy(kind, month);
    if (addDays(since, GRACE_DAYS) > schedule.today) break;
    due.push({ month, since });
    month = addMonths(month, published.every);
  }
  const expected = due.map(({ month, since }, at) => ({
    ...periodOf(month),
    expected_since: since,
    overdue: at < due.length - 1,
  }));
  return { missing, expected };
}
