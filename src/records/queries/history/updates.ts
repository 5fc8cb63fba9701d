import { salesDate, salesPeriod } from '../../../domain/allocation.ts';
import { dayInWords } from '../../../domain/calendar-day.ts';
import { formatMonth, type Month, monthAt, monthIndex, monthOfDate } from '../../../domain/month.ts';
import { perContent, perContentAndKey } from '../../../domain/reading/once.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import { periodInWords, periodsInWords, plural } from '../../../domain/text/wording.ts';
import { kindOf, STATES, stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { DATAPOINT, DERIVED } from '../../../store/write/revisions.ts';
import { type ListedChange, NO_DETAILS } from '../../descriptions/history/change.ts';
import { type Beside, EVERYTHING } from '../../list.ts';
import { absentReports } from '../missing-months.ts';
import { listReports } from '../reports.ts';
import { membersOf } from '../selection.ts';
import { dollars, largestFall, tellSpan } from '../sentences/group-texts.ts';
import { knownOfMonth } from '../sentences/sentences.ts';
import { IS_CORRECTED } from './revisions.ts';

/** Something new, told in sentences. */
interface Update extends Pick<ListedChange, 'change' | 'state' | 'at' | 'allocation_period'> {
  /** Never changes. */
  key: string;
  title: string;
  page: string;
  /** It is made when it is read: an answer has a few of many. */
  tell(view: DatasetView): ToldUpdate;
}

/** An update in words, with the figures of a month that came, or of the payments that a run changed. Amounts are in cents. */
type ToldUpdate = { text: string } & Partial<
  Pick<ListedChange, 'total' | 'growth' | 'largest_fall' | 'jurisdictions'>
>;

/** Months that came, restatements, and reports that are due, newest first. */
export function updatesOf(view: DatasetView, state: string | undefined, beside?: Beside): Update[] {
  const due = absentReports.find(view, {}, EVERYTHING, beside);
  const waiting = due.read(view, 0, due.length).flatMap(({ state: of, kind, period, due: day }): Update[] => {
    if (day === null) return [];
    return [
      {
        ...{ key: `due-${kind}-${period}`, change: 'due_report', state: of, at: `${day}T00:00:00.000Z` },
        ...{ allocation_period: null, page: '/data/completeness' },
        title: `${stateOf(of).name}: a report of ${periodInWords(period)} is due`,
        tell: () => ({
          text: `The ${kindOf(kind).title} was due on ${dayInWords(day)}, and is not there yet.`,
        }),
      },
    ];
  });
  return [...waiting, ...lastingUpdates(view)]
    .filter((one) => state === undefined || one.state === state)
    .sort(
      (one, other) =>
        compareText(other.at, one.at) ||
        compareText(other.allocation_period ?? '', one.allocation_period ?? '') ||
        compareText(one.key, other.key),
    );
}

/** An update as a record of the list of changes. */
export function updateRecord({ tell, ...update }: Update, view: DatasetView): ListedChange {
  const told = tell(view);
  return {
    ...NO_DETAILS,
    ...update,
    ...told,
    unit: typeof told.total === 'number' ? 'amount' : null,
    sales_period: salesDate(update.allocation_period, stateOf(update.state).calendar),
  };
}

/** The updates that do not depend on the day. */
const lastingUpdates = perContent((view: DatasetView): readonly Update[] => [
  ...STATES.flatMap((state) => monthsOfState(view, state)),
  ...restatementsOf(view),
]);

/** The months of a state. Each came with the first report that has it. */
function monthsOfState(view: DatasetView, state: State): Update[] {
  // a part of the places may have none of the state
  if (membersOf(view, { state: state.code }).places.length === 0) return [];
  const [main] = state.kinds;
  const reports = listReports(view).filter(({ kind, status }) => kind === main.name && status === 'loaded');
  return [...view.figures(state, state.headline, 0).months].flatMap((at): Update[] => {
    const month = monthAt(at);
    const day = `${month}-01`;
    const [received] = reports
      .filter(({ first_month, last_month }) => first_month <= day && day <= last_month)
      .map(({ received_at }) => received_at)
      .sort();
    if (received === undefined) return [];
    return [
      {
        ...{ key: `month-${state.code}-${month}`, change: 'new_month', state: state.code, at: received },
        allocation_period: day,
        title: `${state.name}: payments of ${formatMonth(month)}`,
        tell: (held) => toldMonth(held, state, month),
        page: `/rankings/${state.code}/${month}`,
      },
    ];
  });
}

/** What came in a month, and the cities whose payments moved most. */
const toldMonth = perContentAndKey(
  (view: DatasetView, state: State, month: Month): ToldUpdate => {
    const names = { of: state.name, one: 'place' };
    const known = knownOfMonth(membersOf(view, { state: state.code }), monthIndex(month), names);
    const { value, change } = known.payment;
    const fall = largestFall(known.moved);
    return {
      text: tellSpan(known)
        .map(({ text }) => text)
        .join(' '),
      ...{ total: value, growth: change, jurisdictions: known.paid },
      largest_fall: fall && `${fall.name}, ${dollars(fall.by)}`,
    };
  },
  ({ code }, month) => `${code} ${month}`,
  ({ text }) => 2 * text.length + 100,
);

/** The figures that a run changed. Months are first days; the difference of the payments is in cents, `null` if none changed. */
interface RestatedFigures {
  figures: number;
  places: number;
  /** How many of the figures come from the register of corrections. */
  corrected: number;
  first: string;
  last: string;
  moved: number | null;
}

/** What a run changed, and what of it the state did not. `sales` are the months of the sales, if they are known. */
function describeRestatement(
  { first, last, moved, corrected }: RestatedFigures,
  sales: string | null,
): string {
  const own = `${plural(corrected, 'figure')} ${corrected === 1 ? 'is' : 'are'} from your own corrections, and in no report. `;
  const ofSales = sales === null ? '' : `, for sales of ${sales}`;
  const months = `${corrected > 0 ? own : ''}The figures are of ${periodsInWords(monthOfDate(first), monthOfDate(last))}${ofSales}.`;
  if (moved === null) return `${months} No payment changed.`;
  if (moved === 0) return `${months} The payments together are the same as before.`;
  return `${months} Together, the payments are ${dollars(Math.abs(moved))} ${moved > 0 ? 'higher' : 'lower'}.`;
}

/** The published figures that each run changed. */
function restatementsOf({ dataset }: DatasetView): Update[] {
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
    .flatMap(({ run, state, at, ...restated }): Update[] => {
      if (at === null) return [];
      const { figures, places, first, last, corrected } = restated;
      const how = corrected === figures ? 'corrected' : 'restated';
      return [
        {
          ...{ key: `restatement-${state}-${run}`, change: 'restatement', state, at },
          allocation_period: first === last ? first : null,
          title: `${stateOf(state).name}: ${plural(figures, 'figure')} of ${plural(places, 'place')} ${how}`,
          tell: () => ({
            text: describeRestatement(restated, salesSpan(stateOf(state), first, last)),
            ...{ total: restated.moved, jurisdictions: places },
          }),
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
