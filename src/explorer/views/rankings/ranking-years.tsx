import type { TotalYear } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { linkHere, parametersNamed } from '../../address/navigation.ts';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { showTypes } from '../../words/figures.ts';
import { namePeriod } from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { creditOf } from '../../words/sources.ts';
import { YearTable } from '../years/year-table.tsx';
import { periodPath, quarterTo } from './period.ts';
import { rankingPath, type ViewedRanking } from './ranking.ts';

interface YearsProps extends ViewedRanking {
  /** `null` until the reader asks for them. */
  years: readonly TotalYear[] | null;
}

/** Where else the places of the choice are summed: by county, or year by year, which stands here once asked for. */
export function Years({ state, month, choice, years }: YearsProps) {
  const { type, county, basis } = choice;
  const counting = { lag: salesLagOf(state), basis };
  const names = [type === null ? 'all types' : showTypes(type).toLowerCase(), county && `${county} County`];
  return (
    <>
      <p class="actions">
        <a href={linkHere({ sums: years ? null : 'years', kind: null })}>
          {years ? 'Without the years' : 'These places together, year by year'}
        </a>
        {county === null && <ByCounty {...{ state, month, choice }} />}
      </p>
      {years && (
        <section aria-label="Years" class="years">
          <YearTable
            title={`${state.name}, ${names.filter(Boolean).join(', ')}: payments`}
            years={years}
            unit="amount"
            state={state}
            fiscalYearStart={state.fiscal_year_start}
            basis={basis}
            fileName={`${state.state}${fileEndOf(basis)}`}
            credit={creditOf([state])}
            linkOf={(_, last) =>
              linkTo(
                rankingPath(state.state, countedMonth(counting, last)),
                parametersNamed('type', 'county', 'basis'),
              )
            }
          />
        </section>
      )}
    </>
  );
}

/** A link to the sums of a type by county in the three months to a month. The county that lost most comes first. */
function ByCounty({ state, month, choice: { type, basis } }: ViewedRanking) {
  const [usual = ''] = state.types;
  const summed = type ?? usual;
  if (!state.has_counties || summed === 'county') return null;
  const period = quarterTo(countedMonth({ lag: salesLagOf(state), basis }, month));
  const path = periodPath(state.state, period);
  const parameters = { type: summed, group: 'county', sort: 'difference' };
  return (
    <a href={linkTo(path, { ...parameters, basis: basis === 'sales' ? basis : null })}>
      {showTypes(summed)} by county, {basis === 'sales' ? 'sales of ' : ''}
      {namePeriod(period)}
    </a>
  );
}
