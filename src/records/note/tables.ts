import { exactGrowth } from '../../derive/slots.ts';
import { YEAR } from '../../derive/span.ts';
import { yearInWords } from '../../domain/allocation.ts';
import { dayInWords } from '../../domain/calendar-day.ts';
import { formatMonth, type Month, monthOfDate } from '../../domain/month.ts';
import { capitalized, inWords, plural, toSentence } from '../../domain/text/wording.ts';
import type { ComparedRow } from '../descriptions/compare.ts';
import type { MonthRow } from '../descriptions/months.ts';
import type { PartRow } from '../descriptions/parts.ts';
import { cautionText, type ProjectedPlace } from '../descriptions/projection.ts';
import { reasonText } from '../reasons.ts';
import type { NoteTable, NoteValue, RevisedFigure } from './content.ts';
import { type CountedMonth, ofMonth, twelveMonthsTo } from './counted-month.ts';

const AMOUNT = ['Amount', 'amount'] as const;
const PAYMENT = ['Payment', 'amount'] as const;
const YEAR_BEFORE = ['Year before', 'amount'] as const;
const DIFFERENCE = ['Difference', 'difference'] as const;
const CHANGE = ['Change', 'change'] as const;
const COMPARABLE = ['Without change of tax', 'change'] as const;
const MARK = ['?', 'text'] as const;

/** The marked changes use a payment that the checks doubt. */
const DOUBTFUL = '?';

/** Explains the mark if a row has it. */
function markedIn(rows: NoteTable['rows']): string {
  const isMarked = rows.some((row) => row.at(-1) === DOUBTFUL);
  return isMarked ? ' ? marks a change with a payment that the checks doubt.' : '';
}

interface YearFigures {
  month: CountedMonth;
  /** The year up to the month: `2026-27`. */
  year: string;
  known: number;
  figures: MonthRow | null;
  projection: ProjectedPlace | null;
  budgetYears: readonly string[];
}

/** The payment and its sums, where the year may end, and the budget. */
export function figureTable(of: YearFigures): NoteTable {
  const { month, year, known, figures, projection, budgetYears } = of;
  const sums = [figures?.payment, figures?.fiscalYearToDate, figures?.twelveMonths];
  const soFar = known === YEAR ? '' : ' so far';
  const labels = [
    `Payment ${ofMonth(month)}`,
    `${capitalized(yearInWords(year))}${soFar}, ${plural(known, 'month')}`,
    twelveMonthsTo(month),
  ];
  const compared = sums.map((sum, at): NoteValue[] => {
    const { value = null, ago = null, change = null, comparableChange = null } = sum ?? {};
    return [labels[at] ?? null, value, ago, change, comparableChange];
  });
  // each reason is told once; the longest one about taxes names the months of the others too
  const lacking = sums
    .flatMap((sum) => sum?.reasons ?? [])
    .filter(({ code }) => code === 'missing-before' || code === 'tax-unknown')
    .map((reason) => toSentence(reasonText(reason, month.counted === month.paid ? '' : 'sales of ')));
  const [taxes, others] = [true, false].map((isTax) =>
    lacking.filter((text) => text.startsWith('The tax') === isTax),
  );
  const tax = taxes?.sort((a, b) => b.length - a.length).slice(0, 1);
  const caution = projection && projection.method !== 'actual' && cautionText(projection);
  return {
    title: 'Payment and sums',
    columns: [['', 'text'], AMOUNT, YEAR_BEFORE, CHANGE, COMPARABLE],
    rows: [...compared, ...(projection ? expectedRows(year, projection) : [])],
    remark: [
      ...new Set([...(others ?? []), ...(tax ?? [])]),
      ...(caution ? [toSentence(caution)] : []),
      ...(projection?.budget ? [] : otherBudget(year, budgetYears)),
    ].join(' '),
  };
}

function expectedRows(year: string, { budget, toDate, method, ...expected }: ProjectedPlace): NoteValue[][] {
  const projected = method === 'actual' ? null : expected.projected;
  const { low = null, high = null } = expected.usual?.range ?? {};
  const estimate = `${capitalized(yearInWords(year))}, estimate`;
  const ends: [string, number | null][] = [
    [`${estimate}${expected.isReliable ? '' : ' that cannot be relied on'}`, projected],
    ['Estimate, lower end of the range', low],
    ['Estimate, upper end of the range', high],
  ];
  const { lastYear } = expected;
  const less = (value: number | null, whole: number) => (value === null ? null : value - whole);
  return [
    ...ends.flatMap(([label, end]) =>
      projected === null || end === null ? [] : [[label, end, lastYear, exactGrowth(end, lastYear), null]],
    ),
    ...(budget
      ? [
          [`Budget of ${year}`, budget.whole],
          ['Budget so far', budget.toDate],
          ['Payments less the budget so far', less(toDate.value, budget.toDate)],
          ...(projected === null ? [] : [['Estimate less the budget of the year', projected - budget.whole]]),
        ]
      : []),
  ];
}

