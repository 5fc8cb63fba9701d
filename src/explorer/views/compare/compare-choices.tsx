import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { goTo, linkHere } from '../../address/navigation.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, List, Tabs } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { UnitChoice } from '../../parts/unit-choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName, longMonth, type MonthDate } from '../../words/months.ts';
import { CALENDAR_MONTHS, CHARTS, SPANS } from '../jurisdiction/charts.ts';
import { TAX_CHOICE } from '../jurisdiction/without-taxes.ts';
import { type CompareChoice, LAYOUTS, monthsOfBase, SCALES, sharedFields } from './choice.ts';

interface CompareChoicesProps {
  choice: CompareChoice;
  /** The states of the compared jurisdictions. */
  states: readonly StateOverview[];
  months: readonly MonthDate[];
  base: MonthDate | null;
  usualScale: string;
  hasTaxChange: boolean;
}

/** Which figure to compare, and how. Each choice is an address. */
export function CompareChoices(props: CompareChoicesProps) {
  const { choice, states, months, base, usualScale, hasTaxChange } = props;
  const [headline = '', ...otherHeadlines] = new Set(states.map((state) => state.headline));
  const usual = otherHeadlines.length === 0 ? headline : '';
  const fields = sharedFields(states);
  const named = choice.field ?? states[0]?.headline;
  const field = states[0]?.fields.find(({ name }) => name === named);
  return (
    <Choices>
      <Tabs label="Charts" parameter="chart" options={CHARTS} />
      <Choice
        label="Figure"
        parameter="field"
        usual={usual}
        options={[
          ...(usual === '' ? [['', 'Payment'] as const] : []),
          ...fields.map(({ name, label }) => [name, label] as const),
        ]}
        meaning={meaningOf(fields, choice.field ?? usual)}
      />
      {field && <UnitChoice states={states.map(({ state }) => state)} field={field} />}
      <Choice label="Time" parameter="years" options={SPANS} />
      {choice.measure === 'fiscal-year' && (
        <Choice
          label="Fiscal year starts in"
          parameter="fiscal_year_start"
          options={[['', usualStart(states)], ...CALENDAR_MONTHS]}
        />
      )}
      <BasisChoice states={states} forgotten={['base']} />
      <Choice
        label="Show"
        parameter="scale"
        usual={usualScale}
        options={SCALES.filter(([scale]) => choice.measure !== 'change' || !scale.startsWith('index'))}
      />
      {choice.ids.length > 1 && choice.scale !== 'years' && (
        <Choice label="Lines" parameter="lines" options={LAYOUTS} />
      )}
      {(hasTaxChange || choice.isWithoutTaxes) && <Choice {...TAX_CHOICE} isBare />}
      {monthsOfBase(choice) !== null && (
        <List
          label={choice.scale === 'index' ? '100 is' : '100 is the year from'}
          value={base ?? ''}
          options={months.map((month) => [month, longMonth(month)])}
          onChoose={(month) => goTo(linkHere({ base: month === months[0] ? null : month }))}
        />
      )}
    </Choices>
  );
}

function usualStart(states: readonly StateOverview[]): string {
  const [start = 1, ...others] = new Set(states.map(({ fiscal_year_start }) => fiscal_year_start));
  return others.length > 0 ? 'the usual month of each state' : `${calendarMonthName(start, 'long')} (usual)`;
}
