import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { currentAddress, readParameter, statesIn } from '../../address/navigation.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, Tabs } from '../../parts/choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName } from '../../words/months.ts';
import {
  CHART_TITLES,
  type ChartName,
  type ChartSpan,
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

interface ChartChoiceProps {
  state: StateOverview;
  /** The charts that the place has; the first is shown at first. */
  charts: readonly PlaceChart[];
}

/** Which chart to show, of which figure, and how its sums count. Each choice is an address. */
export function ChartChoice({ state, charts }: ChartChoiceProps) {
  const { fields, headline, fiscal_year_start } = state;
  return (
    <div class="choices chart-choices">
      <Tabs
        label="Charts"
        parameter="chart"
        options={charts.map((name) => [name, PLACE_CHARTS[name]] as const)}
      />
      <Choice
        label="Figure"
        parameter="field"
        usual={headline}
        options={fields.map(({ name, label }) => [name, label])}
        meaning={meaningOf(fields, readParameter('field') ?? headline)}
        isBare
      />
      <Choice
        label="Fiscal year starts in"
        parameter="fiscal_year_start"
        usual={String(fiscal_year_start)}
        // views of its places know the number of a state, and rankings its code
        states={[...statesIn(currentAddress()), state.state]}
        options={CALENDAR_MONTHS.map(([month, name]) => [month, `Fiscal year from ${name}`])}
        isBare
      />
      <BasisChoice states={[state]} isBare />
    </div>
  );
}

interface ChartTabsProps {
  charts: readonly ChartName[];
  /** Whether a payment of the state settles a quarter. */
  hasQuarters: boolean;
}

/** Links to the charts. */
export function ChartTabs({ charts, hasQuarters }: ChartTabsProps) {
  const options = charts
    .filter((name) => name !== 'quarters' || hasQuarters)
    .map((name) => [name, CHART_TITLES[name]] as const);
  return <Tabs label="Charts" parameter="chart" options={options} />;
}

/** How many years to show. */
export function TimeChoice() {
  const options = SPANS.map((value) => [value, SPAN_NAMES[value]] as const);
  return <Choice label="Time" parameter="years" options={options} />;
}
