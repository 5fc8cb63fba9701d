import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, choiceOf } from '../../address/address.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, Tabs } from '../../parts/choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName } from '../../words/months.ts';
import {
  CHART_TITLES,
  type ChartSpan,
  isFiscalYearChart,
  PLACE_CHARTS,
  type PlaceChart,
  SPANS,
} from './charts.ts';

const SPAN_NAMES: Readonly<Record<ChartSpan, string>> = {
  '3': '3 years',
  '5': '5 years',
  '10': '10 years',
  all: 'All years',
};

/** The calendar months, as options of a list. */
export const CALENDAR_MONTHS = Array.from(
  { length: 12 },
  (_, at) => [String(at + 1), calendarMonthName(at + 1, 'long')] as const,
);

/** Which chart to show, of which field, for which time. Each choice is an address. */
export function ChartChoice({ address, state }: { address: Address; state: StateOverview }) {
  const { fields, headline, quarter_ends, fiscal_year_start } = state;
  const chart = choiceOf(address, 'chart', PLACE_CHARTS);
  const chosen = address.parameters.get('field') ?? headline;
  const field = fields.find(({ name }) => name === chosen);
  return (
    <div class="choices">
      <ChartTabs address={address} charts={PLACE_CHARTS} hasQuarters={quarter_ends.length > 0} />
      <Choice
        label="Figure"
        address={address}
        parameter="field"
        usual={headline}
        options={fields.map(({ name, label }) => [name, label])}
        meaning={meaningOf(fields, chosen)}
      />
      {chart !== 'years' && !(field && isFiscalYearChart(chart, field)) && <TimeChoice address={address} />}
      <Choice
        label="Fiscal year starts in"
        address={address}
        parameter="fiscal_year_start"
        usual={String(fiscal_year_start)}
        options={CALENDAR_MONTHS}
      />
      <BasisChoice address={address} states={[state]} />
    </div>
  );
}

interface ChartTabsProps {
  address: Address;
  charts: readonly PlaceChart[];
  /** Whether a payment of the state settles a quarter. */
  hasQuarters: boolean;
}

/** Links to the charts. */
export function ChartTabs({ address, charts, hasQuarters }: ChartTabsProps) {
  const options = charts
    .filter((name) => name !== 'quarters' || hasQuarters)
    .map((name) => [name, CHART_TITLES[name]] as const);
  return <Tabs label="Charts" address={address} parameter="chart" options={options} />;
}

/** How many years to show. */
export function TimeChoice({ address }: { address: Address }) {
  const options = SPANS.map((value) => [value, SPAN_NAMES[value]] as const);
  return <Choice label="Time" address={address} parameter="years" options={options} />;
}
