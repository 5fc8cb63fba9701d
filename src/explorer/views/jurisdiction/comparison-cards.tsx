import type { AnalyzedMonth, Jurisdiction } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Doubt } from '../../parts/doubt.tsx';
import type { FieldOverview } from '../../service/questions.ts';
import { type Measure, showFigure } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { figureLink, yearBefore } from './figure-links.ts';
import { type ComparedFigure, FISCAL_YEAR_TO_DATE, PAYMENT, ROLLING_YEAR, YEAR_TO_DATE } from './series.ts';

interface CardsProps {
  record: AnalyzedMonth;
  place: Jurisdiction;
  field: FieldOverview;
  address: Address;
}

/** The newest figures beside those of a year before. */
export function ComparisonCards({ record, place, field, address }: CardsProps) {
  const { label, unit: measure } = field;
  const { allocation_period, fiscal_year } = record;
  const names: readonly [ComparedFigure, string][] = [
    [PAYMENT, longMonth(allocation_period)],
    [YEAR_TO_DATE, `Calendar year ${allocation_period.slice(0, 4)} to date`],
    [FISCAL_YEAR_TO_DATE, `Fiscal year ${fiscal_year} to date`],
    [ROLLING_YEAR, `Twelve months to ${longMonth(allocation_period)}`],
  ];
  return (
    <section class="cards" aria-label="Newest figures">
      {names.map(([comparison, name]) => (
        <div key={comparison.id} class="card" data-comparison={comparison.id}>
          <h2>
            {label} <span>{name}</span>
          </h2>
          <p class="large" data-figure={comparison.value}>
            {showFigure(record[comparison.value], measure)}
          </p>
          <p>
            {comparison === PAYMENT ? (
              <PaymentChange line={record} jurisdiction={place} name={comparison.change} />
            ) : (
              <Change value={record[comparison.change]} name={comparison.change} />
            )}
          </p>
          <p class="hint">
            Year before{' '}
            <Before
              value={record[comparison.before]}
              name={comparison.before}
              measure={measure}
              link={figureLink(address, yearBefore(allocation_period), comparison)}
            />
          </p>
          <p class="onward">
            <a href={figureLink(address, allocation_period, comparison)}>
              {comparison === PAYMENT ? 'Where this figure comes from' : 'The months of this sum'}
            </a>
          </p>
        </div>
      ))}
    </section>
  );
}

interface BeforeProps {
  value: number | null;
  name: string;
  measure: Measure;
  link: string;
}

/** The figure of a year before, which leads to where it comes from. */
function Before({ value, name, measure, link }: BeforeProps) {
  const text = showFigure(value, measure);
  return <span data-figure={name}>{value === null ? text : <a href={link}>{text}</a>}</span>;
}

interface PaymentChangeProps {
  line: Pick<AnalyzedMonth, 'change'> & Partial<Pick<AnalyzedMonth, 'doubt'>>;
  jurisdiction: Pick<Jurisdiction, 'id'>;
  name?: string;
}

/** The change of a payment. If the checks doubt one of the two payments, it has a sign and no color. */
export function PaymentChange({ line: { change, doubt }, jurisdiction, name }: PaymentChangeProps) {
  return (
    <>
      <Change value={change} {...(name && { name })} isDoubtful={Boolean(doubt)} />
      {change !== null && <Doubt jurisdiction={jurisdiction} doubt={doubt} />}
    </>
  );
}

/** A change with its sign; the color only repeats the sign. A doubtful one has no color. */
export function Change({
  value,
  name,
  isDoubtful = false,
}: {
  value: number | null;
  name?: string;
  isDoubtful?: boolean;
}) {
  if (value === null) return <span class="none">no comparison</span>;
  const sign = isDoubtful ? '' : value > 0 ? 'up' : value < 0 ? 'down' : '';
  return (
    <b class={`change ${sign}`} data-figure={name}>
      {showFigure(value, 'change')}
    </b>
  );
}
