import { haveTaxChange } from '../../../derive/without-taxes.ts';
import { joinNames } from '../../../records/files/source.ts';
import { goTo, linkHere, placeLink, usePageTitle } from '../../address/navigation.ts';
import { figureNamed } from '../../figures.ts';
import { basisOf, chosenPeriod, fileEndOf } from '../../parts/basis-choice.tsx';
import { FaultNotice, Waiting } from '../../parts/loaded.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { Sheet } from '../../parts/sheet.tsx';
import { unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import { groupOfId } from '../../selection.ts';
import { useOverview } from '../../service/overview.ts';
import { useAnswers, useLastReady } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { showType } from '../../words/figures.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';
import { figuresIn } from '../jurisdiction/charts.ts';
import { PeriodChoice, sumQuestion } from '../jurisdiction/period-of-place.tsx';
import { type CompareChoice, CompareChoices, MOST, readCompareChoice } from './compare-choices.tsx';
import { figureColumns, monthColumnsOf, SUM_COLUMNS } from './compare-columns.tsx';
import { ComparedChart, titleOf } from './compared-chart.tsx';
import {
  type ChosenId,
  type Compared,
  type Comparison,
  compare,
  haveOneLag,
  indexed,
  nameCounted,
  useCompared,
} from './comparison.ts';

/** Several places and groups side by side. */
export function CompareView() {
  const choice = readCompareChoice();
  const all = useCompared(choice.ids.slice(0, 2 * MOST), choice);
  const known = all.filter(({ isUnknown }) => !isUnknown);
  const unknown = all.filter(({ isUnknown }) => isUnknown).map(({ id }) => id);
  const chosen = known.slice(0, MOST);
  const hasUnits = useHasUnits();
  const isWaiting = !hasUnits || chosen.some((one) => one.isWaiting);
  const shown = useLastReady({ choice, chosen }, !isWaiting);
  const names = chosen.flatMap(({ place }) => place?.name ?? []);
  usePageTitle(names.length === 0 ? 'Compare' : `Compare ${names.join(', ')}`);
  const failed = chosen.find((one) => one.failed)?.failed;
  const hasFigures = shown.chosen.some(({ compared }) => compared !== null);
  return (
    <>
      <h1>Compare</h1>
      <Sheet label="Choose places" canFold={chosen.length > 0}>
        <p class="lead">Up to {MOST} places side by side, and groups such as all cities of a county.</p>
        {isWaiting && !hasFigures ? (
          <Waiting />
        ) : (
          <ChosenPlaces chosen={chosen} tooMany={known.slice(MOST).map(({ id }) => id)} />
        )}
      </Sheet>
      {unknown.length > 0 && (
        <p class="notice">There is no place with the id {joinNames(unknown)}. Search for its name.</p>
      )}
      {failed?.fault && <FaultNotice fault={failed.fault} again={failed.again} />}
      {hasFigures && (
        <div class="loaded" aria-busy={isWaiting}>
          <Compare {...shown} />
        </div>
      )}
    </>
  );
}

function Compare({ choice, chosen }: { choice: CompareChoice; chosen: readonly ChosenId[] }) {
  const known = chosen.flatMap(({ compared }) => compared ?? []);
  const states = useOverview().states.filter((state) => known.some((one) => one.state === state));
  const field = known[0]?.series.field;
  const figures = choice.chart === 'change' ? 'change' : (field?.unit ?? 'amount');
  const plain = compare(known, choice);
  const usualScale = figures === 'amount' && areOfOtherSize(plain) ? 'index' : 'figures';
  const isIndex = (choice.scale ?? usualScale) === 'index';
  const comparison = isIndex ? indexed(plain, choice) : plain;
  const slugs = known.map(({ place }) => place.slug).join('-');
  const ends = `${fileEndOf(choice.basis)}${field ? unitFileEnd(field.paid) : ''}`;
  const fileName = `compare-${choice.chart}${ends}-${slugs}`.slice(0, 100);
  const title = titleOf(comparison, choice);
  const { months } = comparison;
  return (
    <>
      <section aria-label="Chart">
        <CompareChoices
          {...{ choice, states, usualScale }}
          hasTaxChange={known.some(({ series }) =>
            haveTaxChange(figuresIn(series.months, figureNamed(choice.chart))),
          )}
        />
        {isIndex && comparison.base === null && (
          <p class="notice">
            There is no index: in no twelve months does every place have figures above zero. The chart shows
            the figures themselves.
          </p>
        )}
        <ComparedChart
          {...{ comparison, choice, title, fileName }}
          ids={chosen.map(({ id }) => id)}
          measure={comparison.base === null ? figures : 'index'}
        />
      </section>
      <ChosenMonths known={known} fileName={fileName} />
      <NewestMonth known={known} fileName={fileName} />
      <section aria-label="All months">
        <h2>{choice.chart === 'rolling-year' ? 'Twelve months to each month' : 'Months'}</h2>
        <FigureTable
          caption={title}
          columns={monthColumnsOf(comparison, figures)}
          rows={months.map((month, at) => ({ month, at })).reverse()}
          keyOf={({ month }) => month}
          fileName={fileName}
          first={MONTHS_SHOWN}
        />
      </section>
    </>
  );
}

/** What each place got in the chosen months; nothing without these. */
function ChosenMonths({ known, fileName }: { known: readonly Compared[]; fileName: string }) {
  const period = chosenPeriod();
  const answers = useAnswers(known.map(({ place }) => period && sumQuestion(place, period)));
  if (!period) return null;
  const months = `${basisOf() === 'sales' ? 'sales of ' : ''}${namePeriod(period)}`;
  return (
    <section aria-label="Chosen months" class="dense">
      <h2>The chosen months: {months}</h2>
      {known[0] && <PeriodChoice series={known[0].series} period={period} />}
      <FigureTable
        caption={`Each place in ${months}`}
        columns={SUM_COLUMNS}
        rows={known.flatMap(({ place }, at) =>
          (answers[at]?.value?.data ?? []).map(({ sum }) => ({ place, sum })),
        )}
        keyOf={({ place }) => String(place.id)}
        fileName={`${fileName}-${writePeriod(period)}`}
      />
    </section>
  );
}

/** The figures of each place in its newest month, which the heading names if it is the same of all. */
function NewestMonth({ known, fileName }: { known: readonly Compared[]; fileName: string }) {
  const unit = known[0]?.series.field.unit ?? 'amount';
  const [month, ...others] = new Set(known.map(({ series }) => series.months.at(-1)?.counted));
  const newest = others.length === 0 && haveOneLag(known) ? month : undefined;
  return (
    <section aria-label="Newest month" class="dense">
      <h2>Newest month{newest && `: ${nameCounted(known, newest)}`}</h2>
      <FigureTable
        caption="Newest month of each place"
        columns={figureColumns(unit, newest !== undefined)}
        rows={known}
        keyOf={({ place }) => String(place.id)}
        fileName={`${fileName}-newest`}
      />
    </section>
  );
}

/** Beside a line five times as high, a line is nearly flat. */
const OTHER_SIZE = 5;

function areOfOtherSize({ lines }: Comparison): boolean {
  const highest = lines.map(({ drawn }) => Math.max(0, ...drawn.values.map((value) => value ?? 0)));
  return Math.max(...highest) >= OTHER_SIZE * Math.min(...highest);
}

interface ChosenPlacesProps {
  chosen: readonly ChosenId[];
  /** Ids beyond the most that can be shown. */
  tooMany: readonly string[];
}

/** The compared places and groups, each with a way to remove it, and the search that adds another. */
function ChosenPlaces({ chosen, tooMany }: ChosenPlacesProps) {
  const ids = chosen.map(({ id }) => id);
  const totals = useOverview().states.flatMap(({ state, newest }) => (newest ? `${state}:` : []));
  const show = (wanted: readonly string[]) => goTo(linkHere({ ids: wanted.join(',') || null }));
  return (
    <section class="chosen" aria-label="Compared places">
      <ol>
        {chosen.map((one, at) => (
          <ChosenPlace
            key={one.id}
            one={one}
            at={at}
            onRemove={() => show(ids.filter((other) => other !== one.id))}
          />
        ))}
      </ol>
      {ids.length === 0 && totals.length > 1 && (
        <a href={linkHere({ ids: totals.slice(0, MOST).join() })}>Compare the totals of the states</a>
      )}
      {ids.length < MOST ? (
        <SearchBox
          label={ids.length === 0 ? 'Find the first place to compare' : 'Add a place or a group'}
          onChoose={({ id }) => show([...new Set([...ids, String(id)])])}
        />
      ) : (
        <p class="hint">
          These are {MOST} places, the most that a comparison has.
          {tooMany.length > 0 && ` Left out: ${tooMany.join(', ')}.`} Remove one to add another.
        </p>
      )}
    </section>
  );
}

function ChosenPlace({ one: { id, place }, at, onRemove }: { one: ChosenId; at: number; onRemove(): void }) {
  const name = place?.name ?? id;
  const about = [place && showType(place.type), place?.county].filter(Boolean).join(', ');
  return (
    <li data-place={id}>
      <i class={`swatch bars tone-${at + 1}`} /> <a href={placeLink(id)}>{name}</a>{' '}
      {!groupOfId(id) && <span class="hint">{about}</span>}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={({ currentTarget }) => {
          const item = currentTarget.parentElement;
          const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
          onRemove();
          // the focus stays in the list; without one it is at the search
          const near = neighbour ?? document.querySelector('main .search');
          near?.querySelector<HTMLElement>('button, input')?.focus();
        }}
      >
        ✕
      </button>
    </li>
  );
}
