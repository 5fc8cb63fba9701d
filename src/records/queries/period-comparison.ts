import { byGroup, rankLines, sortLines } from '../../derive/comparison.ts';
import { addUpSpans, type GroupEntry } from '../../derive/group-sum.ts';
import { earlier, inSpans, lengthOf, monthsIn, type Span, spanTo } from '../../derive/span.ts';
import { firstDay, monthAt, monthIndex, monthOfDate } from '../../domain/month.ts';
import {
  type FigureReading,
  type KnownJurisdiction,
  type KnownState,
  knownStateOf,
} from '../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import { periodComparisonRecord } from '../descriptions/compared/period-comparison.ts';
import type { PeriodLine } from '../descriptions/compared/period-line.ts';
import type { ComparisonGroup } from '../descriptions/comparison.ts';
import type { DateSpan } from '../filters/filter.ts';
import { type Basis, reaches } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import { type AskedPlaces, entriesOf, GROUP_NAMES, lagOf, orderBy } from './analyses.ts';

const YEAR = 12;
const { members } = periodComparisonRecord;

/** The payments of a state's jurisdictions in two periods, or those of groups of them. */
export const periodComparisons = listOfFigures(periodComparisonRecord, {
  find: (view, asked, window) => {
    const { sort = { column: 'sum', descending: true }, group = 'jurisdiction', basis = 'payment' } = asked;
    const state = knownStateOf(view, asked.state);
    const { newest } = view.figures(state, state.headline, lagOf(state, basis));
    const { sales } = state.calendar.lags;
    if (newest === null) {
      const meta = { ...datesOf(null, 0), basis, group, doubtful: 0 };
      return { ...foundRows([], window), meta };
    }
    const against = asked.against && spanOf(asked.against);
    const now = asked.period ? spanOf(asked.period) : against ? earlier(against, -YEAR) : spanTo(newest, 1);
    const before = against ?? earlier(now, YEAR);
    if (lengthOf(now) !== lengthOf(before))
      throw new WrongFilter('against', [
        `The period has ${lengthOf(now)} months, and the one to compare with has ${lengthOf(before)}. Give as many.`,
      ]);
    const all = comparePeriods(view, state, { ...asked, basis, group, now, before });
    const lines = all.filter(({ figure }) => reaches(figure.yearAgo, asked.minimum));
    return {
      ...foundRows(sortLines(lines, { ...orderBy(members, sort), isLate: isDoubtful(sort.column) }), window),
      meta: {
        ...datesOf({ now, before }, sales === null ? null : sales - lagOf(state, basis)),
        ...{ basis, group },
        doubtful: lines.filter(({ doubtful }) => doubtful > 0).length,
      },
    };
  },
});

/** Both periods as records have them, and the months of their sales: these are `lag` months earlier. */
function datesOf(spans: Pick<PeriodQuestion, 'now' | 'before'> | null, lag: number | null) {
  const text = (span: Span | undefined) => (span ? inWords(span) : null);
  const salesOf = (span: Span | undefined) => text(lag === null ? undefined : span && earlier(span, lag));
  return {
    ...{ period: text(spans?.now), against: text(spans?.before) },
    ...{ sales_period: salesOf(spans?.now), against_sales_period: salesOf(spans?.before) },
  };
}

interface PeriodQuestion extends AskedPlaces {
  basis: Basis;
  group: ComparisonGroup;
  /** Months of the basis. */
  now: Span;
  before: Span;
}

/** Compares the jurisdictions or groups of a state that have a payment in one of two periods. */
function comparePeriods(view: FigureReading, state: KnownState, asked: PeriodQuestion): PeriodLine[] {
  const { group, now, before } = asked;
  const lag = lagOf(state, asked.basis);
  const figures = view.figures(state, state.headline, lag);
  const context = { stateMonths: figures.months };
  const doubts = openDoubts(view, state, lag);
  const doubtOf = (id: number) => doubts.first(id, now, before);
  const entries = entriesOf(view, state, figures, asked).filter(
    ({ series }) => monthsWith(series, now, true).length + monthsWith(series, before, true).length > 0,
  );
  const lineOf = (members: readonly (GroupEntry & { subject: KnownJurisdiction })[]) => ({
    ...{ rank: null, members: members.length, figure: addUpSpans(members, now, before, context) },
    doubtful: members.filter(({ subject }) => doubtOf(subject.id) !== null).length,
  });
  if (group === 'jurisdiction')
    return rankLines(
      entries.map((entry) => ({
        ...lineOf([{ ...entry, name: undefined }]),
        ...{ subject: entry.subject, group: null, doubt: doubtOf(entry.subject.id) },
        missingMonths:
          inSpans([...monthsWith(entry.series, before, false), ...monthsWith(entry.series, now, false)]) ||
          null,
      })),
      ({ figure }) => figure.value,
    );
  const lines = byGroup(entries, GROUP_NAMES[group]).map(([name, members]) => ({
    ...lineOf(members),
    ...{ subject: null, group: name, doubt: null, missingMonths: null },
  }));
  return rankLines(lines, ({ figure }) => figure.value);
}

/** The months of a span with a payment, or without one. */
function monthsWith({ first, slots }: GroupEntry['series'], span: Span, isPaid: boolean): number[] {
  return monthsIn(span).filter((month) => (typeof slots[month - first] === 'number') === isPaid);
}

/** A doubtful sum is never among the largest differences or changes. */
function isDoubtful(column: string): (line: PeriodLine) => boolean {
  const isOfSums = ['sum', 'against', 'rank', 'name'].includes(column);
  return ({ doubtful }) => !isOfSums && doubtful > 0;
}

function spanOf({ from, to }: DateSpan): Span {
  if (from === null || to === null) throw new Error('a period has both ends');
  return { first: monthIndex(monthOfDate(from)), last: monthIndex(monthOfDate(to)) };
}

function inWords({ first, last }: Span): string {
  return `${firstDay(monthAt(first))},${firstDay(monthAt(last))}`;
}
