import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { currentAddress, readParameter, statesIn } from '../../address/navigation.ts';
import { BasisChoice } from '../../parts/basis-choice.tsx';
import { Choice, type Options, Tabs } from '../../parts/choice.tsx';
import { meaningOf } from '../../words/meanings.ts';
import { calendarMonthName } from '../../words/months.ts';

/** The calendar months, as options of a list. */
export const CALENDAR_MONTHS = Array.from(
  { length: 12 },
  (_, at) => [String(at + 1), calendarMonthName(at + 1, 'long')] as const,
);

/** Which chart to show, of which figure, and how its sums count. Each choice is an address. */
export function ChartChoice({ state, charts }: { state: StateOverview; charts: Options }) {
  const { fields, headline, fiscal_year_start } = state;
  return (
    <div class="choices chart-choices">
      <Tabs label="Charts" parameter="chart" options={charts} />
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
