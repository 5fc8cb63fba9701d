import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith } from '../../address/address.ts';
import { Chart } from '../../chart/chart.tsx';
import type { ChartData } from '../../chart/chart-data.ts';
import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { longMonth } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { CHART_TITLES, monthSlots } from '../jurisdiction/charts.ts';
import type { ViewProps } from '../view.ts';
import { type CompareChoice, MOST, readCompareChoice, unitOfMeasure } from './choice.ts';
import { ChosenPlaces, Suggestions } from './chosen-places.tsx';
import { CompareChoices } from './compare-choices.tsx';
import { monthColumnsOf, newestColumns } from './compare-columns.tsx';
import { type Compared, type ComparedPlaces, compare } from './compared-series.ts';
import { groupOfId } from './group.ts';
import { GroupComparison } from './group-comparison.tsx';
import { MissingMembers } from './missing-members.tsx';
import { type ChosenId, unitIn, useCompared } from './use-compared.ts';

/** Several jurisdictions and groups side by side, or one beside its county, type or state. */
export function CompareView({ address }: ViewProps) {
  const choice = readCompareChoice(address);
  const { overview, chosen } = useCompared(choice);
  const names = chosen.flatMap(({ place }) => place?.name ?? []);
  usePageTitle(names.length === 0 ? 'Compare' : `Compare ${names.join(', ')}`);
  if (overview.fault) return <FaultNotice fault={overview.fault} again={overview.again} />;
  if (!overview.value) return <Waiting />;
  const { states } = overview.value.data;
  const refused = chosen.find(({ refusal }) => refusal)?.refusal;
  return (
    <>
      <h1>Compare</h1>
      <p class="lead">
        Up to {MOST} places side by side, and groups such as all cities of a county. One place stands beside
        its county, type and state.
      </p>
      <ChosenPlaces address={address} choice={choice} chosen={chosen} states={states} />
      {chosen.length === 0 && <Suggestions states={states} />}
      {refused?.fault && <FaultNotice fault={refused.fault} again={refused.again} />}
      {chosen.some(({ isWaiting }) => isWaiting) && <Waiting />}
      {chosen.some(({ compared }) => compared !== null) && (
        <Compare address={address} choice={choice} states={states} chosen={chosen} />
      )}
    </>
  );
}

interface CompareProps {
  address: Address;
  choice: CompareChoice;
  states: readonly StateOverview[];
  /** In the order of the ids. */
  chosen: readonly ChosenId[];
}

function Compare({ address, choice, states, chosen }: CompareProps) {
  const known = chosen.flatMap(({ compared }) => compared ?? []);
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
  const isGroup = groupOfId(String(only?.place.id)) !== null;
  const hasNewest = known.length > 1 || isGroup || only?.field.name !== ownState?.headline;
  const title = titleOf(comparison, choice, measure === 'index');
  return (
    <>
      <section aria-label="Chart">
        <CompareChoices address={address} choice={choice} states={ofPlaces} months={months} base={base} />
        <WithoutSums choice={choice} states={ofPlaces} />
        {baseNote !== null && <p class={base === null ? 'notice' : 'hint'}>{baseNote}</p>}
        <Chart
          key={`${choice.measure} ${measure}`}
          data={chartOf(comparison, choice.ids, title, measure)}
          fileName={fileName}
          credit={creditOf(ofPlaces)}
          fromZero={measure !== 'index'}
        />
        {measure === 'amount' && areOfOtherSize(comparison) && (
          <p class="hint onward">
            The small lines are hard to read beside the large ones.{' '}
            <a href={linkWith(address, { scale: 'index' })}>Show all with a common start of 100</a>
          </p>
        )}
        {chosen.map(({ id, place, totals }) =>
          place ? (
            <MissingMembers
              key={id}
              name={place.name}
              measure={choice.measure}
              totals={totals}
              months={months}
            />
          ) : null,
        )}
      </section>
      {hasNewest && <NewestMonth unit={unit} places={known} fileName={`${fileName}-newest`} />}
      {choice.ids.length === 1 && !isGroup && only && ownState && (
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
          first={MONTHS_SHOWN}
        />
      </section>
    </>
  );
}

/** Says why the groups of a comparison have no line. */
function WithoutSums({ choice, states }: { choice: CompareChoice; states: readonly StateOverview[] }) {
  const { ids, measure, field } = choice;
  const isPercent = states.some((state) => unitIn(state, field) === 'percent');
  if (!ids.some(groupOfId) || !(isPercent || measure === 'quarters')) return null;
  return <p class="notice">Groups have months and years of amounts. Choose another figure to see them.</p>;
}

/** Beside a line ten times as high, a line is flat. */
const OTHER_SIZE = 10;

function areOfOtherSize({ places }: ComparedPlaces): boolean {
  const highest = places.map(({ figures }) => Math.max(0, ...figures.map((figure) => figure ?? 0)));
  return Math.max(...highest) >= OTHER_SIZE * Math.min(...highest);
}

interface NewestMonthProps {
  unit: Compared['field']['unit'];
  places: readonly Compared[];
  fileName: string;
}

function NewestMonth({ unit, places, fileName }: NewestMonthProps) {
  return (
    <section aria-label="Newest month" class="dense">
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
  ids: readonly string[],
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
      tone: String(ids.indexOf(String(place.id)) + 1),
      values: index ?? figures,
      isExpected,
    })),
  };
}