/** Says that there is a budget for a calendar year that overlaps a fiscal year, or the other way round. */
function otherBudget(year: string, others: readonly string[]): string[] {
  const isFiscal = (one: string) => one.includes('-');
  const yearsOf = (one: string) => [Number(one.slice(0, 4)), Number(one.slice(0, 4)) + Number(isFiscal(one))];
  const other = others.find(
    (one) => isFiscal(one) !== isFiscal(year) && yearsOf(one).some((part) => yearsOf(year).includes(part)),
  );
  if (other === undefined) return [];
  return [`There is no budget for the ${yearInWords(year)}, but one for the ${yearInWords(other)}.`];
}

export interface NoteMonth {
  month: CountedMonth;
  figures: MonthRow | null;
  yearAgo: number | null;
}

/** The months of a note, newest first, with the sum of the newest twelve. */
export function monthTable(months: readonly NoteMonth[], newest: CountedMonth): NoteTable {
  const isBySales = newest.counted !== newest.paid;
  const rows = months.map(({ month: { paid, sales }, figures, yearAgo }): NoteValue[] => {
    const { value = null, comparableChange = null, doubtful = 0 } = figures?.payment ?? {};
    return [
      ...(isBySales ? [sales, paid] : [paid, sales]).map((one) => one && formatMonth(one)),
      ...[value, yearAgo, exactGrowth(value, yearAgo), comparableChange],
      doubtful > 0 ? DOUBTFUL : null,
    ];
  });
  const { value, ago, change, comparableChange } = months[0]?.figures?.twelveMonths ?? {};
  return {
    title: 'Thirteen months',
    columns: [
      ...(isBySales ? ['Sales of', 'Paid in'] : ['Month', 'Sales of']).map((name) => [name, 'text'] as const),
      ...[PAYMENT, YEAR_BEFORE, CHANGE, COMPARABLE, MARK],
    ],
    rows,
    total: [
      twelveMonthsTo(newest),
      null,
      value ?? null,
      ago ?? null,
      change ?? null,
      comparableChange ?? null,
    ],
    remark: `A sum is empty if a month is missing.${markedIn(rows)}`,
  };
}

export function partTable(parts: readonly PartRow[], figures: MonthRow | null): NoteTable {
  const { value = null, ago = null } = figures?.payment ?? {};
  return {
    title: 'What the payment is made of',
    columns: [['Part', 'text'], AMOUNT, YEAR_BEFORE, DIFFERENCE],
    rows: parts.map(({ part, amount }) => [inWords(part), amount.value, amount.ago, amount.difference]),
    total: ['Payment', value, ago],
  };
}

/** The nearest places of the county that are shown after those of the state. */
const MOST_OF_COUNTY = 2;

/** The places nearest in size in the state, and then in the county; `null` if some places of the state are missing. */
export function nearestTable(
  county: string | null,
  found: readonly [ofState: readonly ComparedRow[], ofCounty: readonly ComparedRow[]] | null,
): NoteTable {
  const [places, ofCounty] = found ?? [[], []];
  const told = new Set(places.map(({ place }) => place?.id));
  const further = ofCounty.filter(({ place }) => !told.has(place?.id)).slice(0, MOST_OF_COUNTY);
  const rows = [...places, ...further].map(({ place, size, sum }): NoteValue[] => [
    `${place?.name}${county !== null && place?.county === county ? ' (same county)' : ''}`,
    ...[size, sum.value, sum.ago, sum.change],
    sum.doubtful > 0 ? DOUBTFUL : null,
  ]);
  const last = further.length > 0 ? ` The last ${further.length} are the next ones of the county.` : '';
  return {
    title: 'Places nearest in size',
    columns: [['Place', 'text'], ['Size', 'share'], PAYMENT, YEAR_BEFORE, CHANGE, MARK],
    rows,
    ...(found === null && { none: 'Left out: this site does not have all places of the state.' }),
    remark: `Size is the sum of twelve months, as a share of that of this place.${last}${markedIn(rows)}`,
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
    since !== null &&
    ` after the payment of ${formatMonth(before)} was loaded on ${dayInWords(since.slice(0, 10))}`;
  return {
    title: `Payments restated${when || ''}`,
    columns: [['Month', 'text'], ['Before', 'amount'], ['Now', 'amount'], DIFFERENCE, ['Changed on', 'text']],
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
