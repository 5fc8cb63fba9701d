import { joinNames } from '../../../records/files/source.ts';
import { figureNamed } from '../../figures.ts';
import { fileEndOf } from '../../parts/basis-choice.tsx';
import { FaultNotice, Waiting } from '../../parts/loaded.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Sheet } from '../../parts/sheet.tsx';
import { unitFileEnd, useHasUnits } from '../../parts/unit-choice.tsx';
import { useOverview } from '../../service/overview.ts';
import { useLastReady } from '../../service/use-answer.ts';
import { FigureTable, MONTHS_SHOWN } from '../../table/figure-table.tsx';
import { haveTaxChange } from '../jurisdiction/without-taxes.ts';
import { ChosenPlaces } from './chosen-places.tsx';
import { type CompareChoice, CompareChoices, MOST, readCompareChoice } from './compare-choices.tsx';
import { figureColumns, monthColumnsOf } from './compare-columns.tsx';
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
  // an unknown id has no seat and no color
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
  const comparison = isIndex ? indexed(plain) : plain;
  const slugs = known.map(({ place }) => place.slug).join('-');
  const ends = `${fileEndOf(choice.basis)}${field ? unitFileEnd(field.paid) : ''}`;
  const fileName = `compare-${choice.chart}${ends}-${slugs}`.slice(0, 100);
  const title = titleOf(comparison, choice);
  const figure = figureNamed(choice.chart);
  const { months } = comparison;
  return (
    <>
      <section aria-label="Chart">
        <CompareChoices
          {...{ choice, states, usualScale }}
          hasTaxChange={known.some(({ series }) => haveTaxChange(series.months, figure))}
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
      <NewestMonth known={known} fileName={fileName} />
      <section aria-label="All months">
        <h2>Months</h2>
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
