import type { AnalyzedMonth, Jurisdiction } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Change, YearBefore } from '../../parts/change.tsx';
import type { FieldOverview } from '../../service/questions.ts';
import { showFigure } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { figureLink, type ShownFigure, yearBefore } from './figure-links.ts';
import { type ComparedFigure, FISCAL_YEAR_TO_DATE, PAYMENT, ROLLING_YEAR, YEAR_TO_DATE } from './series.ts';

interface CardsProps {
  record: AnalyzedMonth;
  place: Jurisdiction;
  field: FieldOverview;
  address: Address;
}

/** The newest figures beside those of a year before. */
export function ComparisonCards({ record, place, field, address }: CardsProps) {
  const { label, unit } = field;
  const { allocation_period: month, fiscal_year } = record;
  const names: readonly [ComparedFigure, string][] = [
    [PAYMENT, longMonth(month)],
    [YEAR_TO_DATE, `Calendar year ${month.slice(0, 4)} to date`],
    [FISCAL_YEAR_TO_DATE, `Fiscal year ${fiscal_year} to date`],
    [ROLLING_YEAR, `Twelve months to ${longMonth(month)}`],
  ];
  return (
    <section class="cards" aria-label="Newest figures">
      {names.map(([comparison, name]) => (
        <div key={comparison.id} class="card" data-comparison={comparison.id}>
          <h2>
            {label} <span>{name}</span>
          </h2>
          <ComparedLines {...{ record, place, address, unit }} figure={{ month, comparison }} />
          <p class="onward">
            <a href={figureLink(address, month, comparison)}>
              {comparison === PAYMENT ? 'Where this figure comes from' : 'The months of this sum'}
            </a>
          </p>
        </div>
      ))}
    </section>
  );
}

interface ComparedLinesProps extends Omit<CardsProps, 'field' | 'record'> {
  /** `null` if the dataset has no record of the month. */
  record: AnalyzedMonth | null;
  unit: FieldOverview['unit'];
  figure: ShownFigure;
}

/** A figure, its change, and the figure of a year before. */
export function ComparedLines({ record, place, address, unit, figure }: ComparedLinesProps) {
  const { month, comparison } = figure;
  const { value, before, change } = comparison;
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
              doubted={comparison === PAYMENT ? { jurisdiction: place, doubt: record.doubt } : undefined}
            />
          </p>
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
