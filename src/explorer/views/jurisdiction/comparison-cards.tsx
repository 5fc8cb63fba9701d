import type { ComponentChildren } from 'preact';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { Change, Doubt, WithoutTaxChanges } from '../../parts/change.tsx';
import { showFigure } from '../../words/figures.ts';
import { calendarMonth, longMonth, type MonthDate } from '../../words/months.ts';
import { countedMonth, paidMonth } from '../../words/sales.ts';
import { doubtOf, type FigureOfPlace, figureLink, type ShownFigure } from './figure-links.ts';
import {
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  PAYMENT,
  ROLLING_YEAR,
  recordIn,
  taxesOf,
  type ViewedPlace,
} from './series.tsx';

/** The name of the card of the year that has ended. */
const CLOSED_YEAR = 'closed-fiscal-year';

/** The newest figures, and those of the last closed fiscal year: rounded, with a link to the exact one. */
export function ComparisonCards({ record, place, series }: ViewedPlace) {
  const { allocation_period: month, fiscal_year } = record;
  const { lag, basis, fiscalYearStart } = series;
  const counted = countedMonth(series, month);
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
    { month, comparison: ROLLING_YEAR, name: `Twelve months${sales} to ${longMonth(counted)}` },
  ];
  return (
    <section class="cards" aria-label={`${series.field.label}, newest figures`}>
      {figures.map(({ name, ...figure }) => (
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
  const { value, before } = comparison;
  const { unit } = series.field;
  const record = recordIn(series, month);
  const [now = null, then = null] = [record?.[value], record?.[before]];
  return (
    <>
      <p class="large">
        <a
          href={figureLink(month, comparison)}
          title={showFigure(now, unit)}
          data-figure={value}
          data-value={now}
        >
          {now === null || unit === 'percent' ? showFigure(now, unit) : roundedDollars(now)}
        </a>
      </p>
      <ChangeOfFigure {...{ place, series, figure }} isReasonKnown>
        {' '}
        {now !== null && then !== null && unit === 'amount' && (
          <span class="hint">
            <span class="one-line">
              ({now < then ? '' : '+'}
              {roundedDollars(now - then)})
            </span>{' '}
            <span class="span">in a year</span>
          </span>
        )}
      </ChangeOfFigure>
    </>
  );
}

/** The change of a figure, whether the checks doubt it, and what it is without changes of tax. */
export function ChangeOfFigure({
  place,
  series,
  figure,
  isReasonKnown = false,
  children,
}: FigureOfPlace & { isReasonKnown?: boolean; children?: ComponentChildren }) {
  const { month, comparison } = figure;
  const record = recordIn(series, month);
  if (!record) return null;
  const doubt = doubtOf(series, figure);
  return (
    <>
      <p>
        <Change
          value={record[comparison.change]}
          of={[record[comparison.value], record[comparison.before]]}
          name={comparison.change}
          isDoubtful={doubt !== null}
        />
        <Doubt jurisdiction={place} doubt={doubt} />
        {children}
      </p>
      <WithoutTaxChanges {...taxesOf(record, comparison)} isReasonKnown={isReasonKnown} />
    </>
  );
}

/** The last month of the newest fiscal year that ended before that of a month; null if the dataset has none. */
function closedYear(series: FieldSeries, month: MonthDate): { month: MonthDate; year: string } | null {
  const { months } = series;
  const current = recordIn(series, month)?.fiscal_year;
  const last = [...months].reverse().find(({ record }) => record && record.fiscal_year < (current ?? ''));
  // without its last month, it is not the year that stands beside the current one
  const next = last && months[months.indexOf(last) + 1];
  return last?.record && next?.record?.fiscal_year === current
    ? { month: last.month, year: last.record.fiscal_year }
    : null;
}
