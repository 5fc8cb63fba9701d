import { changeOf } from '../../derive/slots.ts';
import type { Unit } from '../../domain/allocation.ts';
import { capFindings, type Finding, finding } from '../../domain/findings/finding.ts';
import { placeName } from '../../domain/findings/template.ts';
import { addFigures, type Figure, formatMoney, formatScaled } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import type { StoredRow } from '../../domain/report.ts';
import { plural, rowListOf, rowOf } from '../../domain/text/wording.ts';
import { countingReport, type ReportRecords } from '../../merge/choose.ts';
import type { ComparisonSheetKind, RepeatedBasis } from '../../states/state.ts';
import type { JurisdictionPayment } from '../../store/state-months.ts';
import type { Jurisdictions } from '../../store/write/jurisdictions.ts';
import type { ListedMonth, SheetRows } from '../../store/write/sheet-rows.ts';
import { monthFinding } from '../../store/write/stored-findings.ts';

/** So far a printed change may be from ours: a state cuts off what follows two decimals of a percentage. */
const A_HUNDREDTH = 10_000;
const MICROPERCENT_OF_MILLIONTH = 100;
/** Differences of one kind and month that are stored; the others are counted. */
const DIFFERENCES_STORED = 25;
/** A finding names this many jurisdictions, and counts the others. */
const NAMED = 3;

/** A figure of a comparison sheet beside ours. */
export interface CheckedFigure {
  jurisdictionId: number;
  month: Month;
  /** The name of the figure in the sheet, and its unit. */
  figure: string;
  unit: Unit;
  printed: number;
  ours: number;
  agrees: boolean;
  /** The rows of the sheet that add up to it. */
  listed: ListedMonth['rows'];
  /** The row that our figure comes from; of a sum, its last one. */
  source: JurisdictionPayment;
}

/** Compares what a sheet prints of a jurisdiction in a month with our figures. */
function checkListed(kind: ComparisonSheetKind, listed: ListedMonth): CheckedFigure[] {
  const { jurisdictionId, month, rows, now, before } = listed;
  return Object.entries(kind.checks).flatMap(([figure, basis]): CheckedFigure[] => {
    const unit = kind.figures[figure]?.unit ?? 'amount';
    const printed = printedFigure(rows, figure, unit);
    const ours = ownFigure(basis, listed);
    const source = basis.endsWith('year-before') ? before : now;
    if (printed === null || ours === null || source === null) return [];
    const agrees = unit === 'amount' ? printed === ours : Math.abs(printed - ours) <= A_HUNDREDTH;
    return [{ ...{ jurisdictionId, month, figure, unit, printed, ours, agrees }, listed: rows, source }];
  });
}

/** What the rows of one jurisdiction print: what all of them repeat, else the sum of the amounts. */
function printedFigure(rows: readonly StoredRow[], figure: string, unit: Unit): Figure | null {
  const printed = rows.flatMap(({ figures }) => figures[figure] ?? []);
  const [first = null] = printed;
  if (printed.every((one) => one === first)) return first;
  return unit === 'amount' ? addFigures(printed) : null;
}

