import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Choice } from '../../parts/choice.tsx';
import { calendarMonthName, longMonth, type MonthDate } from '../../words/months.ts';
import { type CompareChoice, MEASURE_NAMES, MEASURES, sharedFields, YEARS } from './choice.ts';

interface CompareChoicesProps {
  address: Address;
  choice: CompareChoice;
  /** The states of the compared jurisdictions. */
  states: readonly StateOverview[];
  months: readonly MonthDate[];
  base: MonthDate | null;
}

const SPANS: Readonly<Record<(typeof YEARS)[number], string>> = {
  '3': '3 years',
  '5': '5 years',
  '10': '10 years',
  all: 'All years',
};

/** Which figure to compare, and how. Each choice is an address. */
export function CompareChoices({ address, choice, states, months, base }: CompareChoicesProps) {
  const change = (name: string, value: string, usual = '') =>
    goTo(linkWith(address, { [name]: value === usual ? null : value }));
  const fields = sharedFields(states);
  const hasQuarters = states.some(({ quarter_ends }) => quarter_ends.length > 0);
  const measures = MEASURES.filter((name) => name !== 'quarters' || hasQuarters);
  const usual = states.every(({ headline }) => headline === states[0]?.headline)
    ? (states[0]?.headline ?? '')
    : '';
  const starts = new Set(states.map(({ fiscal_year_start }) => fiscal_year_start));
  return (
    <div class="choices">
      <nav class="tabs" aria-label="Charts">
        {measures.map((name) => (
          <a
            key={name}
            href={linkWith(address, { chart: name === MEASURES[0] ? null : name })}
            aria-current={name === choice.measure ? 'true' : undefined}
          >
            {MEASURE_NAMES[name]}
          </a>
        ))}
      </nav>
      <Choice
        label="Figure"
        value={choice.field ?? usual}
        options={[
          ...(usual === '' ? [['', 'Payment'] as const] : []),
          ...fields.map(({ name, label }) => [name, label] as const),
        ]}
        onChoose={(value) => change('field', value, usual)}
      />
      <Choice
        label="Time"
        value={choice.years}
        options={YEARS.map((value) => [value, SPANS[value]])}
        onChoose={(value) => change('years', value, YEARS[0])}
      />
      {choice.measure === 'fiscal-year' && (
        <Choice
          label="Fiscal year starts in"
          value={String(choice.fiscalYearStart ?? '')}
          options={[
            [
              '',
              starts.size > 1
                ? 'the usual month of each state'
                : `${calendarMonthName([...starts][0] ?? 1, 'long')} (usual)`,
            ],
            ...Array.from(
              { length: 12 },
              (_, at) => [String(at + 1), calendarMonthName(at + 1, 'long')] as const,
            ),
          ]}
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
