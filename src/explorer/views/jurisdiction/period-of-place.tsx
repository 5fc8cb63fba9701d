import type { Line } from '../../../client/generated/types.gen.ts';
import { capitalized } from '../../../domain/text/wording.ts';
import { goTo, linkHere } from '../../address/navigation.ts';
import { basisOf, chosenPeriod } from '../../parts/basis-choice.tsx';
import { List } from '../../parts/choice.tsx';
import { FaultNotice } from '../../parts/loaded.tsx';
import type { PlaceOrGroup } from '../../selection.ts';
import { questionAbout, questionOfState } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { type ComparedPeriod, namePeriod, spanOfPeriod, writePeriod } from '../../words/periods.ts';
import { Lead } from './lead.tsx';
import { Rank } from './other-places.tsx';
import { Waterfall } from './parts/waterfall.tsx';
import type { ViewedPlace } from './series.tsx';

/** What is told of the period of the address, its sum and its parts; nothing without a period. */
export function useTold(place: PlaceOrGroup | null) {
  const period = chosenPeriod();
  const asked = period && { months: spanOfPeriod(period), basis: basisOf() };
  const told = useAnswer(place && asked && questionAbout(place, 'sentences', asked));
  const own = useAnswer(place && period && sumQuestion(place, period));
  const parts = useAnswer(place && asked && questionAbout(place, 'parts', asked));
  return { told, own, parts };
}

/** Asks for the sum of a period. That of one place is empty if a month is missing. */
export function sumQuestion(place: PlaceOrGroup, period: ComparedPeriod) {
  const by = typeof place.id === 'number' ? 'place' : 'all';
  return questionAbout(place, 'compare', { months: spanOfPeriod(period), basis: basisOf(), by });
}

/** The chosen period: what the place got in it, why that changed, and where the place stands. */
export function PeriodOfPlace({ place, state, series }: ViewedPlace) {
  const period = chosenPeriod();
  const { told } = useTold(place);
  // among those of its type, or among counties, once the payments of all are there
  const { id, type, county } = place;
  const asked = period && { months: spanOfPeriod(period), basis: series.basis, type };
  const isOne = typeof id === 'number';
  const by = isOne ? 'place' : county === null ? null : 'county';
  const lines = useAnswer(
    by && asked ? questionOfState(place.state, 'compare', { ...asked, by }) : null,
  ).value;
  if (!period) return null;
  const isOwn = ({ jurisdiction, group }: Line) => (isOne ? jurisdiction?.id === id : group === county);
  const rank = lines?.data.find(isOwn)?.rank ?? null;
  const ranked = lines?.data.filter((line) => line.rank !== null).length ?? null;
  return (
    <section aria-label="Period" class="period">
      <h2>{capitalized(nameOf(series, period))}</h2>
      <Lead sentences={told.value?.data ?? []} isOfPlace={isOne} />
      {rank !== null && (
        <p class="words">
          <Rank {...{ rank, ranked, place, state }} when={namePeriod(period)} />
        </p>
      )}
      {told.fault && <FaultNotice fault={told.fault} again={told.again} />}
      <PeriodChoice series={series} period={period} />
    </section>
  );
}

/** The parts of the period, below the chart that shows it. */
export function PartsOfPeriod({ place, series, fileName }: ViewedPlace) {
  const period = chosenPeriod();
  const { own, parts } = useTold(place);
  if (!period) return null;
  return (
    <Waterfall
      title={`Parts of ${nameOf(series, period)}`}
      caption={`${place.name}: parts of ${nameOf(series, period)} beside the year before`}
      payment={own.value?.data[0]?.sum}
      parts={parts.value?.data ?? []}
      fileName={`${fileName}-parts-${writePeriod(period)}`}
    />
  );
}

/** `sales of March to June 2020`. */
function nameOf({ basis }: ViewedPlace['series'], period: ComparedPeriod): string {
  return `${basis === 'sales' ? 'sales' : 'payments'} of ${namePeriod(period)}`;
}

/** Says how to choose a period. */
export function PeriodHint({ href }: { href: string }) {
  return (
    <p class="hint onward">
      To see what changed, <span class="by-mouse">drag across the chart, or </span>
      <a href={href}>choose months</a>.
    </p>
  );
}

/** The first and the last month, and the way back to the newest. */
export function PeriodChoice({ series, period }: Pick<ViewedPlace, 'series'> & { period: ComparedPeriod }) {
  const known = series.months.map(({ counted }) => counted);
  const months = [...new Set([...known, period.first, period.last])].sort();
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
      <a href={linkHere({ period: null })}>Back to the newest month</a>
    </div>
  );
}
