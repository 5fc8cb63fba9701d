import { exactGrowth } from '../../derive/slots.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMoney } from '../../domain/money.ts';
import { formatMonth, type Month, monthOfDate } from '../../domain/month.ts';
import { tenthsOfPercent } from '../../domain/text/rounded.ts';
import { inWords, plural } from '../../domain/text/wording.ts';
import type { ComparedRow } from '../descriptions/compare.ts';
import type { MonthRow } from '../descriptions/months.ts';
import type { PartRow } from '../descriptions/parts.ts';
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

/** Explains the mark if a row has it. */
function withMarks(table: NoteTable): NoteTable {
  const isMarked = table.rows.some((row) => row.at(-1) === DOUBTFUL);
  return isMarked ? { ...table, remark: `${table.remark} ${MARKED}` } : table;
}
const YEAR = 12;

/** The months of a note, newest first, with the sum of the newest twelve. */
export function monthTable(
  months: readonly { month: CountedMonth; figures: MonthRow | null; yearAgo: number | null }[],
): NoteTable {
  const [newest] = months;
  const isBySales = newest?.month.isBySales ?? false;
  return withMarks({
    title: 'Thirteen months',
    columns: [
      ...(isBySales ? ['Sales of', 'Paid in'] : ['Month', 'Sales of']).map((heading) => ({
        ...{ heading, type: 'text' as const },
      })),
      ...PAYMENT,
      { heading: 'Change', type: 'change' },
      { heading: 'Without change of tax', type: 'change' },
      MARK,
    ],
    rows: months.map(({ month, figures, yearAgo }) => {
      const { value = null, comparableChange = null, doubtful = 0 } = figures?.payment ?? {};
      const { paid, sales } = month;
      return [
        ...(isBySales ? [sales, paid] : [paid, sales]).map((one) => one && formatMonth(one)),
        ...[value, yearAgo, exactGrowth(value, yearAgo), comparableChange],
        doubtful > 0 ? DOUBTFUL : null,
      ];
    }),
    total: {
      label: newest ? twelveMonthsTo(newest.month) : '',
      rows: YEAR,
      columns: [2, 3],
      others: [
        [4, newest?.figures?.twelveMonths.change ?? null],
        [5, newest?.figures?.twelveMonths.comparableChange ?? null],
      ],
    },
    remark: 'A sum is empty if a month is missing.',
  });
}

export function partTable(parts: readonly PartRow[]): NoteTable {
  return {
    title: 'What the payment is made of',
    columns: [
      { heading: 'Part', type: 'text' },
      { heading: 'Amount', ...AMOUNT },
      { heading: 'Year before', ...AMOUNT },
      { heading: 'Difference', type: 'difference' },
    ],
    rows: parts.map(({ part, amount: { value, ago, difference } }) => [
      inWords(part),
      value,
      ago,
      difference,
    ]),
    // what a part lacks, the last part has
    ...(parts.length > 0 && {
      total: { label: 'Payment', rows: parts.length, columns: [1, 2], skipsMissing: true },
    }),
  };
}

/** The nearest places of the county that are shown after those of the state. */
const MOST_OF_COUNTY = 2;

export function nearestTable(
  county: string | null,
  [places, ofCounty]: readonly [ofState: readonly ComparedRow[], ofCounty: readonly ComparedRow[]],
): NoteTable {
  const told = new Set(places.map(({ place }) => place?.id));
  const further = ofCounty.filter(({ place }) => !told.has(place?.id)).slice(0, MOST_OF_COUNTY);
  return withMarks({
    title: 'Places nearest in size',
    columns: [
      { heading: 'Place', type: 'text' },
      { heading: 'Size', type: 'ratio' },
      ...PAYMENT,
      { heading: 'Change', type: 'change' },
      MARK,
    ],
    rows: [...places, ...further].map(({ place, size, sum: { value, ago, change, doubtful } }) => [
      `${place?.name}${county !== null && place?.county === county ? ' (same county)' : ''}`,
      ...[size, value, ago, change],
      doubtful > 0 ? DOUBTFUL : null,
    ]),
    remark: `Size is the sum of twelve months, as a share of that of this place.${further.length > 0 ? ` The last ${further.length} are the next ones of the county.` : ''}`,
  });
}

/** Stands for the nearest places where some places of the state are missing. */
export function noNearestTable(): NoteTable {
  return {
    ...nearestTable(null, [[], []]),
    none: 'Left out: this site does not have all places of the state.',
  };
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
      : ` after the payment of ${formatMonth(before)} was loaded on ${dayInWords(since.slice(0, 10))}`;
  return {
    title: `Payments restated${when}`,
    columns: [
      { heading: 'Month', type: 'text' },
      { heading: 'Before', ...AMOUNT },
      { heading: 'Now', ...AMOUNT },
      { heading: 'Difference', type: 'difference' },
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

/** The text of a cell: dollars to the cent, or a percentage. A minus is as wide as a plus. */
export function shownCell(value: NoteValue, { type }: NoteColumn): string {
  if (value === null) return '';
  if (typeof value !== 'number' || type === 'text') return String(value);
  const isMoney = type === 'amount' || type === 'difference';
  const text = isMoney ? `$${formatMoney(Math.abs(value))}` : tenthsOfPercent(Math.abs(value));
  const isNothing = text === '$0.00' || text === '0.0%';
  const plus = type === 'difference' || type === 'change' ? '+' : '';
  return `${isNothing ? '' : value < 0 ? '−' : plus}${text}`;
}
