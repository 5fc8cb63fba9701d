import { exactGrowth } from '../../derive/slots.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMoney } from '../../domain/money.ts';
import { formatMonth, type Month, monthOfDate } from '../../domain/month.ts';
import { tenthsOfPercent } from '../../domain/text/rounded.ts';
import { inWords, plural } from '../../domain/text/wording.ts';
import type { AnalyzedMonth } from '../descriptions/analysis.ts';
import type { NearPlace } from '../descriptions/place/nearest.ts';
import type { MonthPart } from '../descriptions/place/part.ts';
import type { NoteSources, RevisedFigure } from './beside.ts';
import type { NoteColumn, NoteTable, NoteValue } from './content.ts';
import { type CountedMonth, twelveMonthsTo } from './counted-month.ts';

const AMOUNT = { type: 'amount' } as const;
const PAYMENT: readonly NoteColumn[] = [
  { heading: 'Payment', ...AMOUNT },
  { heading: 'Year before', ...AMOUNT },
];
const MARK = { heading: '?', type: 'text' } as const;

/** The marked changes use a payment that the checks doubt. */
const DOUBTFUL = '?';
const MARKED = '? marks a change with a payment that the checks doubt.';
const YEAR = 12;

/** The months of a note, newest first, with the sum of the newest twelve. */
export function monthTable(
  months: readonly { month: CountedMonth; figures: AnalyzedMonth | null; yearAgo: number | null }[],
): NoteTable {
  const [newest] = months;
  const isBySales = newest?.month.isBySales ?? false;
  return {
    name: 'Months',
    title: 'Thirteen months',
    columns: [
      ...(isBySales ? ['Sales of', 'Paid in'] : ['Month', 'Sales of']).map((heading) => ({
        ...{ heading, type: 'text' as const, isMonth: true as const },
      })),
      ...PAYMENT,
      { heading: 'Change', type: 'ratio', computed: { as: 'change', from: [2, 3] } },
      { heading: 'Without change of tax', type: 'ratio' },
      MARK,
    ],
    rows: months.map(({ month, figures, yearAgo }) => {
      const { value = null, comparable } = figures?.payment ?? {};
      const { paid, sales } = month;
      return [
        ...(isBySales ? [sales, paid] : [paid, sales]).map((one) => one && formatMonth(one)),
        ...[value, yearAgo, exactGrowth(value, yearAgo), comparable?.exact ?? null],
        figures && figures.doubtful.payment > 0 ? DOUBTFUL : null,
      ];
    }),
    total: {
      label: newest ? twelveMonthsTo(newest.month) : '',
      rows: YEAR,
      columns: [2, 3],
    },
    remark: `A sum is empty if a month is missing. ${MARKED}`,
  };
}

export function partTable(parts: readonly MonthPart[]): NoteTable {
  return {
    name: 'Parts',
    title: 'What the payment is made of',
    columns: [
      { heading: 'Part', type: 'text' },
      { heading: 'Amount', ...AMOUNT },
      { heading: 'Year before', ...AMOUNT },
      { heading: 'Difference', ...AMOUNT, computed: { as: 'difference', from: [1, 2] } },
    ],
    rows: parts.map(({ part, amount, yearAgo }) => [
      ...[inWords(part), amount, yearAgo],
      amount === null || yearAgo === null ? null : amount - yearAgo,
    ]),
    // what a part lacks, the last part has
    ...(parts.length > 0 && {
      total: { label: 'Payment', rows: parts.length, columns: [1, 2], skipsMissing: true },
    }),
  };
}

export function nearestTable(places: readonly NearPlace[]): NoteTable {
  return {
    name: 'Places',
    title: 'Places nearest in size',
    columns: [
      { heading: 'Place', type: 'text' },
      { heading: 'Size', type: 'ratio' },
      ...PAYMENT,
      { heading: 'Change', type: 'ratio', computed: { as: 'change', from: [2, 3] } },
      MARK,
    ],
    rows: places.map(({ subject, sizeRatio, isOfSameCounty, payment, doubtful }) => [
      `${subject.name}${isOfSameCounty ? ' (same county)' : ''}`,
      sizeRatio,
      ...[payment.value, payment.yearAgo, exactGrowth(payment.value, payment.yearAgo)],
      doubtful.payment > 0 ? DOUBTFUL : null,
    ]),
    remark: `Size is the sum of twelve months, as a share of that of this place. ${MARKED}`,
  };
}

/** Stands for the nearest places where some places of the state are missing. */
export function noNearestTable(): NoteTable {
  return { ...nearestTable([]), none: 'Left out: this site does not have all places of the state.' };
}

/** The restated payments shown. */
const MOST_RESTATED = 6;

/** The payments that changed after the month before was received. */
export function restatedTable(
  revisions: readonly RevisedFigure[],
  since: string | null,
  before: Month,
): NoteTable {
  const more = revisions.length - MOST_RESTATED;
  const when =
    since === null
      ? ''
      : ` since ${dayInWords(since.slice(0, 10))}, when the payment of ${formatMonth(before)} was loaded`;
  return {
    name: 'Restated',
    title: `Payments restated${when}`,
    columns: [
      { heading: 'Month', type: 'text', isMonth: true },
      { heading: 'Before', ...AMOUNT },
      { heading: 'Now', ...AMOUNT },
      { heading: 'Difference', ...AMOUNT, computed: { as: 'difference', from: [2, 1] } },
      { heading: 'Changed on', type: 'text' },
    ],
    rows: revisions
      .slice(0, MOST_RESTATED)
      .map(({ allocation_period, before: was, after, revised_at }) => [
        ...[formatMonth(monthOfDate(allocation_period)), was, after],
        was === null || after === null ? null : after - was,
        dayInWords(revised_at.slice(0, 10)),
      ]),
    ...(more > 0 && { remark: `${plural(more, 'more change')} not shown.` }),
  };
}

/** The rows that the payments of the note come from. */
export function sourceTable(months: readonly NoteSources[]): NoteTable {
  return {
    name: 'Sources',
    title: 'Where the payments come from',
    columns: ['Month', 'Report', 'Sheet', 'Row', 'SHA-256 of the report'].map((heading) => ({
      heading,
      type: 'text',
    })),
    rows: months.flatMap(({ month, corrected, sources }) =>
      sources.map(({ file_name, sheet, row, sha256 }) => [
        `${formatMonth(month)}${corrected.length > 0 ? ', corrected' : ''}`,
        ...[file_name, sheet, String(row), sha256],
      ]),
    ),
  };
}

/** The text of a cell. */
export function shownCell(value: NoteValue, { type }: NoteColumn): string {
  if (value === null) return '';
  return typeof value === 'number' && type !== 'text' ? exactText(value, type) : String(value);
}

/** Dollars to the cent, or a percentage, with a minus that is as wide as a plus. */
function exactText(value: number, type: 'amount' | 'ratio'): string {
  if (type === 'amount') return formatMoney(value).replace('-', '−');
  const text = tenthsOfPercent(value);
  return `${text === '0.0%' ? '' : value < 0 ? '−' : ''}${text}`;
}
