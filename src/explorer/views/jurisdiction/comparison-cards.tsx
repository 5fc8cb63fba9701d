import type { ComponentChildren } from 'preact';
import { YEAR } from '../../../derive/span.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { linkHere, placeLink } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE, figureOf, PAYMENT, ROLLING_YEAR } from '../../figures.ts';
import { Change, DoubtSign, differenceIn, doubtsLink, WithoutTaxChanges } from '../../parts/change.tsx';
import { countOf, showFigure } from '../../words/figures.ts';
import { calendarMonth, longMonth, type MonthDate } from '../../words/months.ts';
import { countedMonth } from '../../words/sales.ts';
import {
  describeDoubt,
  doubtOf,
  type FigureOfPlace,
  figureLink,
  monthsOfSum,
  type ShownFigure,
} from './figure-links.ts';
import { type FieldSeries, figureIn, recordIn, type ViewedPlace } from './series.tsx';

/** The name of the card of the year that has ended. */
const CLOSED_YEAR = 'closed-fiscal-year';

/** The newest figures, and those of the last closed fiscal year: rounded, with a link to the exact one. */
export function ComparisonCards({ record, place, series }: ViewedPlace) {
  const { month, fiscal_year } = record;
  const { basis, fiscalYearStart } = series;
  const counted = countedMonth(series, month);
  const closed = closedYear(series, month);
  const earlier = closed && closedYear(series, closed.month);
  const sales = basis === 'sales' ? ', by sales' : '';
  const isClosed = (calendarMonth(counted) % 12) + 1 === fiscalYearStart;
  const months = basis === 'sales' ? `Sales of ${longMonth(counted)}` : longMonth(month);
  const soFar = `${fiscal_year}${isClosed ? '' : ' so far'}${sales}`;
  const cards: readonly (ShownFigure & { name: string })[] = [
    { month, comparison: PAYMENT, name: months },
    { month, comparison: FISCAL_YEAR_TO_DATE, name: soFar },
    // the twelve months of a year that has just closed are the year
    ...[closed, isClosed ? earlier : null].flatMap((year) =>
      year ? [{ ...year, comparison: FISCAL_YEAR_TO_DATE, name: `${year.year}${sales}` }] : [],
    ),
    ...(isClosed ? [] : [{ month, comparison: ROLLING_YEAR, name: `Twelve months${sales}` }]),
  ];
  return (
    <section class="cards" aria-label={`${series.field.label}, newest figures`}>
      {cards.map(({ name, ...figure }) => (
        <div
          key={name}
          class="card"
          data-comparison={figure.month === month ? figure.comparison.id : CLOSED_YEAR}
        >
          <h2>{name}</h2>
          <CardFigure {...{ place, series, figure }} />
        </div>
      ))}
    </section>
  );
}

/** `$1.59 million`, which leads to the exact figure, and its change. */
function CardFigure({ place, series, figure }: FigureOfPlace) {
  const { month, comparison } = figure;
  const { unit } = series.field;
  const found = figureOf(recordIn(series, month), comparison);
  const value = found?.value ?? null;
  const difference = found && differenceIn(found);
  const unloaded = monthsOfSum(series, figure).filter(({ isLoaded }) => !isLoaded).length;
  const missing = found?.missing ?? 0;
  const lacks = [
    unloaded > 0 && `${countOf(unloaded, 'month')} not loaded`,
    missing > 0 && `${countOf(missing, 'payment')} missing`,
  ].filter(Boolean);
  const exact = showFigure(value, unit);
  return (
    <>
      <p class="large">
        <a
          href={figureLink(month, comparison)}
          title={exact}
          data-figure={`${comparison.of}_value`}
          data-value={value}
        >
          {value === null || unit === 'percent' ? exact : roundedDollars(value)}
        </a>
      </p>
      {value !== null && lacks.length > 0 && <p class="hint">{lacks.join(', ')}</p>}
      <ChangeOfFigure {...{ place, series, figure }} isShort>
        {difference !== null && unit === 'amount' && (
          <span class="hint one-line">
            {' '}
            {difference < 0 ? '' : '+'}
            {roundedDollars(difference)}
          </span>
        )}
      </ChangeOfFigure>
      {found?.change === null && hasYearsOfSales(series, figure) && (
        <p class="hint">
          <a href={linkHere({ basis: 'sales' })}>by month of sale</a>
        </p>
      )}
    </>
  );
}

/** Whether a closed year, and the one before, have all payments for the sales of their months. */
function hasYearsOfSales({ months, basis, lag }: FieldSeries, { month, comparison }: ShownFigure): boolean {
  if (basis === 'sales' || !lag || comparison.id !== FISCAL_YEAR_TO_DATE.id) return false;
  const last = months.findIndex((each) => each.month === month) + lag;
  const paid = months.slice(Math.max(0, last - 2 * YEAR + 1), last + 1);
  return paid.length === 2 * YEAR && paid.every((each) => figureIn(each) !== null);
}

/** The change of a figure, whether the checks doubt it, and what it is without changes of tax. */
export function ChangeOfFigure({
  place,
  series,
  figure,
  isShort = false,
  children,
}: FigureOfPlace & { isShort?: boolean; children?: ComponentChildren }) {
  const { month, comparison } = figure;
  const found = figureOf(recordIn(series, month), comparison);
  if (!found) return null;
  const doubt = doubtOf(series, figure);
  return (
    <>
      <p>
        <Change figure={found} name={`${comparison.of}_change`} />
        <DoubtSign
          reason={describeDoubt(series, figure)}
          link={doubt ? placeLink(place.id, { figure: doubt.month }) : doubtsLink(place.state)}
        />
        {children}
      </p>
      <WithoutTaxChanges figure={found} name={`${comparison.of}_comparable_change`} isShort={isShort} />
    </>
  );
}

/** The last month of the fiscal year before that of a month; null if the dataset does not have it. */
function closedYear(series: FieldSeries, month: MonthDate): { month: MonthDate; year: string } | null {
  const current = recordIn(series, month)?.fiscal_year;
  const first = series.months.findIndex(({ record }) => record?.fiscal_year === current);
  const last = series.months[first - 1];
  return last?.record ? { month: last.month, year: last.record.fiscal_year } : null;
}
