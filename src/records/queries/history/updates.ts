import { YEAR } from '../../../derive/slots.ts';
import { spanTo } from '../../../derive/span.ts';
import { salesDate, salesPeriod } from '../../../domain/allocation.ts';
import { dayInWords } from '../../../domain/calendar-day.ts';
import { formatMonth, monthIndex, monthOfDate } from '../../../domain/month.ts';
import { perContent, perContentAndKey } from '../../../domain/reading/once.ts';
import { openDoubts } from '../../../domain/reading/open-doubts.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import { periodInWords, periodsInWords, plural } from '../../../domain/text/wording.ts';
import { kindOf, STATES, stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { DATAPOINT, DERIVED } from '../../../store/write/revisions.ts';
import { type Update, updateRecord } from '../../descriptions/history/update.ts';
import type { DatedTotal } from '../../descriptions/total.ts';
import { EVERYTHING, findAmong, listOf } from '../../list.ts';
import { absentReports } from '../missing-months.ts';
import { listReports } from '../reports.ts';
import { totals } from '../totals.ts';
import { IS_CORRECTED } from './revisions.ts';
import { describeMonth, describeRestatement, type Moved, type RestatedFigures } from './update-texts.ts';

/** An update whose text is made when it is read: an answer has a few of many. */
type Untold = Update & { tell(view: DatasetView): string };
type Undated = Omit<Untold, 'sales_period'>;

/** Months that came, restatements, and reports that wait, newest first. */
export const updates = listOf(updateRecord, {
  find: (view, asked, window, beside) => {
    const due = absentReports.find(view, {}, EVERYTHING, beside);
    const waiting = due.read(view, 0, due.length).flatMap(({ state, kind, period, due: day }): Undated[] => {
      if (day === null) return [];
      const at = `${day}T00:00:00.000Z`;
      return [
        {
          ...{ key: `due-${kind}-${period}`, kind: 'due', state, at, allocation_period: null },
          page: `/data/completeness?state=${state}`,
          title: `${stateOf(state).name}: a report of ${periodInWords(period)} is due`,
          text: '',
          tell: () => `The ${kindOf(kind).title} was due on ${dayInWords(day)}, and is not there yet.`,
        },
      ];
    });
    const all = [...waiting, ...lastingUpdates(view)]
      .map(withSales)
      .sort(
        (one, other) =>
          compareText(other.at, one.at) ||
          compareText(other.allocation_period ?? '', one.allocation_period ?? '') ||
          compareText(one.key, other.key),
      );
    const { read, ...found } = findAmong<Untold>(updateRecord, all, asked, window);
    const told = ({ tell, ...update }: Untold, now: DatasetView) => ({ ...update, text: tell(now) });
    return { ...found, read: (now, start, end) => read(now, start, end).map((one) => told(one, now)) };
  },
});

function withSales(update: Undated): Untold {
  const sales_period = salesDate(update.allocation_period, stateOf(update.state).calendar);
  return { ...update, sales_period };
}

/** The updates that do not depend on the day. */
const lastingUpdates = perContent((view: DatasetView): readonly Undated[] => [
  ...STATES.flatMap((state) => monthsOf(view, state)),
  ...restatementsOf(view),
]);

const BYTES_OF_UPDATE = 5000;

/** The months of a state. Each came with the first report that has it. */
const monthsOf = perContentAndKey(
  (view: DatasetView, state: State): Undated[] => {
    const [main] = state.kinds;
    const reports = listReports(view).filter(({ kind, status }) => kind === main.name && status === 'loaded');
    return totalsOf(view, state).flatMap((total): Undated[] => {
      const { month } = total;
      const day = `${month}-01`;
      const received = reports
        .filter(({ first_month, last_month }) => first_month <= day && day <= last_month)
        .map(({ received_at }) => received_at)
        .sort();
      const [at] = received;
      if (at === undefined) return [];
      return [
        {
          ...{ key: `month-${state.code}-${month}`, kind: 'month', state: state.code, at },
          allocation_period: day,
          title: `${state.name}: ${formatMonth(month)} came`,
          text: '',
          tell: (held) => textOfMonth(held, state, total),
          page: `/rankings/${state.code}/${month}`,
        },
      ];
    });
  },
  ({ code }) => code,
  ({ length }) => length * BYTES_OF_UPDATE,
);

function totalsOf(view: DatasetView, { code }: State): readonly DatedTotal[] {
  const { length, read } = totals.find(view, { state: code }, EVERYTHING);
  return read(view, 0, length);
}

/** What came in a month, and the cities whose payments moved most. Doubtful changes are never the largest. */
const textOfMonth = perContentAndKey(
  (view: DatasetView, state: State, total: DatedTotal): string => {
    const month = monthIndex(total.month);
    const [now, ago] = [spanTo(month, 1), spanTo(month - YEAR, 1)];
    const doubts = openDoubts(view, state, 0);
    const moved: Moved[] = [];
    let paid = 0;
    for (const { subject, series } of view.figures(state, state.headline, 0).within(() => true)) {
      const value = series.slots[month - series.first] ?? null;
      const yearAgo = series.slots[month - YEAR - series.first] ?? null;
      if (value === null) continue;
      paid += 1;
      if (subject.type !== 'city' || yearAgo === null || doubts.first(subject.id, now, ago)) continue;
      moved.push({ name: subject.name, by: value - yearAgo });
    }
    return describeMonth(state.name, paid, total, moved);
  },
  ({ code }, { month }) => `${code} ${month}`,
  ({ length }) => 2 * length,
);

/** The published figures that each run changed. */
function restatementsOf({ dataset }: DatasetView): Undated[] {
  const headlines = Object.fromEntries(STATES.map(({ code, headline }) => [code, headline]));
  return dataset.sqlite
    .prepare<[string, string, string], RestatedFigures & { run: number; state: string; at: string | null }>(
      // the next run answers for one that the dataset has forgotten
      `SELECT run_id AS run, state, (SELECT finished_at FROM run WHERE id >= run_id ORDER BY id LIMIT 1) AS at,
         count(*) AS figures, sum(${IS_CORRECTED}) AS corrected, count(DISTINCT jurisdiction_id) AS places,
         min(allocation_period) AS first, max(allocation_period) AS last,
         sum(CASE field WHEN ? ->> state THEN coalesce(after, 0) - before END) AS moved
       FROM revision WHERE field NOT IN (?, ?) AND before IS NOT NULL GROUP BY run_id, state`,
    )
    .all(JSON.stringify(headlines), DATAPOINT, DERIVED)
    .flatMap(({ run, state, at, ...restated }): Undated[] => {
      if (at === null) return [];
      const { figures, places, first, last, corrected } = restated;
      const how = corrected === figures ? 'corrected' : 'restated';
      return [
        {
          ...{ key: `restatement-${state}-${run}`, kind: 'restatement', state, at },
          allocation_period: first === last ? first : null,
          title: `${stateOf(state).name}: ${plural(figures, 'figure')} of ${plural(places, 'place')} ${how}`,
          text: '',
          tell: () => describeRestatement(restated, salesSpan(stateOf(state), first, last)),
          page: `/updates/changes?state=${state}`,
        },
      ];
    });
}

/** The months of the sales behind payments; `null` if no source states them. */
function salesSpan({ calendar }: State, first: string, last: string): string | null {
  const [from, to] = [first, last].map((day) => salesPeriod(monthOfDate(day), calendar));
  return from && to ? periodsInWords(from, to) : null;
}
