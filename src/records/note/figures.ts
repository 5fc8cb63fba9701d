import { exactGrowth } from '../../derive/slots.ts';
import { YEAR } from '../../derive/span.ts';
import { yearInWords } from '../../domain/allocation.ts';
import { capitalized, plural, toSentence } from '../../domain/text/wording.ts';
import type { MonthRow } from '../descriptions/months.ts';
import { cautionText, type ProjectedPlace } from '../descriptions/projection.ts';
import { reasonText } from '../reasons.ts';
import type { NoteTable, NoteValue } from './content.ts';
import { type CountedMonth, ofMonth, twelveMonthsTo } from './counted-month.ts';

/** The year of a note up to its month. */
interface NoteYear {
  month: CountedMonth;
  /** `2026-27`. */
  year: string;
  known: number;
}

interface YearFigures {
  figures: MonthRow | null;
  projection: ProjectedPlace | null;
  budgetYears: readonly string[];
}

const COMPARED = [
  ['payment', ({ month }: NoteYear) => `Payment ${ofMonth(month)}`],
  [
    'fiscalYearToDate',
    ({ year, known }: NoteYear) =>
      `${capitalized(yearInWords(year))}${known === YEAR ? '' : ' so far'}, ${plural(known, 'month')}`,
  ],
  ['twelveMonths', ({ month }: NoteYear) => twelveMonthsTo(month)],
] as const;

/** The payment and its sums, where the year may end, and the budget. */
export function figureTable(of: NoteYear, { figures, projection, budgetYears }: YearFigures): NoteTable {
  const compared = COMPARED.map(([part, label]): NoteValue[] => {
    const { value = null, ago = null, change = null, comparableChange = null } = figures?.[part] ?? {};
    return [label(of), value, ago, change, comparableChange];
  });
  return {
    title: 'Payment and sums',
    columns: [
      { heading: '', type: 'text' },
      { heading: 'Amount', type: 'amount' },
      { heading: 'Year before', type: 'amount' },
      { heading: 'Change', type: 'change' },
      { heading: 'Without change of tax', type: 'change' },
    ],
    rows: [...compared, ...projectedRows(of, projection), ...budgetRows(of, projection)],
    remark: [
      ...lacking(figures, of.month.isBySales),
      ...cautions(projection),
      ...(projection?.budget ? [] : otherBudget(of.year, budgetYears)),
    ].join(' '),
  };
}

/** Why a change is missing: from which month on payments are there, and whose tax is not known. Each reason is told once. */
function lacking(figures: MonthRow | null, isBySales: boolean): string[] {
  const reasons = COMPARED.flatMap(([part]) => figures?.[part].reasons ?? []);
  const texts = reasons
    .filter(({ code }) => code === 'missing-before' || code === 'tax-unknown')
    .map((reason) => toSentence(reasonText(reason, isBySales ? 'sales of ' : '')));
  // the longest one about taxes names the months of the others too
  const [tax] = texts.filter((text) => text.startsWith('The tax')).sort((a, b) => b.length - a.length);
  return [...new Set([...texts.filter((text) => !text.startsWith('The tax')), ...(tax ? [tax] : [])])];
}

/** What a change of tax means for the estimate. */
function cautions(projection: ProjectedPlace | null): string[] {
  const text = projection && projection.method !== 'actual' && cautionText(projection);
  return text ? [toSentence(text)] : [];
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

function projectedRows({ year }: NoteYear, projection: ProjectedPlace | null): NoteValue[][] {
  if (!projection || projection.projected === null || projection.method === 'actual') return [];
  const { projected, lastYear, usual, isReliable } = projection;
  const { low, high } = usual?.range ?? {};
  const ends: [string, number | undefined][] = [
    [
      `${capitalized(yearInWords(year))}, estimate${isReliable ? '' : ' that cannot be relied on'}`,
      projected,
    ],
    ['Estimate, lower end of the range', low],
    ['Estimate, upper end of the range', high],
  ];
  return ends.flatMap(([label, end]) =>
    end === undefined ? [] : [[label, end, lastYear, exactGrowth(end, lastYear), null]],
  );
}

function budgetRows({ year }: NoteYear, projection: ProjectedPlace | null): NoteValue[][] {
  if (!projection?.budget) return [];
  const { budget, toDate, projected, method } = projection;
  const rows: [string, number | null][] = [
    [`Budget of ${year}`, budget.whole],
    ['Budget so far', budget.toDate],
    ['Payments less the budget so far', toDate.value === null ? null : toDate.value - budget.toDate],
  ];
  if (projected !== null && method !== 'actual')
    rows.push(['Estimate less the budget of the year', projected - budget.whole]);
  return rows.map(([label, value]) => [label, value, null, null, null]);
}
