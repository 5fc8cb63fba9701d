import { changeOf } from '../../derive/slots.ts';
import type { Unit } from '../../domain/allocation.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { addMonths, type Month } from '../../domain/month.ts';
import type { ReportKindName } from '../../domain/report.ts';
import type { ReportRecords } from '../../merge/choose.ts';
import type { ComparisonSheetKind, RepeatedBasis } from '../../states/state.ts';
import type { JurisdictionPayment } from '../../store/state-months.ts';
import type { ListedIds } from '../../store/write/listed-names.ts';
import type { SheetRows } from '../../store/write/sheet-rows.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { countingOfMonth, groupRows, isPayment, type ListedRows, listedFigures } from './counting-rows.ts';

const YEAR = 12;
/** So far a printed change may be from ours: a state cuts off what follows two decimals of a percentage. */
const A_HUNDREDTH = 10_000;
const MICROPERCENT_OF_MILLIONTH = 100;

/** A figure of a comparison sheet beside ours. */
export interface CheckedFigure {
  jurisdictionId: number;
  /** The name of the figure in the sheet, and its unit. */
  figure: string;
  unit: Unit;
  printed: number;
  ours: number;
  agrees: boolean;
  /** The rows of the sheet: several if they add up, or print the same figure. */
  listed: ListedRows;
  /** The row that our figure comes from; of a sum, its last one. */
  source: JurisdictionPayment;
}

/** What the check of one kind and month found. */
export interface CheckedMonth {
  kind: ReportKindName;
  month: Month;
  figures: CheckedFigure[];
  /** Jurisdictions with a datapoint that the sheet does not list. */
  unlisted: number[];
  /** Rows with a payment whose jurisdiction has no datapoint. */
  unpaid: number[];
  /** Reports that disagree about a row. */
  findings: Finding[];
}

/** Checks all comparison sheets of a state, or one month of them. */
export function* checkComparisonSheets(
  store: StateStore,
  ids: ListedIds,
  reports: ReportRecords,
  chosen: Month | null = null,
): Generator<CheckedMonth> {
  const months = store.comparisonSheets
    .flatMap((rows) => rows.months().map((month) => ({ rows, month })))
    .filter(({ month }) => chosen === null || month === chosen)
    .sort((a, b) => (a.month < b.month ? -1 : Number(a.month > b.month)));
  for (const { rows, month } of months) {
    const { overview } = store;
    const own = { now: overview.paymentsOf(month), before: overview.paymentsOf(addMonths(month, -YEAR)) };
    yield checkMonth(store, rows, { month, own, ids: ids.get(rows.kind.name), reports });
  }
}

interface MonthInput {
  month: Month;
  own: Record<'now' | 'before', ReadonlyMap<number, JurisdictionPayment>>;
  ids: ReadonlyMap<string, number> | undefined;
  reports: ReportRecords;
}

function checkMonth(
  { jurisdictions }: StateStore,
  rows: SheetRows,
  { month, own, ids, reports }: MonthInput,
): CheckedMonth {
  const kind = rows.kind;
  const findings: Finding[] = [];
  const byId = new Map<number, ListedRows>();
  // names without a jurisdiction compare by themselves
  for (const [key, ofKey] of groupRows(rows.ofMonth(month), ({ code }) => ids?.get(code) ?? code)) {
    const counting = countingOfMonth(kind, ofKey, reports);
    const [first, ...others] = counting.rows;
    findings.push(...counting.findings);
    if (typeof key === 'number' && first) byId.set(key, [first, ...others]);
  }
  const isListedType = (id: number) => {
    const type = jurisdictions.get(id)?.type;
    return type ? kind.types.includes(type) : false;
  };
  // without any datapoint, the payments of the month are not loaded
  const isLoaded = own.now.size > 0;
  return {
    kind: kind.name,
    month,
    findings,
    figures: [...byId].flatMap(([id, listed]) => checkListed(kind, id, listed, own)),
    unlisted: [...own.now.keys()].filter((id) => isListedType(id) && !byId.has(id)),
    unpaid: [...byId].flatMap(([id, listed]) =>
      isLoaded && !own.now.has(id) && isPaid(kind, listed) ? [id] : [],
    ),
  };
}

function isPaid(kind: ComparisonSheetKind, rows: ListedRows): boolean {
  return rows.some(({ figures }) =>
    Object.keys(figures).some((name) => isPayment(kind, name) && figures[name] !== null),
  );
}

function checkListed(
  kind: ComparisonSheetKind,
  id: number,
  rows: ListedRows,
  own: MonthInput['own'],
): CheckedFigure[] {
  const years = { now: own.now.get(id) ?? null, before: own.before.get(id) ?? null };
  return listedFigures(kind, rows).flatMap(({ figure, printed, rows: listed }) => {
    const basis = kind.checks[figure];
    const source = basis?.endsWith('year-before') ? years.before : years.now;
    const ours = basis ? ownFigure(basis, years) : null;
    if (printed === null || ours === null || source === null) return [];
    const unit = kind.figures[figure]?.unit ?? 'amount';
    const agrees = unit === 'amount' ? printed === ours : Math.abs(printed - ours) <= A_HUNDREDTH;
    return [{ jurisdictionId: id, figure, unit, printed, ours, agrees, listed, source }];
  });
}

/** Our figures of a month and of the same month a year before; `null` if the dataset has none. */
interface OwnYears {
  now: Pick<JurisdictionPayment, 'amount' | 'toDate'> | null;
  before: Pick<JurisdictionPayment, 'amount' | 'toDate'> | null;
}

/** Our figure for one of a comparison sheet, a change in millionths of a percent; `null` if it cannot be given. */
function ownFigure(basis: RepeatedBasis, { now, before }: OwnYears): number | null {
  switch (basis) {
    case 'month':
      return now?.amount ?? null;
    case 'year-before':
      return before?.amount ?? null;
    case 'ytd':
      return now?.toDate ?? null;
    case 'ytd-year-before':
      return before?.toDate ?? null;
    case 'change':
      return changeInPercent(now?.amount ?? null, before?.amount ?? null);
    case 'ytd-change':
      return changeInPercent(now?.toDate ?? null, before?.toDate ?? null);
  }
}

/** Null if the year before is zero: states print no change then. */
function changeInPercent(now: number | null, before: number | null): number | null {
  const change = before === 0 ? null : changeOf(now, before);
  return change === null ? null : change * MICROPERCENT_OF_MILLIONTH;
}
