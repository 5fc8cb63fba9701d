import type { AnalyzedMonthPage, Jurisdiction, StateOverview } from '../../../client/generated/types.gen.ts';
import { choiceOf, linkTo } from '../../address/address.ts';
import { Chart } from '../../chart/chart.tsx';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { CopyLink } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { useOverview } from '../../service/overview.ts';
import {
  analysisQuestion,
  findingsQuestion,
  jurisdictionQuestion,
  yearsQuestion,
} from '../../service/questions.ts';
import { useAnswer, useLastReady } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { showRate, showType } from '../../words/figures.ts';
import { longMonth, shortMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import type { ViewProps } from '../view.ts';
import { YearTable } from '../years/year-table.tsx';
import { ChartChoice } from './chart-choice.tsx';
import { type ChartName, isFiscalYearChart, makeChart, PLACE_CHARTS, SPANS } from './charts.ts';
import { ComparisonCards, RankLine } from './comparison-cards.tsx';
import { figureInAddress, figureLink, figureOfSlot } from './figure-links.ts';
import { FigurePanel } from './figure-panel.tsx';
import { FiscalYearChart } from './fiscal-year-chart.tsx';
import { monthColumns } from './month-columns.tsx';
import { NoPlace } from './no-place.tsx';
import { Notes } from './notes.tsx';
import { Outlook } from './outlook.tsx';
import {
  FISCAL_YEAR_TO_DATE,
  type FieldSeries,
  newestWith,
  PAYMENT,
  toSeries,
  YEAR_TO_DATE,
} from './series.tsx';

/** One jurisdiction: its newest figures, a chart, the table of all months, and where each figure comes from. */
export function JurisdictionView({ address, parts }: ViewProps) {
  const id = parts.id ?? '';
  const { parameters } = address;
  const { states } = useOverview();
  const jurisdiction = useAnswer(jurisdictionQuestion(id));
  const analysis = useAnswer(
    analysisQuestion(id, {
      field: parameters.get('field'),
      fiscal_year_start: parameters.get('fiscal_year_start'),
      basis: parameters.get('basis'),
    }),
  );
  usePageTitle(jurisdiction.value?.data.name ?? null);
  if (jurisdiction.fault?.kind === 'not-found' || jurisdiction.fault?.kind === 'refused')
    return <NoPlace text={id} />;
  return (
    <Loaded answer={jurisdiction}>
      {({ data: place }) => {
        const state = states.find((known) => known.state === place.state);
        return state ? (
          <>
            <Heading place={place} state={state} />
            <Loaded answer={analysis}>
              {(found) => <Figures address={address} place={place} state={state} analysis={found} />}
            </Loaded>
          </>
        ) : null;
      }}
    </Loaded>
  );
}

function Heading({ place, state }: { place: Jurisdiction; state: StateOverview }) {
  const former = useFormerNames(place);
  const { name, type, county, sales_tax_rate, sales_tax_id } = place;
  return (
    <header class="view-head">
      <h1>{name}</h1>
      <dl class="facts">
        {former.length > 0 && <Fact name="Formerly">{former.join(', ')}</Fact>}
        <Fact name="Type">{showType(type)}</Fact>
        {county !== null && <Fact name="County">{county}</Fact>}
        <Fact name="State">{state.name}</Fact>
        <Fact name="Code">{String(sales_tax_id)}</Fact>
        <Fact name="Tax rate">{sales_tax_rate === null ? 'unknown' : showRate(sales_tax_rate)}</Fact>
      </dl>
      <p class="onward">
        <a href={linkTo('/compare', { ids: place.id })}>Compare with others</a> <CopyLink />
      </p>
    </header>
  );
}

/** The code of a finding that says which name the reports had before. */
const RENAMED = 'name-changed';

function useFormerNames({ id }: Jurisdiction): string[] {
  const findings = useAnswer(findingsQuestion({ jurisdictions: id })).value?.data ?? [];
  return findings.flatMap(({ code, facts: { before } }) =>
    code === RENAMED && typeof before === 'string' ? [before] : [],
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface FiguresProps {
  address: ViewProps['address'];
  place: Jurisdiction;
  state: StateOverview;
  analysis: AnalyzedMonthPage;
}

function Figures({ address, place, state, analysis: { data: records, meta } }: FiguresProps) {
  const field = state.fields.find(({ name }) => name === meta.field);
  const [newest] = records;
  if (!field) return null;
  if (!newest) return <p class="notice">The dataset has no month of {place.name}.</p>;
  const shown = newestWith(field, records, state.quarter_ends) ?? newest;
  const chart = choiceOf(address, 'chart', PLACE_CHARTS);
  const series = toSeries(records, field, meta, state);
  const fileName = `${place.slug}-${field.name.replaceAll('_', '-')}${fileEndOf(series.basis)}`;
  const figure = figureInAddress(address, series);
  return (
    <>
      <ComparisonCards record={shown} place={place} series={series} address={address} />
      <RankLine record={shown} place={place} state={state} />
      <Outlook record={shown} place={place} state={state} series={series} address={address} />
      <Notes place={place} state={state} series={series} address={address} />
      <SeriesChart address={address} place={place} state={state} series={series} fileName={fileName} />
      <section aria-label="All months">
        <h2>All months</h2>
        <FigureTable
          caption={`${place.name}: ${field.label}, all months, newest first`}
          columns={monthColumns(series, chart, address)}
          rows={[...series.months].reverse()}
          keyOf={({ month }) => month}
          marked={figure?.month ?? null}
          fileName={fileName}
          first={MONTHS_SHOWN}
        />
      </section>
      {figure && <FigurePanel address={address} place={place} series={series} figure={figure} />}
    </>
  );
}

interface SeriesChartProps extends Omit<FiguresProps, 'analysis'> {
  series: FieldSeries;
  fileName: string;
}

function SeriesChart(props: SeriesChartProps) {
  const { address, place, state, series, fileName } = props;
  const chart = choiceOf(address, 'chart', PLACE_CHARTS);
  const years = useAnswer(
    chart === 'years'
      ? yearsQuestion(String(place.id), {
          field: series.field.name,
          fiscal_year_start: series.fiscalYearStart,
          basis: series.basis,
        })
      : null,
  );
  const isReady = chart !== 'years' || years.value !== null || years.fault !== null;
  const shown = useLastReady(chart, isReady);
  const newest = series.months.at(-1)?.month ?? '';
  const credit = `${creditOf([state])} ${longMonth(newest)}.`;
  return (
    <section aria-label="Chart" aria-busy={!isReady}>
      <ChartChoice address={address} state={state} />
      {shown === 'years' ? (
        <Loaded answer={years}>
          {({ data }) => (
            <YearTable
              address={address}
              title={`${place.name}: ${series.field.label.toLowerCase()}`}
              years={data}
              unit={series.field.unit}
              isOfSales={series.basis === 'sales'}
              lag={series.lag}
              fileName={fileName}
              credit={credit}
              linkOf={(kind, month) => figureLink(address, month, sumOf(kind))}
            />
          )}
        </Loaded>
      ) : (
        <ShownChart {...props} chart={shown} credit={credit} />
      )}
    </section>
  );
}

/** The sum that a year is at its last month. */
function sumOf(kind: string) {
  return kind === 'fiscal' ? FISCAL_YEAR_TO_DATE : YEAR_TO_DATE;
}

interface ShownChartProps extends SeriesChartProps {
  chart: ChartName;
  credit: string;
}

function ShownChart({ address, place, state, series, fileName, chart, credit }: ShownChartProps) {
  const linkAtSlot = (key: string) => {
    const shown = figureOfSlot(chart, series, key);
    if (!shown) return null;
    const isMonth = shown.comparison === PAYMENT;
    return (
      <a href={figureLink(address, shown.month, shown.comparison)}>
        {isMonth ? 'source' : `months to ${shortMonth(shown.month)}`}
      </a>
    );
  };
  if (isFiscalYearChart(chart, series.field))
    return <FiscalYearChart {...{ address, place, state, series, fileName, credit }} about={linkAtSlot} />;
  return (
    <Chart
      key={chart}
      data={makeChart(chart, series, place.name, choiceOf(address, 'years', SPANS))}
      fileName={`${fileName}-${chart}`}
      credit={credit}
      about={linkAtSlot}
    />
  );
}
