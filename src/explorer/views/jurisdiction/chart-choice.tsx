import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Choice } from '../../parts/choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName } from '../../words/months.ts';
import { CHART_TITLES, CHARTS, type ChartName, type ChartSpan, SPANS } from './charts.ts';

interface ChartChoiceProps {
  address: Address;
  chart: ChartName;
  span: ChartSpan;
  state: StateOverview;
  field: string;
  /** Calendar month in which the fiscal year starts. */
  start: number;
}

const SPAN_NAMES: Readonly<Record<ChartSpan, string>> = {
  '3': '3 years',
  '5': '5 years',
  '10': '10 years',
  all: 'All years',
};
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** Which chart to show, of which field, for which time. Each choice is an address. */
export function ChartChoice({ address, chart, span, state, field, start }: ChartChoiceProps) {
  const change = (name: string, value: string, usual: string) =>
    goTo(linkWith(address, { [name]: value === usual ? null : value }));
  return (
    <div class="choices">
      <ChartTabs address={address} chart={chart} hasQuarters={state.quarter_ends.length > 0} />
      <Choice
        label="Figure"
        value={field}
        options={state.fields.map(({ name, label }) => [name, label])}
        onChoose={(value) => change('field', value, state.headline)}
        meaning={meaningOf(state.fields, field)}
      />
      <TimeChoice span={span} onChoose={(value) => change('years', value, SPANS[0])} />
      <Choice
        label="Fiscal year starts in"
        value={String(start)}
        options={MONTHS.map((month) => [String(month), calendarMonthName(month, 'long')])}
        onChoose={(value) => change('fiscal_year_start', value, String(state.fiscal_year_start))}
      />
    </div>
  );
}

interface ChartTabsProps {
  address: Address;
  chart: ChartName;
  /** Whether a payment of the state settles a quarter. */
  hasQuarters: boolean;
}

/** Links to the charts. */
export function ChartTabs({ address, chart, hasQuarters }: ChartTabsProps) {
  const charts = CHARTS.filter((name) => name !== 'quarters' || hasQuarters);
  return (
    <nav class="tabs" aria-label="Charts">
      {charts.map((name) => (
        <a
          key={name}
          href={linkWith(address, { chart: name === CHARTS[0] ? null : name })}
          aria-current={name === chart ? 'true' : undefined}
        >
          {CHART_TITLES[name]}
        </a>
      ))}
    </nav>
  );
}

interface TimeChoiceProps {
  span: ChartSpan;
  onChoose(span: string): void;
}

/** How many years to show. */
export function TimeChoice({ span, onChoose }: TimeChoiceProps) {
  const options = SPANS.map((value) => [value, SPAN_NAMES[value]] as const);
  return <Choice label="Time" value={span} options={options} onChoose={onChoose} />;
}
