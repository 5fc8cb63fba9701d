import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import { figureNamed } from '../../figures.ts';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { Change, DoubtSign, describeDoubts, LikeForLike } from '../../parts/change.tsx';
import { FaultNotice, Waiting } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Sheet } from '../../parts/sheet.tsx';
import { unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import { groupOfId, type PlaceOrGroup } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { useLastReady } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import type { MonthDate } from '../../words/months.ts';
import { haveTaxChange } from '../jurisdiction/without-taxes.ts';
import { type CompareChoice, MOST, readCompareChoice, unitOfMeasure } from './choice.ts';
import { ChosenPlaces, Suggestions } from './chosen-places.tsx';
import { CompareChoices } from './compare-choices.tsx';
import { figureColumns, monthColumnsOf } from './compare-columns.tsx';
import { ComparedChart, titleOf } from './compared-chart.tsx';
import { type Compared, type ComparedPlaces, compare, haveOneLag, nameCounted } from './compared-series.ts';
import { type ChosenId, type CountedTotal, unitIn, useCompared } from './use-compared.ts';

/** Several places and groups side by side. */
export function CompareView() {
  const asked = readCompareChoice();
  const { states } = useOverview();
  const all = useCompared({ ...asked, ids: [...asked.ids, ...asked.tooMany].slice(0, 2 * MOST) });
  // an unknown id has no seat and no color
  const known = all.filter(({ fault }) => fault?.kind !== 'not-found');
  const unknown = all.filter((one) => !known.includes(one)).map(({ id }) => id);
  const chosen = known.slice(0, MOST);
  const idsOf = (some: readonly ChosenId[]) => some.map(({ id }) => id);
  const choice = { ...asked, ids: idsOf(chosen), tooMany: idsOf(known.slice(MOST)) };
  const hasUnits = useHasUnits();
  const isWaiting = !hasUnits || chosen.some((one) => one.isWaiting);
  const shown = useLastReady({ choice, chosen }, !isWaiting);
  const names = chosen.flatMap(({ place }) => place?.name ?? []);
  usePageTitle(names.length === 0 ? 'Compare' : `Compare ${names.join(', ')}`);
  const refused = chosen.find(({ refusal }) => refusal)?.refusal;
  const hasFigures = shown.chosen.some(({ compared }) => compared !== null);
  return (
    <>
      <h1>Compare</h1>
      <Sheet label="Choose places" canFold={chosen.length > 0}>
        <p class="lead">Up to {MOST} places side by side, and groups such as all cities of a county.</p>
        {isWaiting && !hasFigures ? (
          <Waiting />
        ) : (
          <ChosenPlaces choice={choice} chosen={chosen} states={states} />
        )}
      </Sheet>
      {unknown.length > 0 && (
        <p class="notice">There is no place with the id {joinNames(unknown)}. Search for its name.</p>
      )}
      {chosen.length === 0 && <Suggestions states={states} />}
      {refused?.fault && <FaultNotice fault={refused.fault} again={refused.again} />}
      {hasFigures && (
        <div class="loaded" aria-busy={isWaiting}>
          <Compare states={states} {...shown} />
        </div>
      )}
    </>
  );
}

interface CompareProps {
  choice: CompareChoice;
  states: readonly StateOverview[];
  /** In the order of the ids. */
  chosen: readonly ChosenId[];
}

function Compare({ choice: asked, states, chosen }: CompareProps) {
  const known = chosen.flatMap(({ compared }) => compared ?? []);
  const ofPlaces = states.filter(({ state }) => known.some(({ place }) => place.state === state));
  const unit = known[0]?.series.field.unit ?? 'amount';
  const figures = unitOfMeasure({ ...asked, scale: 'figures' }, unit);
  const plain = compare(known, { ...asked, scale: 'figures' });
  const usualScale = figures === 'amount' && areOfOtherSize(plain) ? 'index-12' : 'figures';
  const choice = { ...asked, scale: asked.scale ?? usualScale };
  const comparison = choice.scale === 'figures' ? plain : compare(known, choice);
  const { months, base } = comparison;
  const measure = base === null ? figures : 'index';
  const slugs = known.map(({ place }) => place.slug).join('-');
  const paid = known[0]?.series.field.paid;
  const ends = `${fileEndOf(choice.basis)}${paid ? unitFileEnd(paid) : ''}`;
  const fileName = `compare-${choice.measure}${ends}-${slugs}`.slice(0, 100);
  const title = titleOf(comparison, choice);
  const newest = newestOfAll(known);
  const figure = figureNamed(choice.measure);
  return (
    <>
      <section aria-label="Chart">
        <CompareChoices
          {...{ choice, months, base, usualScale }}
          states={ofPlaces}
          hasTaxChange={known.some(({ series }) => haveTaxChange(series.months, figure))}
        />
        {lacksSums(choice, ofPlaces) && (
          <p class="notice">Groups have months and years of amounts. Choose another figure to see them.</p>
        )}
        <ComparedChart
          {...{ comparison, choice, title, fileName }}
          ids={choice.ids}
          states={ofPlaces}
          groups={chosen.flatMap(({ place, totals }) => (place ? [{ name: place.name, totals }] : []))}
        />
      </section>
      <section aria-label="Newest month" class="dense">
        <h2>Newest month{newest && `: ${nameCounted(known, newest)}`}</h2>
        <FigureTable
          caption="Newest month of each place"
          columns={figureColumns(unit, newest !== undefined)}
          rows={known}
          keyOf={({ place }) => String(place.id)}
          fileName={`${fileName}-newest`}
        />
        {chosen.flatMap(({ id, place, totals: [sum] }) =>
          place && sum ? [<GroupChange key={id} place={place} sum={sum} />] : [],
        )}
      </section>
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

/** The newest month, as it is counted, if it is the same of all places. */
function newestOfAll(known: readonly Compared[]): MonthDate | undefined {
  const [month, ...others] = new Set(known.map(({ series }) => series.months.at(-1)?.counted));
  return others.length === 0 && haveOneLag(known) ? month : undefined;
}

/** What the change of a group is of. */
function GroupChange({
  place: { name, state },
  sum: { payment },
}: {
  place: PlaceOrGroup;
  sum: CountedTotal;
}) {
  return (
    <>
      {(payment.change !== null || payment.doubtful > 0) && (
        <p class="hint">
          {name}: <Change figure={payment} />{' '}
          <DoubtSign reason={describeDoubts(payment.doubtful)} state={state} />
        </p>
      )}
      <LikeForLike sum={payment} />
    </>
  );
}

/** Whether the groups of a comparison have no line. */
function lacksSums({ ids, field }: CompareChoice, states: readonly StateOverview[]): boolean {
  const isPercent = states.some((state) => unitIn(state, field) === 'percent');
  return ids.some(groupOfId) && isPercent;
}

/** Beside a line five times as high, a line is nearly flat. */
const OTHER_SIZE = 5;

function areOfOtherSize({ places }: ComparedPlaces): boolean {
  const highest = places.map(({ figures }) => Math.max(0, ...figures.map((figure) => figure ?? 0)));
  return Math.max(...highest) >= OTHER_SIZE * Math.min(...highest);
}
