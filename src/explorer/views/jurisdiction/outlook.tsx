import type {
  AnalyzedMonth,
  Jurisdiction,
  ProjectionPage,
  StateOverview,
} from '../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { Change, type DoubtProps } from '../../parts/change.tsx';
import { analysisQuestion, projectionQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { showFigure } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { forSales } from '../../words/sales.ts';
import { doubtOf } from './figure-links.ts';
import { FISCAL_YEAR_TO_DATE, type FieldSeries, yearAsked } from './series.tsx';

interface OutlookProps {
  /** The newest month. */
  record: AnalyzedMonth;
  place: Jurisdiction;
  state: StateOverview;
  series: FieldSeries;
  address: Address;
}

const UNDERLYING = 'underlying_payment';

/** What the payment would have been without one-off amounts, and where the fiscal year may end. */
export function Outlook(props: OutlookProps) {
  const { state, series } = props;
  if (series.field.name !== state.headline) return null;
  return (
    <>
      {state.fields.some(({ name }) => name === UNDERLYING) && <UnderlyingPayment {...props} />}
      <YearEnd {...props} />
    </>
  );
}

/** The payment without audits and without collections for other months, as far as the state tells them apart. */
function UnderlyingPayment({ record, place, series: { lag } }: OutlookProps) {
  const month = record.allocation_period;
  const { value } = useAnswer(
    analysisQuestion(String(place.id), { field: UNDERLYING, from: month, to: month }),
  );
  const found = value?.data[0];
  if (value && !found) return null;
  return (
    <p class="outlook" aria-busy={!value}>
      {found && (
        <>
          Underlying payment {forSales(month, lag)}:{' '}
          <b data-figure={UNDERLYING}>{showFigure(found.value, 'amount')}</b>{' '}
          {found.change !== null && (
            <Change
              value={found.change}
              name="underlying_change"
              doubted={{ jurisdiction: place, doubt: found.doubt }}
            />
          )}{' '}
          <span class="hint">without audits and without collections for other months</span>
        </>
      )}
    </p>
  );
}

/** Where the fiscal year may end, and how good such estimates were. */
function YearEnd({ record, place, state, series, address }: OutlookProps) {
  const { value } = useAnswer(projectionQuestion(state.state, yearAsked(place, series)));
  const projection = value?.data[0];
  // a closed year has its card
  if (value && (!projection || projection.method === 'actual')) return null;
  return (
    <p class="outlook" aria-busy={!value}>
      {value && projection && (
        <ProjectedYear
          {...{ projection, meta: value.meta }}
          chart={linkWith(address, { chart: FISCAL_YEAR_TO_DATE.id })}
          change={record.fiscal_year === projection.year ? record.fiscal_year_to_date_change : null}
          doubted={{
            jurisdiction: place,
            doubt: doubtOf(series, { month: record.allocation_period, comparison: FISCAL_YEAR_TO_DATE }),
          }}
        />
      )}
    </p>
  );
}

interface ProjectedYearProps {
  projection: ProjectionPage['data'][number];
  meta: ProjectionPage['meta'];
  /** The link to the chart of the year. */
  chart: string;
  /** Of the year so far. */
  change: number | null;
  doubted: DoubtProps;
}

function ProjectedYear({ projection, meta, chart, change, doubted }: ProjectedYearProps) {
  const { year, to_date, projected, low, high, reason, usual_error, doubtful_months } = projection;
  if (projected === null)
    return (
      <>
        Where fiscal year {year} may end is not known: {withMonths(reason)}.
      </>
    );
  const range = low !== null && high !== null ? ` (${roundedDollars(low)} to ${roundedDollars(high)})` : '';
  return (
    <>
      Fiscal year {year} so far: {roundedDollars(to_date ?? 0)}
      {change !== null && (
        <>
          , <Change value={change} doubted={doubted} />
        </>
      )}
      . It may end at{' '}
      <a href={chart}>
        <b data-figure="projected">{roundedDollars(projected)}</b>
      </a>
      {range}.{' '}
      <span class="hint">
        {usual_error !== null &&
          `In past years, half of such estimates were off by ${showShare(usual_error)} or less at this point. `}
        {range !== '' && (
          <>
            {meta.range_held !== null && `${Math.round(meta.range_held * 100)}% of such ranges held. `}A shock
            to the whole state is outside the range.{' '}
          </>
        )}
        {doubtful_months !== null &&
          `Of the payments that this uses, the checks doubt ${withMonths(doubtful_months)}.`}
      </span>
    </>
  );
}

/** A text of the service with its months in words: `no payment in November 2026`. */
function withMonths(text: string | null): string | undefined {
  return text?.replace(/\d{4}-\d\d/g, longMonth);
}

/** A share to a tenth of a percent. */
function showShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