/** Our figure for one of a comparison sheet, a change in millionths of a percent; `null` if it cannot be given. */
function ownFigure(
  basis: RepeatedBasis,
  { now, before }: Pick<ListedMonth, 'now' | 'before'>,
): number | null {
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

/** Whether a sheet prints a payment of a jurisdiction in a month. */
function isPaid({ checks }: ComparisonSheetKind, { rows }: ListedMonth): boolean {
  const payments = Object.keys(checks).filter((name) => checks[name] === 'month');
  return rows.some(({ figures }) => payments.some((name) => (figures[name] ?? null) !== null));
}

/** The comparison sheets of a kind beside the datapoints. */
export interface ComparedSheets {
  sheets: SheetRows;
  /** How many figures of each name are compared, and how many of them agree. */
  agreements: ReadonlyMap<string, { compared: number; agreeing: number }>;
  /** In month order. */
  differences: readonly CheckedFigure[];
  /** Jurisdictions that only a sheet pays, by month. */
  unpaid: ReadonlyMap<Month, readonly number[]>;
}

/** Compares what the winning sheets print with the datapoints, in one month or in all. `loaded` are the months with payments. */
export function compareSheets(
  sheets: SheetRows,
  ranked: readonly number[],
  loaded: ReadonlySet<Month>,
  asked: Month | null,
  note: (listed: ListedMonth) => void = () => undefined,
): ComparedSheets {
  const { kind } = sheets;
  const agreements = new Map(Object.keys(kind.checks).map((name) => [name, { compared: 0, agreeing: 0 }]));
  const differences: CheckedFigure[] = [];
  const unpaid = new Map<Month, number[]>();
  for (const listed of sheets.listedMonths(ranked)) {
    const { month, jurisdictionId, now } = listed;
    if (asked !== null && month !== asked) continue;
    note(listed);
    for (const checked of checkListed(kind, listed)) {
      const counts = agreements.get(checked.figure);
      if (counts) counts.compared += 1;
      if (!checked.agrees) differences.push(checked);
      else if (counts) counts.agreeing += 1;
    }
    if (!now && loaded.has(month) && isPaid(kind, listed))
      unpaid.set(month, [...(unpaid.get(month) ?? []), jurisdictionId]);
  }
  return { sheets, agreements, differences, unpaid };
}

/** The findings about one kind: figures that differ, and jurisdictions that only one side has. */
export function sheetFindings(
  { sheets, differences, unpaid }: ComparedSheets,
  jurisdictions: Jurisdictions,
  reports: ReportRecords,
): Finding[] {
  const { name, title } = sheets.kind;
  const unlisted = sheets.unlisted();
  const differing = Map.groupBy(differences, ({ month }) => month);
  const months = new Set([...differing.keys(), ...unpaid.keys(), ...unlisted.keys()]);
  return [...months].sort().flatMap((month): Finding[] => {
    const reportId = countingReport(name, month, reports);
    const found = (differing.get(month) ?? []).map((one) => differenceOf(one, jurisdictions, reports));
    const facts = {
      ...{ title, month, unlisted: nameAll(unlisted.get(month), jurisdictions) },
      unpaid: nameAll(unpaid.get(month), jurisdictions),
    };
    return [
      // the one that counts the others is about the month as well
      ...capFindings(found, DIFFERENCES_STORED).map((item) => ({
        ...item,
        month,
        reportId: item.reportId ?? reportId,
      })),
      ...(unlisted.has(month) || unpaid.has(month)
        ? [monthFinding('summary-jurisdictions', facts, month, reportId)]
        : []),
    ];
  });
}

function differenceOf(
  { jurisdictionId, month, figure, unit, printed, ours, listed, source }: CheckedFigure,
  jurisdictions: Jurisdictions,
  reports: ReportRecords,
): Finding {
  const [{ reportId, sheet, row }] = listed;
  const { sales_tax_id: code = '', name = '' } = jurisdictions.get(jurisdictionId) ?? {};
  const rows = listed.length === 1 ? '' : ` (${rowListOf(listed)})`;
  const facts = {
    ...{ code, name, month, figure },
    ...{ printed: shown(printed, unit) + rows, ours: shown(ours, unit) },
    source: rowOf(`${reports.get(source.reportId)?.file_name}`, source),
  };
  return finding('summary-differs', facts, { sheet, row, column: figure, reportId, jurisdictionId, month });
}

/** An amount in dollars, or a percentage without zeros at its end. */
function shown(figure: number, unit: Unit): string {
  if (unit === 'amount') return formatMoney(figure);
  return `${formatScaled(figure, 6).replace(/0{1,4}$/, '')}%`;
}

function nameAll(ids: readonly number[] = [], jurisdictions: Jurisdictions): string {
  const named = ids.slice(0, NAMED).map((id) => {
    const { sales_tax_id: code = '', name = '' } = jurisdictions.get(id) ?? {};
    return placeName(name, code);
  });
  const more = ids.length - named.length;
  return [...named, ...(more > 0 ? [`and ${plural(more, 'more jurisdiction')}`] : [])].join(', ') || 'none';
}
