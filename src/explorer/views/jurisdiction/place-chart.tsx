import type { ComponentChildren } from 'preact';
import { haveTaxChange } from '../../../derive/without-taxes.ts';
import { linkHere, readParameter } from '../../address/navigation.ts';
import { chosenMonths, type DatedEvent } from '../../chart/chart-data.ts';
import { figureNamed } from '../../figures.ts';
import { BasisChoice, chosenPeriod } from '../../parts/basis-choice.tsx';
import { Choice, LinkTabs } from '../../parts/choice.tsx';
import { FaultNotice, Loaded, Waiting } from '../../parts/loaded.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { UnitChoice, unitAsked } from '../../parts/unit-choice.tsx';
import { groupOfId } from '../../selection.ts';
import { eventsQuestion, groupEndQuestion, questionAbout } from '../../service/questions.ts';
import { useAnswer, useLastReady } from '../../service/use-answer.ts';
import { meaningOf } from '../../words/meanings.ts';
import { paidIn } from '../../words/sales.ts';
import {
  chartsOf,
  figuresIn,
  isWithoutTaxes,
  makeChart,
  type PlaceChart,
  TAX_CHOICE,
  withoutTaxes,
} from './charts.ts';
import { BudgetField, type Expected, FiscalYearChart, typedBudget } from './fiscal-year-chart.tsx';
import { monthColumns } from './month-columns.tsx';
import { MonthsChart } from './months-chart.tsx';
import { PartsChart, SHOWN_PARTS } from './parts/parts-chart.tsx';
import type { ViewedPlace } from './series.tsx';
import { YEAR_KINDS, YearsChart } from './years-chart.tsx';

/** The chosen chart, the choices, and the table of the chart. */
export function ChartOfPlace(props: ViewedPlace) {
  const { place, state, series } = props;
  const { field } = series;
  const events = useEvents(props);
  const { charts, usual } = chartsOf(series, state);
  const [[chart] = [usual]] = charts.filter(([name]) => name === readParameter('chart'));
  const isWithout = isWithoutTaxes() && chart !== 'parts';
  const drawn = isWithout ? withoutTaxes(series) : series;
  const counted = { fiscal_year_start: series.fiscalYearStart, basis: series.basis };
  const years = useAnswer(
    chart === 'years'
      ? questionAbout(place, 'years', { field: field.name, ...counted, ...unitAsked(field.paid) })
      : null,
  );
  const group = groupOfId(place.id);
  // an estimate and a budget are of the taxes as they are
  const hasEstimate = field.name === state.headline && !field.isConverted && !isWithout;
  const amount = chart === 'fiscal-year' ? typedBudget(props) : null;
  const projection = useAnswer<{ data: readonly object[] }>(
    hasEstimate && (chart === 'years' || chart === 'fiscal-year')
      ? group
        ? groupEndQuestion(group, counted)
        : questionAbout(place, 'projections', { ...counted, amount })
      : null,
  );
  // without `check`, the answer has nothing else
  const [expected] = (projection.value?.data ?? []) as Expected[];
  const parts = useAnswer(
    chart === 'parts'
      ? questionAbout(place, 'parts', {
          by: 'month',
          months: { from: series.months[0]?.month ?? null, to: null },
        })
      : null,
  );
  const isReady = ![years, projection, parts].some(({ isWaiting }) => isWaiting);
  const shown = useLastReady(chart, isReady);
  return (
    <section aria-label="Chart" aria-busy={!isReady}>
      <ChartChoice
        {...{ state, series, charts, usual, chart }}
        budget={
          chart === 'fiscal-year' &&
          !group &&
          hasEstimate &&
          (projection.isWaiting || expected) && <BudgetField {...props} />
        }
      />
      {projection.fault && <FaultNotice fault={projection.fault} again={projection.again} />}
      {projection.isWaiting && shown === chart ? (
        <Waiting />
      ) : shown === 'years' ? (
        <Loaded answer={years}>
          {({ data }) => (
            <YearsChart
              {...{ ...props, events, years: data }}
              projection={expected?.method === 'actual' ? undefined : expected}
            />
          )}
        </Loaded>
      ) : shown === 'fiscal-year' ? (
        <FiscalYearChart {...{ ...props, series: drawn, events, expected }} />
      ) : shown === 'parts' ? (
        <Loaded answer={parts}>
          {({ data }) => <PartsChart {...{ ...props, events }} rows={data} chart={shown} />}
        </Loaded>
      ) : (
        <MonthsChart
          {...{ ...props, events }}
          chart={shown}
          makeData={(months) => {
            const [from = '', to = ''] = [months[0]?.month, months.at(-1)?.month];
            const within = drawn.months.filter(({ month }) => from <= month && month <= to);
            return makeChart(shown, drawn, place.name, within);
          }}
          table={{
            caption: `${place.name}: ${field.label}, all months, newest first`,
            ...{ columns: monthColumns(series, shown), fileName: props.fileName },
          }}
        />
      )}
    </section>
  );
}

interface ChartChoiceProps extends Pick<ViewedPlace, 'state' | 'series'> {
  charts: ReturnType<typeof chartsOf>['charts'];
  usual: PlaceChart;
  chart: PlaceChart;
  /** The field for a budget, where one counts. */
  budget: ComponentChildren;
}

/** Which chart to show, and of which figure. Each choice is an address. */
function ChartChoice({ state, series, charts, usual, chart, budget }: ChartChoiceProps) {
  const { fields, headline } = state;
  const tab = chart === 'quarters' ? 'payments' : chart;
  return (
    <div class="choices chart-choices">
      <LinkTabs
        label="Charts"
        links={charts
          .filter(([name]) => name !== 'quarters')
          .map(([name, text]) => [text, linkHere({ chart: name === usual ? null : name }), name === tab])}
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
          />
        )}
        {tab !== 'parts' &&
          (isWithoutTaxes() || haveTaxChange(figuresIn(series.months, figureNamed(chart)))) && (
            <Choice {...TAX_CHOICE} />
          )}
        <Choice
          label="Figure"
          parameter="field"
          usual={headline}
          options={fields.map(({ name, label }) => [name, label])}
          meaning={meaningOf(fields, readParameter('field') ?? headline)}
        />
        <UnitChoice states={[state.state]} field={series.field.paid} />
        <BasisChoice states={[state]} />
        {tab === 'years' && <Choice label="Years" parameter="kind" options={YEAR_KINDS} />}
        {tab === 'parts' && <Choice label="Shown as" parameter="show" options={SHOWN_PARTS} />}
        {budget}
      </Choices>
    </div>
  );
}

/** What explains the figures, without its gaps, which a chart finds itself; the chosen period. */
function useEvents({ place, state, series }: ViewedPlace): readonly DatedEvent[] {
  const known = useAnswer(eventsQuestion(place.id));
  const isPayment = series.field.name === state.headline;
  const explaining = (known.value?.data ?? []).filter(({ kind }) =>
    isPayment ? kind !== 'not_loaded' : kind === 'own',
  );
  const period = chosenPeriod();
  if (!period) return explaining;
  const [first, last] = [paidIn(series, period.first), paidIn(series, period.last)];
  return [...explaining, chosenMonths({ first, last })];
}
