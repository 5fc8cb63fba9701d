import { goTo, linkHere, readParameter } from '../../address/navigation.ts';
import { basisOf } from '../../parts/basis-choice.tsx';
import { List } from '../../parts/choice.tsx';
import { FaultNotice } from '../../parts/loaded.tsx';
import type { PlaceOrGroup } from '../../selection.ts';
import { ALL, questionAbout, questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { showFigure, showTypes } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { type ComparedPeriod, namePeriod, readPeriod, writePeriod } from '../../words/periods.ts';
import { stepsTo } from './parts/parts.ts';
import { stepColumns } from './parts/parts-chart.tsx';
import type { ViewedPlace } from './series.tsx';

/** What the view of a place or group tells of a period. `null` asks nothing. */
function useTold(place: PlaceOrGroup | null, period: ComparedPeriod | null) {
  const asked = period && { months: writePeriod(period), basis: basisOf() };
  const told = useAnswer(place && asked && questionAbout(place, 'sentences', asked));
  const own = useAnswer(place && asked && questionAbout(place, 'compare', { ...asked, by: 'all' }));
  const parts = useAnswer(place && asked && questionAbout(place, 'parts', asked));
  return { told, own, parts };
}

/** Whether all is there that stands above the chart of a place, which would move when it comes. */
export function useHasPeriod(place: PlaceOrGroup | null): boolean {
  const answers = useTold(place, readPeriod(readParameter('period') ?? ''));
  return Object.values(answers).every(({ isWaiting }) => !isWaiting);
}

/** The period that the address names: what the place got in it, why that changed, and where the place stands. */
export function PeriodOfPlace(props: ViewedPlace) {
  const text = readParameter('period');
  if (text === null) return null;
  const period = readPeriod(text);
  if (period) return <Period {...props} period={period} />;
  return <p class="notice">“{text}” is no period. Write its first and last month: 2020-03..2020-06.</p>;
}

function Period({ place, series, fileName, period }: ViewedPlace & { period: ComparedPeriod }) {
  const { told, own, parts } = useTold(place, period);
  const { value: now = null, ago: before = null } = own.value?.data[0]?.sum ?? {};
  const name = `${series.basis === 'sales' ? 'Sales' : 'Payments'} of ${namePeriod(period)}`;
  const steps = now !== null && before !== null ? stepsTo({ now, before }, parts.value?.data ?? []) : [];
  return (
    <section aria-label="Period" class="period">
      <h2>{name}</h2>
      <p class="words">
        {told.value?.data.map(({ text }) => text).join(' ')}{' '}
        {typeof place.id === 'number' && (
          <Rank place={place} asked={{ months: writePeriod(period), basis: series.basis }} />
        )}
      </p>
      {told.fault && <FaultNotice fault={told.fault} again={told.again} />}
      <PeriodChoice series={series} period={period} />
      {steps.length > 1 && (
        <FigureTable
          caption={`${place.name}: parts of ${name.toLowerCase()} beside the year before`}
          columns={stepColumns(steps)}
          rows={steps}
          keyOf={({ id }) => id}
          fileName={`${fileName}-parts-${writePeriod(period)}`}
        />
      )}
    </section>
  );
}

/** Where the place stands among those of its type. Empty until the payments of all are there. */
function Rank({ place, asked }: Pick<ViewedPlace, 'place'> & { asked: Readonly<Record<string, string>> }) {
  const lines = useAnswer(
    questionOfState(place.state, 'compare', { ...asked, type: place.type, limit: ALL }),
  );
  const rank = lines.value?.data.find(({ jurisdiction }) => jurisdiction?.id === place.id)?.rank ?? null;
  if (rank === null) return null;
  const all = showFigure(lines.value?.meta.total ?? 0, 'count');
  return (
    <span>{`It is number ${rank} of ${all} ${showTypes(place.type ?? '').toLowerCase()} by amount.`}</span>
  );
}

/** The first and the last month, and the way back to the newest. */
function PeriodChoice({ series, period }: Pick<ViewedPlace, 'series'> & { period: ComparedPeriod }) {
  const months = series.months.map(({ counted }) => counted);
  const choose = (chosen: Partial<ComparedPeriod>) =>
    goTo(linkHere({ period: writePeriod({ ...period, ...chosen }) }));
  const optionsOf = (fits: (month: MonthDate) => boolean) =>
    months.filter(fits).map((month) => [month, longMonth(month)] as const);
  return (
    <div class="choices">
      <List
        label="From"
        value={period.first}
        options={optionsOf((month) => month <= period.last)}
        onChoose={(first) => choose({ first })}
      />
      <List
        label="To"
        value={period.last}
        options={optionsOf((month) => month >= period.first)}
        onChoose={(last) => choose({ last })}
      />
      <a href={linkHere({ period: null })}>Leave this period</a>
    </div>
  );
}
