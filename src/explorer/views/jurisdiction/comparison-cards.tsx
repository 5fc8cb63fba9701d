import type { AnalyzedMonth, Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Change, YearBefore } from '../../parts/change.tsx';
import type { FieldOverview } from '../../service/questions.ts';
import { showFigure, showTypes } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
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
      Rank {rank} of {ranked} {state.name} {types} here, {longMonth(allocation_period)}.
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
