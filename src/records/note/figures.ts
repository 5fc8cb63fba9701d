import { exactGrowth, YEAR } from '../../derive/slots.ts';
import { yearInWords } from '../../domain/allocation.ts';
import { capitalized, plural, toSentence } from '../../domain/text/wording.ts';
import type { AnalyzedMonth } from '../descriptions/analysis.ts';
import { notAllThere } from '../descriptions/compared/tax-changes.ts';
import type { PlaceBudgetMonth } from '../descriptions/year-end/budget-month.ts';
import { cautionText, type ProjectedPlace } from '../descriptions/year-end/projection.ts';
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
  figures: AnalyzedMonth | null;
  projection: ProjectedPlace | null;
  budget: PlaceBudgetMonth | null;
  budgetYears: readonly string[];
}

const COMPARED = [
  ['payment', ({ month }: NoteYear) => `Payment ${ofMonth(month)}`],
  [
    'fiscalYearToDate',
    ({ year, known }: NoteYear) =>
      `${capitalized(yearInWords(year))}${known === YEAR ? '' : ' so far'}, ${plural(known, 'month')}`,
  ],
  ['rollingYear', ({ month }: NoteYear) => twelveMonthsTo(month)],
] as const;

/** The payment and its sums, where the year may end, and the budget. */
export function figureTable(
  of: NoteYear,
  { figures, projection, budget, budgetYears }: YearFigures,
): NoteTable {
  const compared = COMPARED.map(([part, label]): NoteValue[] => {
    const { value = null, yearAgo = null, comparable } = figures?.[part] ?? {};
    return [label(of), value, yearAgo, exactGrowth(value, yearAgo), comparable?.exact ?? null];
  });
  return {
    name: 'Figures',
    title: 'Payment and sums',
    columns: [
      { heading: '', type: 'text' },
      { heading: 'Amount', type: 'amount' },
      { heading: 'Year before', type: 'amount' },
      { heading: 'Change', type: 'ratio', computed: { as: 'change', from: [1, 2] } },
      { heading: 'Without change of tax', type: 'ratio' },
    ],
    rows: [...compared, ...projectedRows(of, projection), ...budgetRows(of, budget)],
    remark: [
      ...lacking(figures, of.month.isBySales),
      ...cautions(projection),
      'Without change of tax is empty if the tax is not known for every month.',
      ...(budget ? [] : otherBudget(of.year, budgetYears)),
    ].join(' '),
  };
}

/** From which month on the payments are there that the sums are to be compared with. */
function lacking(figures: AnalyzedMonth | null, isBySales: boolean): string[] {
  const months = COMPARED.flatMap(([part]) => figures?.[part].agoFrom ?? []);
  return [...new Set(months)].map((month) => toSentence(notAllThere(month, isBySales ? 'sales of ' : '')));
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

function budgetRows({ year }: NoteYear, budget: PlaceBudgetMonth | null): NoteValue[][] {
  if (!budget) return [];
  const { yearBudget, ofMonth } = budget;
  return [
    [`Budget of ${year}`, yearBudget, null, null, null],
    ['Budget so far', ofMonth.budgetToDate, null, null, null],
    ['Payments less the budget so far', ofMonth.difference, null, null, null],
  ];
}
