import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { choiceOf, readParameter } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE, PAYMENT } from '../../figures.ts';
import { Choice, type Options, Tabs } from '../../parts/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { questionAbout } from '../../service/questions.ts';
import { useAnswer, useLastReady } from '../../service/use-answer.ts';
import { meaningOf } from '../../words/meanings.ts';
import { YearTable } from '../years/year-table.tsx';
import { chartsOf, makeChart } from './charts.ts';
import { useEvents } from './events.ts';
import { figureLink } from './figure-links.ts';
import { FiscalYearChart } from './fiscal-year/fiscal-year-chart.tsx';
import { MonthsChart } from './months-chart.tsx';
import { PartsChart } from './parts/parts-chart.tsx';
import type { ViewedPlace } from './series.tsx';

/** The chosen chart, the choices, and the table of a chart that has one of its own. */
export function ChartOfPlace(props: ViewedPlace) {
  const { place, state, series, fileName, credit } = props;
  const events = useEvents(props);
  const charts = chartsOf(series, state);
  const chart = choiceOf('chart', charts);
  const years = useAnswer(
    chart === 'years'
      ? questionAbout(place, 'years', {
          field: series.field.name,
          fiscal_year_start: series.fiscalYearStart,
          basis: series.basis,
        })
      : null,
  );
  const parts = useAnswer(
    chart === 'parts'
      ? questionAbout(place, 'parts', { by: 'month', months: `${series.months[0]?.month.slice(0, 7)}..` })
      : null,
  );
  const isReady = !years.isWaiting && !parts.isWaiting;
  const shown = useLastReady(chart, isReady);
  return (
    <section aria-label="Chart" aria-busy={!isReady}>
      <ChartChoice state={state} charts={charts} />
      {shown === 'years' ? (
        <Loaded answer={years}>
          {({ data }) => (
            <YearTable
              title={`${place.name}: ${series.field.label.toLowerCase()}`}
              years={data}
              unit={series.field.unit}
              state={state}
              fiscalYearStart={series.fiscalYearStart}
              basis={series.basis}
              fileName={fileName}
              credit={credit}
              linkOf={(kind, month) => figureLink(month, kind === 'fiscal' ? FISCAL_YEAR_TO_DATE : PAYMENT)}
            />
          )}
        </Loaded>
      ) : shown === 'fiscal-year' ? (
        <FiscalYearChart {...props} />
      ) : shown === 'parts' ? (
        <Loaded answer={parts}>
          {({ data }) => <PartsChart {...{ ...props, events }} rows={data} chart={shown} />}
        </Loaded>
      ) : (
        <MonthsChart
          {...{ ...props, events }}
          chart={shown}
          makeData={(months) => makeChart(shown, series, place.name, months)}
        />
      )}
    </section>
  );
}

/** Which chart to show, of which figure. Each choice is an address. */
function ChartChoice({ state, charts }: { state: StateOverview; charts: Options }) {
  const { fields, headline } = state;
  return (
    <div class="choices chart-choices">
      <Tabs label="Charts" parameter="chart" options={charts} />
      <Choices>
        <Choice
          label="Figure"
          parameter="field"
          usual={headline}
          options={fields.map(({ name, label }) => [name, label])}
          meaning={meaningOf(fields, readParameter('field') ?? headline)}
          isBare
        />
      </Choices>
    </div>
  );
}
