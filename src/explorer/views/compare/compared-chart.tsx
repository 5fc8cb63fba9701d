import { joinNames } from '../../../records/files/source.ts';
import { goTo, linkHere } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { type AxisSlot, chosenMonths, type DatedEvent, eventsOn } from '../../chart/chart-data.ts';
import { figureNamed, figureOf } from '../../figures.ts';
import { chosenPeriod } from '../../parts/basis-choice.tsx';
import { groupOfId } from '../../selection.ts';
import { eventsQuestion } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import type { Measure } from '../../words/figures.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth, listMonths } from '../../words/sales.ts';
import { creditOf } from '../../words/sources.ts';
import { CHARTS, isWithoutTaxes, monthTicks, WITHOUT } from '../jurisdiction/charts.ts';
import { PeriodHint } from '../jurisdiction/period-of-place.tsx';
import type { CompareChoice } from './compare-choices.tsx';
import { type ComparedLine, type Comparison, nameCounted } from './comparison.ts';

interface ComparedChartProps {
  comparison: Comparison;
  choice: CompareChoice;
  /** Every id of the comparison: a place keeps its color when another has no figures. */
  ids: readonly string[];
  measure: Measure;
  title: string;
  fileName: string;
}

/** A line for each place and group, and what the reader must know of them. */
export function ComparedChart({ comparison, choice, ids, measure, title, fileName }: ComparedChartProps) {
  const { months, lines, base } = comparison;
  const events = useEventsOf(lines);
  const ticks = monthTicks(months);
  const linkTo = (first = '', last = '') => linkHere({ period: writePeriod({ first, last }) });
  const slots: AxisSlot[] = months.map((month, at) => ({
    ...{ key: month, name: nameCounted(lines, month) },
    isLoaded: lines.some(({ known }) => known[at]?.isLoaded),
    ...ticks[at],
  }));
  return (
    <>
      <Chart
        key={`${choice.chart} ${measure}`}
        data={{
          ...{ title, measure, slots, isOfEquals: true, isSplit: choice.isSplit },
          events: eventsOn(slots, events),
          missing: months.map((_, at) => isMissingOfAll(lines, at)),
          base: base ?? undefined,
          series: lines.map((line) => ({
            ...line.drawn,
            tone: String(ids.indexOf(line.drawn.id) + 1),
            values: line.index ?? line.drawn.values,
            missing: months.map((_, at) => isMissingOfAll([line], at)),
          })),
        }}
        fileName={fileName}
        credit={creditOf([...new Set(lines.map(({ state }) => state))])}
        fromZero={base === null && choice.chart !== 'rolling-year'}
        onSpan={(first, last) => goTo(linkTo(months[first], months[last]))}
      >
        {base !== null && <p class="hint">{base}</p>}
        <PeriodHint href={linkTo(months.at(-1), months.at(-1))} />
      </Chart>
      {lines.map((line) => (
        <GroupNote key={line.place.id} line={line} chart={choice.chart} />
      ))}
    </>
  );
}

/** What explains the figures of places, with their names unless it is of all; the chosen period. A line breaks at its gaps. */
function useEventsOf(lines: readonly ComparedLine[]): readonly DatedEvent[] {
  const answers = useAnswers(lines.map(({ place }) => eventsQuestion(place.id)));
  const found = new Map<string, DatedEvent & { names: string[]; of: string[] }>();
  for (const [at, { place, series }] of lines.entries())
    for (const { from, to, kind, text } of answers[at]?.value?.data ?? []) {
      if (kind === 'not_loaded' || kind === 'doubted') continue;
      const counted = { from: countedMonth(series, from), to: countedMonth(series, to) };
      const key = `${counted.from} ${counted.to} ${text}`;
      const { names = [], of = [] } = found.get(key) ?? {};
      found.set(key, { ...counted, text, names: [...names, place.name], of: [...of, String(place.id)] });
    }
  const period = chosenPeriod();
  return [
    ...Array.from(found.values(), ({ names, text, ...event }) => ({
      ...event,
      text: names.length === lines.length ? text : `${joinNames(names)}, ${text}`,
    })),
    ...(period ? [chosenMonths(period)] : []),
  ];
}

/** Whether all places miss the figure of a month that should have one. */
function isMissingOfAll(lines: readonly ComparedLine[], at: number): boolean | null {
  const all = lines.flatMap(({ known }) => known[at]?.isMissing ?? []);
  return all.length === 0 ? null : all.every(Boolean);
}

/** `Net payment: twelve months, index, November 2021 to October 2026`. */
export function titleOf({ months, lines, base }: Comparison, { chart }: CompareChoice): string {
  const [first, last] = [months[0], months.at(-1)];
  const [series] = lines.map((line) => line.series);
  const label = series?.field.label ?? '';
  const [, shown = ''] = CHARTS.find(([name]) => name === chart) ?? [];
  const what = chart === 'payments' ? `${label} by month` : `${label}: ${shown.toLowerCase()}`;
  const sales = series?.basis === 'sales' ? 'sales of ' : '';
  const time = first && last ? `, ${sales}${namePeriod({ first, last })}` : '';
  return `${what}${isWithoutTaxes() ? WITHOUT : ''}${base === null ? '' : ', index'}${time}`;
}

/** Says which sums of a group lack a payment, because a smaller sum looks like a decline. */
function GroupNote({
  line: { place, series, known },
  chart,
}: { line: ComparedLine } & Pick<CompareChoice, 'chart'>) {
  const lacking = known.flatMap((one) =>
    one && (figureOf(one.record, figureNamed(chart))?.missing ?? 0) > 0 ? [one.month] : [],
  );
  if (lacking.length === 0 || !groupOfId(place.id)) return null;
  return (
    <p class="hint">
      {place.name}: a payment is missing in {listMonths(lacking, series.lag)}.
    </p>
  );
}
