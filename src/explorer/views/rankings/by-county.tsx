import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import type { CountedBy } from '../../parts/basis-choice.tsx';
import { showTypes } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import { periodPath, quarterTo } from './period.ts';

interface ByCountyProps {
  state: StateOverview;
  /** The month of payment. */
  month: MonthDate;
  type: string | null;
  basis: CountedBy;
}

/** A link to the sums of a type by county in the three months to a month. The county that lost most comes first. */
export function ByCounty({ state, month, type, basis }: ByCountyProps) {
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
