import type { Unit } from '../../domain/allocation.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import type { ReportKindName } from '../../domain/report.ts';
import type { SeriesRemark, SummaryKind } from '../../states/state.ts';
import type { JurisdictionPayment } from '../../store/state-months.ts';
import type { ListedIds } from '../../store/write/listed-jurisdictions.ts';
import type { StateReader } from '../../store/write/state-store.ts';
import type { SummaryRowReader } from '../../store/write/summary-rows.ts';
import type { ReportRecords } from '../settle/precedence.ts';
import { countingOfMonth, groupRows, isPayment, type ListedRows, listedFigures } from './listed-row.ts';
import { compareRepeated, isOfYearBefore, type Repeated } from './repeated-figures.ts';

const YEAR = 12;
/** Between two uses of a month, a year apart, the check reads two others for each month. */
const MONTHS_KEPT = 2 * YEAR + 2;

/** A figure of a summary beside ours. */
export interface CheckedFigure extends Repeated {
  jurisdictionId: number;
  /** The name of the figure in the summary, and its unit. */
  figure: string;
  unit: Unit;
  printed: number;
  /** The rows of the summary: several if they add up, or print the same figure. */
  listed: ListedRows;
  /** The row that our figure comes from; of a sum, its last one. */
  source: JurisdictionPayment;
}

/** What the check of one kind and month found. */
export interface CheckedMonth {
  kind: ReportKindName;
  month: Month;
  figures: CheckedFigure[];
  /** Jurisdictions with a datapoint that the summary does not list. */
  unlisted: number[];
  /** Rows with a payment whose jurisdiction has no datapoint. */
  unpaid: number[];
  /** Reports that disagree about a row. */
  remarks: SeriesRemark[];
}

/** Checks the chosen months of all summaries of a state. */
export function* checkSummaries(
  store: StateReader,
  ids: ListedIds,
  reports: ReportRecords,
  isChosen: (month: Month) => boolean,
): Generator<CheckedMonth> {
  const paymentsOf = keepYear((month) => store.overview.paymentsOf(month));
  const months = store.summaries
    .flatMap((rows) => rows.months().map((month) => ({ rows, month })))
    .filter(({ month }) => isChosen(month))
    .sort((a, b) => (a.month < b.month ? -1 : Number(a.month > b.month)));
  for (const { rows, month } of months) {
    const own = { now: paymentsOf(month), before: paymentsOf(addMonths(month, -YEAR)) };
    yield checkMonth(store, rows, { month, own, ids: ids.get(rows.summary.name), reports });
  }
}

/** Remembers the newest values of a function of months: a check needs each month twice, a year apart. */
function keepYear<Value>(read: (month: Month) => Value): (month: Month) => Value {
  const kept = new Map<Month, Value>();
  return (month) => {
    const known = kept.get(month) ?? read(month);
    kept.delete(month);
    kept.set(month, known);
    for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - MONTHS_KEPT))) kept.delete(old);
    return known;
  };
}

interface MonthInput {
  month: Month;
  own: Record<'now' | 'before', ReadonlyMap<number, JurisdictionPayment>>;
  ids: ReadonlyMap<string, number> | undefined;
  reports: ReportRecords;
}

function checkMonth(
  { jurisdictions }: StateReader,
  rows: SummaryRowReader,
  { month, own, ids, reports }: MonthInput,
): CheckedMonth {
  const { summary } = rows;
  const remarks: SeriesRemark[] = [];
  const byId = new Map<number, ListedRows>();
  // names without a jurisdiction compare by themselves
  for (const [key, ofKey] of groupRows(rows.ofMonth(month), ({ code }) => ids?.get(code) ?? code)) {
    const counting = countingOfMonth(summary, ofKey, reports);
    const [first, ...others] = counting.rows;
    remarks.push(...counting.remarks);
    if (typeof key === 'number' && first) byId.set(key, [first, ...others]);
  }
  const isListedType = (id: number) => {
    const type = jurisdictions.get(id)?.type;
    return type ? summary.types.includes(type) : false;
  };
  // without any datapoint, the payments of the month are not loaded
  const isLoaded = own.now.size > 0;
  return {
    kind: summary.name,
    month,
    remarks,
    figures: [...byId].flatMap(([id, listed]) => checkListed(summary, id, listed, own)),
    unlisted: [...own.now.keys()].filter((id) => isListedType(id) && !byId.has(id)),
    unpaid: [...byId].flatMap(([id, listed]) =>
      isLoaded && !own.now.has(id) && isPaid(summary, listed) ? [id] : [],
    ),
  };
}

function isPaid(kind: SummaryKind, rows: ListedRows): boolean {
  return rows.some(({ figures }) =>
    Object.keys(figures).some((name) => isPayment(kind, name) && figures[name] !== null),
  );
}

function checkListed(
  kind: SummaryKind,
  id: number,
  rows: ListedRows,
  own: MonthInput['own'],
): CheckedFigure[] {
  const years = { now: own.now.get(id) ?? null, before: own.before.get(id) ?? null };
  return listedFigures(kind, rows).flatMap(({ figure, printed, rows: listed }) => {
    const basis = kind.checks[figure];
    if (!basis) return [];
    const source = isOfYearBefore(basis) ? years.before : years.now;
    const compared = compareRepeated(basis, printed, years);
    if (compared === null || source === null) return [];
    const unit = kind.figures[figure]?.unit ?? 'amount';
    return [{ ...compared, jurisdictionId: id, figure, unit, printed, listed, source }];
  });
}
