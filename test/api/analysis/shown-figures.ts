import type { FindingPage } from '../../../src/client/generated/types.gen.ts';
import type { AnalysisContext, ComparedFigures, YearOverYear } from '../../../src/derive/analysis.ts';
import type { GroupTotal } from '../../../src/derive/group-sum.ts';
import { addMonths, type Month } from '../../../src/domain/month.ts';
import { settlesQuarter, type WorldPlace } from '../../rig/datasets/analysis-world.ts';
import { monthsOfPlaces } from '../../rig/oracles/slow-comparison.ts';
import type { Service } from '../../rig/service.ts';

/** The first month of the fiscal year of local figures. */
export const STARTS = { ca: 7, tx: 10 } as const;
export type StateCode = keyof typeof STARTS;

function named(name: string, ago: string, change: string, { value, yearAgo, change: of }: YearOverYear) {
  const dollars = (figure: number | null) => (figure === null ? null : figure / 100);
  return { [name]: dollars(value), [ago]: dollars(yearAgo), [change]: of === null ? null : of / 1_000_000 };
}

export function figuresOf({ payment, yearToDate, fiscalYearToDate, rollingYear }: ComparedFigures) {
  const sums = { year_to_date: yearToDate, fiscal_year_to_date: fiscalYearToDate, rolling_year: rollingYear };
  return {
    ...named('value', 'year_ago', 'change', payment),
    ...Object.assign(
      {},
      ...Object.entries(sums).map(([name, sum]) => named(name, `${name}_ago`, `${name}_change`, sum)),
    ),
  };
}
/** The sums of a group in the names of the service. */
export function sumsOf(total: GroupTotal) {
  const dollars = (figure: number | null) => (figure === null ? null : figure / 100);
  const { members, payment, yearToDate, fiscalYearToDate, rollingYear } = total;
  const sums = { year_to_date: yearToDate, fiscal_year_to_date: fiscalYearToDate, rolling_year: rollingYear };
  const others = Object.entries({ '': payment, ...sums }).flatMap(([name, sum]) =>
    Object.entries({
      ...{ missing: sum.missing, missing_ago: sum.missingAgo, compared: sum.compared },
      ...{ left_out: sum.leftOut, difference: dollars(sum.difference) },
      ...{ like_for_like: dollars(sum.likeForLike), like_for_like_ago: dollars(sum.likeForLikeAgo) },
    }).map(([part, figure]) => [name === '' ? part : `${name}_${part}`, figure]),
  );
  return { members, ...figuresOf(total), ...Object.fromEntries(others) };
}

/** A record without its comparable changes, month of sales and count of doubts, which tests of their own compare. */
export function withoutTaxes(record: object): object {
  const others = Object.entries(record).filter(
    ([name]) => !/comparable_change$|tax_changes$|^sales_period$|doubtful$/.test(name),
  );
  return Object.fromEntries(others);
}

const DOUBTING = [
  'unusual-payment',
  'row-arithmetic',
  'unusual-sum',
  'row-arithmetic',
  'conflicting-reports',
];

/** Why the change of a payment is doubtful, from the findings of its month and of the one a year before. */
export async function findDoubts(service: Service, state: StateCode) {
  const { data } = await service.json<FindingPage>(`/api/findings?state=${state}&limit=1000`);
  const doubting = data.filter(({ code }) => DOUBTING.includes(code));
  return (id: number, month: Month) => {
    const of = (one: Month) =>
      doubting.find(
        (finding) => finding.jurisdiction?.id === id && finding.allocation_period === `${one}-01`,
      );
    const found = of(month) ?? of(addMonths(month, -12));
    return found ? { allocation_period: found.allocation_period, code: found.code, text: found.text } : null;
  };
}

/** What an analysis of all jurisdictions of a state depends on. */
export function contextOf(state: StateCode, places: readonly WorldPlace[]): AnalysisContext {
  return {
    unit: 'amount',
    calendar: { isQuarterEnd: state === 'ca' ? settlesQuarter : () => false },
    fiscalYearStart: STARTS[state],
    stateMonths: monthsOfPlaces(places),
  };
}
