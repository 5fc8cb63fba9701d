import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { joinNames } from '../../../records/files/source.ts';
import { Chart } from '../../chart/chart.tsx';
import { type AxisSlot, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { figureNamed, figureOf } from '../../figures.ts';
import { groupOfId } from '../../selection.ts';
import { eventsQuestion } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import { countOf } from '../../words/figures.ts';
import { dateOfMonth, longMonth, type MonthDate, yearOf } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { countedMonth } from '../../words/sales.ts';
import { creditOf } from '../../words/sources.ts';
import { CALENDAR_MONTHS, CHART_TITLES, type ChartName, monthTicks } from '../jurisdiction/charts.ts';
import { lacksFigure } from '../jurisdiction/series.tsx';
import { type CompareChoice, MOST, unitOfMeasure } from './choice.ts';
import { type ComparedPlaces, nameCounted } from './compared-series.ts';
import type { ChosenId, CountedTotal } from './use-compared.ts';

interface ComparedChartProps {
  comparison: ComparedPlaces;
  choice: CompareChoice;
  /** Every id of the comparison: a place keeps its color when another has no figures. */
  ids: readonly string[];
  states: readonly StateOverview[];
  title: string;
  fileName: string;
  /** The groups among the lines. */
  groups: readonly { name: string; totals: ChosenId['totals'] }[];
}

/** A line for each place and group, and what the reader must know of them. */
export function ComparedChart(props: ComparedChartProps) {
  const { comparison, choice, ids, states, title, fileName, groups } = props;
  const { months, places, base, baseNote } = comparison;
  const events = useEventsOf(places);
  const slots = slotsOfAll(months, places);
  const unit = unitOfMeasure(
    { ...choice, scale: base === null ? 'figures' : 'index' },
    places[0]?.series.field.unit ?? 'amount',
  );
  if (choice.scale === 'years')
    return (
      <Chart
        key={`years ${unit}`}
        data={{
          title: `${title}, years on top of each other`,
          measure: unit,
          slots: CALENDAR_MONTHS.map(([key, name]) => ({ key, name, tick: name.slice(0, 3) })),
          isOfEquals: true,
          series: yearLines(comparison, ids).map((line) => ({ ...line, shape: 'line' })),
        }}
        fileName={`${fileName}-years`}
        credit={creditOf(states)}
      />
    );
  return (
    <>
      {baseNote !== null && base === null && <p class="notice">{baseNote}</p>}
      <Chart
        key={`${choice.measure} ${unit}`}
        data={{
          ...{ title, measure: unit, slots, isOfEquals: true, isSplit: choice.isSplit },
          events: eventsOn(slots, events),
          missing: months.map((_, at) => isMissingOfAll(places, at)),
          base: base === null ? undefined : (baseNote ?? undefined),
          series: places.map(({ place, figures, index, isExpected, doubtful }) => ({
            id: String(place.id),
            label: place.name,
            shape: 'line',
            end: place.name,
            tone: String(ids.indexOf(String(place.id)) + 1),
            values: index ?? figures,
            isExpected,
            isOfSums: choice.measure === 'rolling-year' || choice.measure === 'fiscal-year',
            doubtful,
          })),
        }}
        fileName={fileName}
        credit={creditOf(states)}
        fromZero={base === null}
      >
        {baseNote !== null && base !== null && <p class="hint">{baseNote}</p>}
      </Chart>
      {groups.map(({ name, totals }) => (
        <MissingMembers key={name} name={name} measure={choice.measure} totals={totals} months={months} />
      ))}
    </>
  );
}

/** What explains the figures of places, whose names it has unless it is of all of them. A line breaks at its gaps. */
function useEventsOf(places: ComparedPlaces['places']): readonly DatedEvent[] {
  const single = places.filter(({ place }) => groupOfId(String(place.id)) === null);
  const answers = useAnswers(single.map(({ place }) => eventsQuestion(Number(place.id))));
  const found = new Map<string, DatedEvent & { names: string[] }>();
  for (const [at, { place, series }] of single.entries())
    for (const { from, to, kind, text } of answers[at]?.value?.data ?? []) {
      if (kind === 'not_loaded' || kind === 'doubted') continue;
      const [first, last] = [from, to].map((month) => countedMonth(series, month)) as [string, string];
      const known = found.get(`${first} ${last} ${text}`);
      if (known) known.names.push(place.name);
      else found.set(`${first} ${last} ${text}`, { from: first, to: last, text, names: [place.name] });
    }
  return [...found.values()].map(({ from, to, text, names }) => ({
    ...{ from, to },
    text: names.length === single.length ? text : `${joinNames(names)}, ${text}`,
  }));
}

/** One slot for each month. */
function slotsOfAll(months: readonly MonthDate[], places: ComparedPlaces['places']): AxisSlot[] {
  const ticks = monthTicks(months);
  return months.map((month, at) => ({
    ...{ key: month, name: nameCounted(places, month) },
    isLoaded: places.some(({ known }) => known[at]?.isLoaded),
    ...ticks[at],
  }));
}

/** Whether all places miss the figure of a month that should have one. */
function isMissingOfAll(places: ComparedPlaces['places'], at: number): boolean | null {
  const all = places.flatMap(({ known }) => (known[at] ? (lacksFigure(known[at]) ?? []) : []));
  return all.length === 0 ? null : all.every(Boolean);
}

/** `Net payment: rolling year, index, November 2021 to October 2026`. */
export function titleOf(
  { months, places, base }: ComparedPlaces,
  { measure, isWithoutTaxes }: CompareChoice,
): string {
  const [first, last] = [months[0], months.at(-1)];
  const label = places[0]?.series.field.label ?? '';
  const what =
    measure === 'payments' ? `${label} by month` : `${label}: ${CHART_TITLES.get(measure)?.toLowerCase()}`;
  const sales = places[0]?.series.basis === 'sales' ? 'sales of ' : '';
  const time = first && last ? `, ${sales}${namePeriod({ first, last })}` : '';
  const without = isWithoutTaxes ? ' without changes of tax' : '';
  return `${what}${without}${base === null ? '' : ', index'}${time}`;
}

interface MissingMembersProps {
  name: string;
  measure: ChartName;
  totals: readonly CountedTotal[];
  months: readonly MonthDate[];
}

/** Says which sums of a group lack a payment, because a smaller sum looks like a decline. */
function MissingMembers({ name, measure, totals, months }: MissingMembersProps) {
  const figure = figureNamed(measure);
  const incomplete = totals
    .filter((total) => (figureOf(total, figure)?.missing ?? 0) > 0 && months.includes(total.counted))
    .map(({ counted }) => counted)
    .sort();
  const [first] = incomplete;
  if (!first) return null;
  const more = incomplete.length > 1 ? ` and ${countOf(incomplete.length - 1, 'more month')}` : '';
  const what =
    measure === 'change'
      ? 'the change leaves out members without both payments'
      : 'a payment is missing, so the sum is too small';
  return (
    <p class="hint">
      {name}: in {longMonth(first)}
      {more}, {what}.
    </p>
  );
}

const MONTHS_OF_YEAR = 12;

/** A year of a place, as a line over the twelve months. */
interface YearLine {
  id: string;
  label: string;
  tone: string;
  values: (number | null)[];
  isExpected: boolean[];
  doubtful: boolean[];
}

/** How the years of a place differ, the newest first. */
const STROKES = ['', ' dashed', ' dotted', ' mixed'];

/**
 * The newest years of the places, as many as readers tell apart. A place has the color of its position in `ids`; the years
 * of a single place have colors of their own.
 */
function yearLines({ months, places }: ComparedPlaces, ids: readonly string[]): YearLine[] {
  const years = [...new Set(months.map(yearOf))].reverse().slice(0, Math.floor(MOST / places.length));
  return places.flatMap(({ place, figures, isExpected, doubtful }) =>
    years.map((year, back) => {
      const at = Array.from({ length: MONTHS_OF_YEAR }, (_, month) =>
        months.indexOf(dateOfMonth(year * MONTHS_OF_YEAR + month)),
      );
      return {
        id: `${place.id} ${year}`,
        label: places.length === 1 ? String(year) : `${place.name} ${year}`,
        tone:
          places.length === 1
            ? String(back + 1)
            : `${ids.indexOf(String(place.id)) + 1}${STROKES[back] ?? ''}`,
        values: at.map((index) => figures[index] ?? null),
        isExpected: at.map((index) => isExpected[index] ?? false),
        doubtful: at.map((index) => doubtful[index] ?? false),
      };
    }),
  );
}
