import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { readParameter } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { Choice, Tabs } from '../../parts/choice.tsx';
import { LikeForLike } from '../../parts/like-for-like.tsx';
import { FaultNotice, Waiting } from '../../parts/loaded.tsx';
import { groupsOf, idOfGroup, nameOfGroup, type PlaceGroup } from '../../selection.ts';
import { useLastReady } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { countOf } from '../../words/figures.ts';
import { paidMonth } from '../../words/sales.ts';
import { creditOf } from '../../words/sources.ts';
import { lastYears, slotsOf, spanOf } from '../jurisdiction/charts.ts';
import { type CompareChoice, unitOfMeasure } from './choice.ts';
import { figureColumns, monthColumnsOf, sumColumnsOfGroup } from './compare-columns.tsx';
import { ComparedChart, titleOf } from './compared-chart.tsx';
import { type Compared, compare } from './compared-series.ts';
import { type ChosenId, useCompared } from './use-compared.ts';

interface GroupComparisonProps {
  choice: CompareChoice;
  state: StateOverview;
  one: Compared;
}

/** How an address names the groups of a place. */
function kindOf({ county, type }: PlaceGroup): 'county' | 'type' | 'state' {
  return county !== null ? 'county' : type !== null ? 'type' : 'state';
}

/** One jurisdiction beside its county, type or state: the figures of a month, and both month by month. */
export function GroupComparison({ choice, state, one }: GroupComparisonProps) {
  const { place, series } = one;
  const groups = groupsOf(place).map((group) => [kindOf(group), nameOfGroup(group, state)] as const);
  const asked = readParameter('with');
  const group = groupsOf(place).find((known) => kindOf(known) === asked) ?? groupsOf(place)[0];
  const months = series.months.flatMap(({ month, record }) => (record ? [month] : [])).reverse();
  const [found] = useCompared({ ...choice, ids: group ? [idOfGroup(group)] : [] });
  const shown = useLastReady(found, found?.isWaiting === false);
  if (months.length === 0 || !group) return null;
  return (
    <section aria-label="Against its group" aria-busy={found?.isWaiting}>
      <h2>{place.name} beside its group</h2>
      <div class="choices">
        <Tabs label="Groups" parameter="with" options={groups} />
        <Choice
          label="Month"
          parameter="month"
          options={months.map((known) => [known, paidMonth(known, one.series.lag)])}
        />
      </div>
      {shown?.refusal?.fault ? (
        <FaultNotice fault={shown.refusal.fault} again={shown.refusal.again} />
      ) : shown?.compared ? (
        <BesideGroup {...{ choice, state, one }} whole={shown.compared} totals={shown.totals} />
      ) : shown?.isWaiting ? (
        <Waiting />
      ) : (
        <WithoutSums />
      )}
      <Share state={state} one={one} group={group} choice={choice} />
    </section>
  );
}

/** Says why a group has no line. */
export function WithoutSums() {
  return <p class="notice">Groups have months and years of amounts. Choose another figure to see them.</p>;
}

interface BesideGroupProps extends GroupComparisonProps {
  whole: Compared;
  totals: ChosenId['totals'];
}

/** The figures of a month beside those of the group, and a chart of both with a common start. */
function BesideGroup({ choice, state, one, whole, totals }: BesideGroupProps) {
  const { place, series } = one;
  const name = whole.place.name;
  const asked = readParameter('month');
  const { month } = series.months.find((known) => known.month === asked) ?? series.months.at(-1) ?? {};
  const sum = totals.find((total) => total.month === month);
  const plain: CompareChoice = { ...choice, scale: 'figures' };
  const figures = compare([one, whole], plain);
  // a change is relative already
  const scale = choice.measure === 'change' ? 'figures' : 'index';
  const title = `${place.name} and ${name}. ${titleOf(figures, plain)}`;
  const unit = unitOfMeasure(plain, series.field.unit);
  const fileName = `${place.slug}-and-${whole.place.slug}${fileEndOf(choice.basis)}`;
  return (
    <>
      {asked !== null && asked !== month && (
        <p class="notice">{`${place.name} has no month "${asked}". This is its newest.`}</p>
      )}
      <div class="dense">
        <FigureTable
          caption={`${place.name} and ${name} in ${paidMonth(month ?? '', one.series.lag)}`}
          columns={figureColumns(series.field.unit, month)}
          rows={[one, whole]}
          keyOf={(each) => (each === whole ? 'group' : String(each.place.id))}
          fileName={`${fileName}-${month?.slice(0, 7)}`}
        >
          <span class="hint">
            {sum?.members === 1
              ? `The second line is the same: ${place.name} is the only one in this dataset.`
              : `The second line is the total of ${countOf(sum?.members ?? 0, 'place')} in this dataset, ${place.name} included.`}
          </span>
        </FigureTable>
        {sum && <LikeForLike sum={sum.payment} />}
      </div>
      <ComparedChart
        comparison={compare([one, whole], { ...choice, scale, base: null })}
        choice={plain}
        ids={[one, whole].map((each) => String(each.place.id))}
        states={[state]}
        title={title}
        fileName={`${fileName}-${choice.measure}`}
        groups={[{ name, totals }]}
      />
      <details>
        <summary>Figures of this chart</summary>
        <FigureTable
          caption={title}
          columns={[...monthColumnsOf(figures, unit, unit), ...sumColumnsOfGroup(totals, choice.measure)]}
          rows={figures.months.map((known, at) => ({ month: known, at })).reverse()}
          keyOf={(each) => each.month}
          first={MONTHS_SHOWN}
          fileName={`${fileName}-${choice.measure}`}
        />
      </details>
    </>
  );
}

interface ShareProps extends Pick<GroupComparisonProps, 'state' | 'one' | 'choice'> {
  group: PlaceGroup;
}

/** The share of each month. The service gives shares of the same type only. */
function Share({ state, one: { place, series }, group, choice }: ShareProps) {
  const kind = kindOf(group);
  if (kind === 'state') return null;
  const id = kind === 'county' ? 'share_of_county' : 'share_of_state';
  const months = lastYears(series.months, choice.years);
  const isKnown = months.some(({ record }) => record?.[id] !== null);
  if (!isKnown) return <p class="notice">Shares are there for amounts only. Choose another figure.</p>;
  const label = series.field.label.toLowerCase();
  const [first = '', ...others] = nameOfGroup(group, state);
  const members = `${first.toLowerCase()}${others.join('')}`;
  return (
    <Chart
      data={{
        title: `${place.name}: ${label} as a share of all ${members}, ${spanOf(months)}`,
        measure: 'share',
        slots: slotsOf(months, series),
        series: [
          {
            ...{ id, label: 'Share', shape: 'line', tone: 'main' },
            values: months.map(({ record, isExpected }) => (isExpected ? (record?.[id] ?? null) : null)),
            isExpected: months.map(({ isExpected }) => isExpected),
          },
        ],
      }}
      fileName={`${place.slug}-${id.replaceAll('_', '-')}`}
      credit={creditOf([state])}
    />
  );
}
