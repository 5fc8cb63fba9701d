import type { StateOverview } from '../../../client/generated/types.gen.ts';
import type { Address } from '../../address/address.ts';
import { Chart } from '../../chart/chart.tsx';
import type { ChartData } from '../../chart/chart-data.ts';
import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { analysisQuestion, jurisdictionQuestion, overviewQuestion } from '../../service/questions.ts';
import { useAnswer, useAnswers } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { longMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { CHART_TITLES, monthSlots } from '../jurisdiction/charts.ts';
import type { ViewProps } from '../view.ts';
import { type CompareChoice, MOST, readCompareChoice, unitOfMeasure } from './choice.ts';
import { ChosenPlaces, Suggestions } from './chosen-places.tsx';
import { CompareChoices } from './compare-choices.tsx';
import { monthColumnsOf, newestColumns } from './compare-columns.tsx';
import { type Compared, type ComparedPlaces, compare, toCompared } from './compared-series.ts';
import { GroupComparison } from './group-comparison.tsx';

/** Several jurisdictions side by side, or one beside its county, type or state. */
export function CompareView({ address }: ViewProps) {
  const choice = readCompareChoice(address);
  const { ids, field, fiscalYearStart } = choice;
  const overview = useAnswer(overviewQuestion());
  const places = useAnswers(ids.map((id) => jurisdictionQuestion(id)));
  const analyses = useAnswers(
    ids.map((id) => analysisQuestion(id, { field, fiscal_year_start: fiscalYearStart })),
  );
  const names = places.flatMap(({ value }) => value?.data.name ?? []);
  usePageTitle(names.length === 0 ? 'Compare' : `Compare ${names.join(', ')}`);
  if (overview.fault) return <FaultNotice fault={overview.fault} again={overview.again} />;
  if (!overview.value) return <Waiting />;
  const { states } = overview.value.data;
  const all = ids.map((_, at) => {
    const [place, analysis] = [places[at]?.value?.data, analyses[at]?.value];
    const state = states.find((known) => known.state === place?.state);
    const known = state?.fields.find(({ name }) => name === analysis?.meta.field);
    if (!place || !state || !analysis || !known) return null;
    const { data, meta } = analysis;
    return toCompared(place, known, data, meta.fiscal_year_start, state);
  });
  const isWaiting = ids.some((_, at) =>
    [places[at], analyses[at]].some((one) => one && !one.value && !one.fault),
  );
  const refused = analyses.find(({ fault }, at) => fault && !places[at]?.fault);
  return (
    <>
      <h1>Compare</h1>
      <p class="lead">Up to {MOST} places side by side, or one beside its county, type or state.</p>
      <ChosenPlaces
        address={address}
        choice={choice}
        places={
          new Map(ids.map((id, at) => [id, places[at] ?? { value: null, fault: null, again: () => {} }]))
        }
      />
      {ids.length === 0 && <Suggestions states={states} />}
      {refused?.fault && <FaultNotice fault={refused.fault} again={refused.again} />}
      {isWaiting && <Waiting />}
      {all.some((one) => one !== null) && (
        <Compare address={address} choice={choice} states={states} all={all} />
      )}
    </>
  );
}

interface CompareProps {
  address: Address;
  choice: CompareChoice;
  states: readonly StateOverview[];
  /** In the order of the ids; `null` if one is unknown or not there yet. */
  all: readonly (Compared | null)[];
}

function Compare({ address, choice, states, all }: CompareProps) {
  const known = all.filter((one) => one !== null);
  const ofPlaces = states.filter(({ state }) => known.some(({ place }) => place.state === state));
  const comparison = compare(known, choice, longMonth);
  const { months, base, baseNote } = comparison;
  const unit = known[0]?.field.unit ?? 'amount';
  const figures = unitOfMeasure({ ...choice, scale: 'figures' }, unit);
  const measure = base === null ? figures : 'index';
  const [only] = known;
  const ownState = ofPlaces.find(({ state }) => state === only?.place.state);
  const fileName = `compare-${choice.measure}-${known.map(({ place }) => place.slug).join('-')}`.slice(
    0,
    100,
  );
  // beside its group, a place has these figures anyway, but only of the headline field
  const hasNewest = known.length > 1 || only?.field.name !== ownState?.headline;
  const title = titleOf(comparison, choice, measure === 'index');
  return (
    <>
      <section aria-label="Chart">
        <CompareChoices address={address} choice={choice} states={ofPlaces} months={months} base={base} />
        {baseNote !== null && <p class={base === null ? 'notice' : 'hint'}>{baseNote}</p>}
        <Chart
          key={`${choice.measure} ${measure}`}
          data={chartOf(comparison, all, title, measure)}
          fileName={fileName}
          credit={creditOf(ofPlaces)}
          fromZero={measure !== 'index'}
        />
      </section>
      {hasNewest && <NewestMonth unit={unit} places={known} fileName={`${fileName}-newest`} />}
      {known.length === 1 && choice.ids.length === 1 && only && ownState && (
        <GroupComparison address={address} choice={choice} state={ownState} one={only} />
      )}
      <section aria-label="All months">
        <h2>Months</h2>
        <FigureTable
          caption={title}
          columns={monthColumnsOf(comparison, measure, figures)}
          rows={months.map((month, at) => ({ month, at })).reverse()}
          keyOf={({ month }) => month}
          fileName={fileName}
        />
      </section>
    </>
  );
}

interface NewestMonthProps {
  unit: Compared['field']['unit'];
  places: readonly Compared[];
  fileName: string;
}

function NewestMonth({ unit, places, fileName }: NewestMonthProps) {
  return (
    <section aria-label="Newest month">
      <h2>Newest month</h2>
      <FigureTable
        caption="Newest month of each place"
        columns={newestColumns(unit)}
        rows={places}
        keyOf={({ place }) => String(place.id)}
        fileName={fileName}
      />
    </section>
  );
}

function titleOf({ months, places }: ComparedPlaces, { measure }: CompareChoice, isIndex: boolean): string {
  const [first, last] = [months[0], months.at(-1)];
  const label = places[0]?.field.label ?? '';
  const what =
    measure === 'payments' ? `${label} by month` : `${label}: ${CHART_TITLES[measure].toLowerCase()}`;
  const time = first && last ? `, ${longMonth(first)} to ${longMonth(last)}` : '';
  return `${what}${isIndex ? ', index' : ''}${time}`;
}

function chartOf(
  { months, places }: ComparedPlaces,
  all: readonly (Compared | null)[],
  title: string,
  measure: ChartData['measure'],
): ChartData {
  return {
    title,
    measure,
    slots: monthSlots(months),
    isOfEquals: true,
    series: places.map(({ place, figures, index, isExpected }) => ({
      id: String(place.id),
      label: place.name,
      shape: 'line',
      // the color belongs to the place in the list, so that it stays when another place is missing
      tone: String(all.findIndex((one) => one?.place.id === place.id) + 1),
      values: index ?? figures,
      isExpected,
    })),
  };
}
