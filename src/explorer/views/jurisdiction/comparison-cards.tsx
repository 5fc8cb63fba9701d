import type { AnalyzedMonth, Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Change, WithoutTaxChanges, YearBefore } from '../../parts/change.tsx';
import { showFigure, showTypes } from '../../words/figures.ts';
import { calendarMonth, longMonth, type MonthDate, yearOf } from '../../words/months.ts';
import { paidMonth, salesLagOf } from '../../words/sales.ts';
import { doubtOf, figureLink, type ShownFigure, yearBefore } from './figure-links.ts';
import { FISCAL_YEAR_TO_DATE, type FieldSeries, PAYMENT, ROLLING_YEAR, YEAR_TO_DATE } from './series.tsx';

/** The name of the card of the year that has ended. */
const CLOSED_YEAR = 'closed-fiscal-year';

interface CardsProps {
  record: AnalyzedMonth;
  place: Jurisdiction;
  series: FieldSeries;
  address: Address;
}

/** The newest figures, and those of the last closed fiscal year, beside those of a year before. */
export function ComparisonCards({ record, place, series, address }: CardsProps) {
  const { allocation_period: month, fiscal_year } = record;
  const { field, lag, basis, fiscalYearStart } = series;
  const { counted = month } = series.months.find((each) => each.month === month) ?? {};
  const closed = closedYear(series, month);
  const sales = basis === 'sales' ? ' of sales' : '';
  const isClosed = (calendarMonth(counted) % 12) + 1 === fiscalYearStart;
  const figures: readonly (ShownFigure & { name: string })[] = [
    { month, comparison: PAYMENT, name: paidMonth(month, lag) },
    {
      month,
      comparison: FISCAL_YEAR_TO_DATE,
      name: `Fiscal year ${fiscal_year}${sales}${isClosed ? ', closed' : ' to date'}`,
    },
    ...(closed
      ? [{ ...closed, comparison: FISCAL_YEAR_TO_DATE, name: `Fiscal year ${closed.year}${sales}, closed` }]
      : []),
    { month, comparison: YEAR_TO_DATE, name: `Calendar year ${yearOf(counted)}${sales} to date` },
    { month, comparison: ROLLING_YEAR, name: `Twelve months${sales} to ${longMonth(counted)}` },
  ];
  return (
    <section class="cards" aria-label="Newest figures">
      {figures.map(({ name, ...figure }) => (
        <div
          key={name}
          class="card"
          data-comparison={figure.month === month ? figure.comparison.id : CLOSED_YEAR}
        >
          <h2>
            {field.label} <span>{name}</span>
          </h2>
          <div>
            <ComparedLines {...{ place, series, address, figure }} />
            <p class="onward">
              <a href={figureLink(address, figure.month, figure.comparison)}>
                {figure.comparison === PAYMENT ? 'Where this figure comes from' : 'The months of this sum'}
              </a>
            </p>
          </div>
        </div>
      ))}
    </section>
  );
}

/** The last month of the newest fiscal year that ended before that of a month; null if the dataset has none. */
function closedYear({ months }: FieldSeries, month: MonthDate): { month: MonthDate; year: string } | null {
  const current = months.find((each) => each.month === month)?.record?.fiscal_year;
  const last = [...months].reverse().find(({ record }) => record && record.fiscal_year < (current ?? ''));
  // without its last month, it is not the year that stands beside the current one
  const next = last && months[months.indexOf(last) + 1];
  return last?.record && next?.record?.fiscal_year === current
    ? { month: last.month, year: last.record.fiscal_year }
    : null;
}

interface ComparedLinesProps extends Omit<CardsProps, 'record'> {
  figure: ShownFigure;
}

/** A figure, its change, and the figure of a year before. */
export function ComparedLines({ place, series, address, figure }: ComparedLinesProps) {
  const { month, comparison } = figure;
  const { value, before, change, comparable, reason } = comparison;
  const { unit } = series.field;
  const record = series.months.find((each) => each.month === month)?.record ?? null;
  return (
    <>
      <p class="large" data-figure={value}>
        {showFigure(record?.[value] ?? null, unit)}
      </p>
      {record && (
        <>
          <p>
            <Change
              value={record[change]}
              name={change}
              doubted={{ jurisdiction: place, doubt: doubtOf(series, figure) }}
            />
          </p>
          <WithoutTaxChanges
            change={record[change]}
            comparable={record[comparable]}
            reason={record[reason]}
            name={comparable}
            isReasonKnown={comparison !== PAYMENT}
          />
          <p>
            <YearBefore
              value={record[before]}
              name={before}
              measure={unit}
              link={figureLink(address, yearBefore(month), comparison)}
            />
          </p>
        </>
      )}
    </>
  );
}

interface RankLineProps {
  record: AnalyzedMonth;
  place: Jurisdiction;
  state: StateOverview;
}

/** How large the figure is among those of the same type that the dataset has. */
export function RankLine({ record, place, state }: RankLineProps) {
  const { allocation_period, value, rank, ranked } = record;
  if (!value || rank === null || ranked === null || place.type === null) return null;
  if (areAllEqual(record)) return null;
  const types = showTypes(place.type).toLowerCase();
  const shares = isClearlyIncomplete(state, allocation_period) ? [] : sharesOf(record, place, state);
  return (
    <p class="standing">
      Rank {rank} of {ranked} {state.name} {types} here, {paidMonth(allocation_period, salesLagOf(state))}.
      {shares.length > 0 && ` Share: ${shares.join(', ')}.`}
    </p>
  );
}

/** `22.00% of Bluestem County’s cities`, `20.00% of Texas’s`. A county is all of its county. */
function sharesOf(
  { share_of_county, share_of_state }: AnalyzedMonth,
  { type, county }: Jurisdiction,
  { name }: StateOverview,
): string[] {
  const wholes: [number | null, string][] = [
    [type === 'county' ? null : share_of_county, `${county} County’s`],
    [share_of_state, `${name}’s`],
  ];
  return wholes
    .filter(([share]) => share !== null)
    .map(([share, whole], at) => {
      const what = at === 0 ? ` ${showTypes(type ?? '').toLowerCase()}` : '';
      return `${showFigure(share, 'share')} of ${whole}${what}`;
    });
}

/** The first of all has the mean only if all have the same. */
function areAllEqual({ rank, ranked, share_of_state }: AnalyzedMonth): boolean {
  if (ranked === 1) return true;
  return rank === 1 && share_of_state !== null && Math.abs(share_of_state * (ranked ?? 0) - 1) < 1e-5;
}

/** A month with fewer than this part of the jurisdictions of the months before has no useful shares. */
const WHOLE = 0.9;
const MONTHS_BEFORE = 12;

function isClearlyIncomplete({ months }: StateOverview, month: MonthDate): boolean {
  const at = months.findIndex(({ allocation_period }) => allocation_period === month);
  const counts = months.slice(Math.max(0, at), at + 1 + MONTHS_BEFORE).map((one) => one.jurisdictions);
  return (counts[0] ?? 0) < WHOLE * Math.max(...counts);
}
