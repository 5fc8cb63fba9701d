import { choiceOf, linkHere, readParameter } from '../../address/navigation.ts';
import { FISCAL_YEAR_TO_DATE, figureNamed, PAYMENT } from '../../figures.ts';
import { Choice, LinkTabs } from '../../parts/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { UnitChoice, unitAsked } from '../../parts/unit-choice.tsx';
import { groupOfId } from '../../selection.ts';
import { questionAbout } from '../../service/questions.ts';
import { useAnswer, useLastReady } from '../../service/use-answer.ts';
import { meaningOf } from '../../words/meanings.ts';
import { YearTable } from '../years/year-table.tsx';
import { chartsOf, makeChart, type PlaceChart, tabsOf } from './charts.ts';
import { useEvents } from './events.ts';
import { figureLink } from './figure-links.ts';
import { FiscalYearChart, projectionsIn } from './fiscal-year/fiscal-year-chart.tsx';
import { MonthsChart } from './months-chart.tsx';
import { PartsChart } from './parts/parts-chart.tsx';
import type { ViewedPlace } from './series.tsx';
import { haveTaxChange, TAX_CHOICE } from './without-taxes.ts';

/** The chosen chart, the choices, and the table of a chart that has one of its own. */
export function ChartOfPlace(props: ViewedPlace) {
  const { place, state, series, fileName, credit } = props;
  const { field } = series;
  const events = useEvents(props);
  const charts = chartsOf(series, state);
  const isWithout = choiceOf('tax', TAX_CHOICE.options) === 'without';
  const chart = choiceOf('chart', charts);
  const years = useAnswer(
    chart === 'years'
      ? questionAbout(place, 'years', {
          field: field.name,
          fiscal_year_start: series.fiscalYearStart,
          basis: series.basis,
          ...unitAsked(field.paid),
        })
      : null,
  );
  const projection = useAnswer(
    // the list has no estimate of a group
    chart === 'years' && field.name === state.headline && !field.isConverted && groupOfId(place.id) === null
      ? questionAbout(place, 'projections', {
          ...{ fiscal_year_start: series.fiscalYearStart, basis: series.basis },
        })
      : null,
  );
  const parts = useAnswer(
    chart === 'parts'
      ? questionAbout(place, 'parts', { by: 'month', months: `${series.months[0]?.month.slice(0, 7)}..` })
      : null,
  );
  const isReady = ![years, projection, parts].some(({ isWaiting }) => isWaiting);
  const shown = useLastReady(chart, isReady);
  return (
    <section aria-label="Chart" aria-busy={!isReady}>
      <ChartChoice {...{ state, series, charts, chart }} />
      {shown === 'years' ? (
        <Loaded answer={years}>
          {({ data }) => (
            <YearTable
              title={`${place.name}: ${field.inTitle}`}
              years={data}
              events={events}
              unit={field.unit}
              state={state}
              fiscalYearStart={series.fiscalYearStart}
              basis={series.basis}
              projection={projectionsIn(projection.value).find(({ method }) => method !== 'actual')}
              fileName={fileName}
              credit={credit}
              linkOf={(kind, month) => figureLink(month, kind === 'fiscal' ? FISCAL_YEAR_TO_DATE : PAYMENT)}
            />
          )}
        </Loaded>
      ) : shown === 'fiscal-year' ? (
        <FiscalYearChart {...{ ...props, events }} />
      ) : shown === 'parts' ? (
        <Loaded answer={parts}>
          {({ data }) => <PartsChart {...{ ...props, events }} rows={data} chart={shown} />}
        </Loaded>
      ) : (
        <MonthsChart
          {...{ ...props, events }}
          chart={shown}
          makeData={(months) => makeChart(shown, series, place.name, months, isWithout)}
        />
      )}
    </section>
  );
}

interface ChartChoiceProps extends Pick<ViewedPlace, 'state' | 'series'> {
  charts: ReturnType<typeof chartsOf>;
  chart: PlaceChart;
}

/** Which chart to show, and of which figure. Each choice is an address. */
function ChartChoice({ state, series, charts, chart }: ChartChoiceProps) {
  const { fields, headline } = state;
  const [[usual]] = charts;
  const tab = chart === 'quarters' ? 'payments' : chart;
  const isOfMonths = tab === 'payments' || tab === 'rolling-year';
  return (
    <div class="choices chart-choices">
      <LinkTabs
        label="Charts"
        links={tabsOf(charts).map(([name, text]) => [
          text,
          linkHere({ chart: name === usual ? null : name, page: null }),
          name === tab,
        ])}
      />
      <Choices>
        {tab === 'payments' && charts.some(([name]) => name === 'quarters') && (
          <Choice
            label="Grouping"
            parameter="chart"
            usual={usual}
            options={[
              ['payments', 'Each month'],
              ['quarters', 'Each quarter'],
            ]}
            isBare
          />
        )}
        {isOfMonths &&
          (readParameter('tax') !== null || haveTaxChange(series.months, figureNamed(chart))) && (
            <Choice {...TAX_CHOICE} isBare />
          )}
        <Choice
          label="Figure"
          parameter="field"
          usual={headline}
          options={fields.map(({ name, label }) => [name, label])}
          meaning={meaningOf(fields, readParameter('field') ?? headline)}
          isBare
        />
        <UnitChoice states={[state.state]} field={series.field.paid} />
      </Choices>
    </div>
  );
}
