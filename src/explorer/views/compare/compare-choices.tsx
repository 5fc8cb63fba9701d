import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Choice } from '../../parts/choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName, longMonth, type MonthDate } from '../../words/months.ts';
import { ChartTabs, TimeChoice } from '../jurisdiction/chart-choice.tsx';
import { SPANS } from '../jurisdiction/charts.ts';
import { type CompareChoice, sharedFields } from './choice.ts';

interface CompareChoicesProps {
  address: Address;
  choice: CompareChoice;
  /** The states of the compared jurisdictions. */
  states: readonly StateOverview[];
  months: readonly MonthDate[];
  base: MonthDate | null;
}

/** Which figure to compare, and how. Each choice is an address. */
export function CompareChoices({ address, choice, states, months, base }: CompareChoicesProps) {
  const change = (name: string, value: string, usual = '') =>
    goTo(linkWith(address, { [name]: value === usual ? null : value }));
  const hasQuarters = states.some(({ quarter_ends }) => quarter_ends.length > 0);
  return (
    <div class="choices">
      <ChartTabs address={address} chart={choice.measure} hasQuarters={hasQuarters} />
      <FieldChoice
        states={states}
        value={choice.field}
        onChoose={(value, usual) => change('field', value, usual)}
      />
      <TimeChoice span={choice.years} onChoose={(value) => change('years', value, SPANS[0])} />
      {choice.measure === 'fiscal-year' && (
        <FiscalYearChoice
          states={states}
          value={choice.fiscalYearStart}
          onChoose={(value) => change('fiscal_year_start', value)}
        />
      )}
      {choice.measure !== 'change' && (
        <Choice
          label="Show"
          value={choice.scale}
          options={[
            ['figures', 'figures'],
            ['index', 'index, start = 100'],
          ]}
          onChoose={(value) => change('scale', value, 'figures')}
        />
      )}
      {choice.scale === 'index' && (
        <Choice
          label="100 is"
          value={base ?? ''}
          options={months.map((month) => [month, longMonth(month)])}
          onChoose={(value) => change('base', value, months[0])}
        />
      )}
    </div>
  );
}

interface FieldChoiceProps {
  states: readonly StateOverview[];
  value: string | null;
  onChoose(value: string, usual: string): void;
}

function FieldChoice({ states, value, onChoose }: FieldChoiceProps) {
  const usual = states.every(({ headline }) => headline === states[0]?.headline)
    ? (states[0]?.headline ?? '')
    : '';
  return (
    <Choice
      label="Figure"
      value={value ?? usual}
      options={[
        ...(usual === '' ? [['', 'Payment'] as const] : []),
        ...sharedFields(states).map(({ name, label }) => [name, label] as const),
      ]}
      onChoose={(chosen) => onChoose(chosen, usual)}
      meaning={meaningOf(sharedFields(states), value ?? usual)}
    />
  );
}

interface FiscalYearChoiceProps {
  states: readonly StateOverview[];
  value: CompareChoice['fiscalYearStart'];
  onChoose(value: string): void;
}

function FiscalYearChoice({ states, value, onChoose }: FiscalYearChoiceProps) {
  const [start = 1, ...others] = new Set(states.map(({ fiscal_year_start }) => fiscal_year_start));
  const usual =
    others.length > 0 ? 'the usual month of each state' : `${calendarMonthName(start, 'long')} (usual)`;
  const months = Array.from(
    { length: 12 },
    (_, at) => [String(at + 1), calendarMonthName(at + 1, 'long')] as const,
  );
  return (
    <Choice
      label="Fiscal year starts in"
      value={String(value ?? '')}
      options={[['', usual], ...months]}
      onChoose={onChoose}
    />
  );
}
