import { useEffect, useRef, useState } from 'preact/hooks';
import type { Line } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { compareLink, parametersNamed, placeLink, readParameter } from '../../address/navigation.ts';
import { SITE_PLACES } from '../../address/site.ts';
import { PAYMENT } from '../../figures.ts';
import { chosenPeriod } from '../../parts/basis-choice.tsx';
import { describeDoubts, differenceIn, doubtsLink, growthIn, isNewTax } from '../../parts/change.tsx';
import { FaultNotice } from '../../parts/loaded.tsx';
import { idOfGroup, type PlaceOrGroup } from '../../selection.ts';
import { questionAbout, questionOfState } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf, showFigure, showTypes } from '../../words/figures.ts';
import { longMonth } from '../../words/months.ts';
import { namePeriod, spanOfPeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth } from '../../words/sales.ts';
import { comparedColumns, markDoubts, type ViewedPlace } from './series.tsx';

const SHOWN = 5;

/** The newest month, or the chosen period, in words and as the address has it. */
function shownPeriod({ series, record }: Pick<ViewedPlace, 'series' | 'record'>) {
  const newest = countedMonth(series, record.month);
  const period = chosenPeriod() ?? { first: newest, last: newest };
  const name = `${series.basis === 'sales' ? 'sales of ' : ''}${namePeriod(period)}`;
  return { name, period, asked: { months: spanOfPeriod(period), basis: series.basis } };
}

/** The places of a group: its types, and the largest gains and losses. */
export function Members(props: ViewedPlace) {
  const { place, state } = props;
  const { name, period, asked } = shownPeriod(props);
  const answers = useAnswers([
    ...[true, false].map((descending) =>
      questionAbout(place, 'compare', {
        ...{ ...asked, limit: SHOWN, sort: { column: 'difference', descending } },
      }),
    ),
    // a total can fall while its cities grow
    place.type === null ? questionAbout(place, 'compare', { ...asked, by: 'type' }) : null,
  ]);
  const [gains, losses, types] = answers;
  const ofTypes = (types?.value?.data ?? []).filter(({ group }) => group !== null);
  const moversIn = (lines: readonly Line[] = [], sign: 1 | -1) =>
    lines.filter(({ sum }) => sign * (growthIn(sum) ?? 0) > 0 && sum.doubtful === 0 && !isNewTax(sum));
  const ranking = linkTo(`/rankings/${place.state}/${writePeriod(period)}`, {
    ...{ type: place.type, county: place.county, sort: '-sum_difference' },
    ...parametersNamed('basis'),
  });
  const tables: PlaceTable[] = [
    { title: 'Types', rows: ofTypes, beside: ['difference', 'members'] },
    { title: 'Largest gains', rows: moversIn(gains?.value?.data, 1), beside: ['difference'] },
    { title: 'Largest losses', rows: moversIn(losses?.value?.data, -1), beside: ['difference'] },
  ];
  return (
    <section aria-label="Places" class="members">
      <h2>Its places, {name}</h2>
      <PlaceTables {...{ answers, place }} tables={ofTypes.length > 1 ? tables : tables.slice(1)} />
      <p class="hint">
        New taxes and doubted payments are not among the gains and losses.{' '}
        <a href={doubtsLink(state.state)}>Doubted payments</a>
      </p>
      <p class="onward">
        <a href={ranking}>All {countOf(gains?.value?.meta.total ?? 0, 'place')}</a>
      </p>
    </section>
  );
}

/** The rank of a place, and the places of its type that are nearest in size. Asked for when it comes into sight. */
export function PlacesLikeThis(props: ViewedPlace) {
  const { place, state, record } = props;
  const { name, asked } = shownPeriod(props);
  const [section, isInSight] = useSight();
  // a site without all places does not know which are near
  const isKnown = isInSight && SITE_PLACES === 0;
  const answers = useAnswers([
    isKnown ? questionAbout(place, 'compare', asked) : null,
    isKnown ? questionOfState(state.state, 'compare', { ...asked, near: Number(place.id) }) : null,
  ]);
  const [own = [], near = []] = answers.map(({ value }) => value?.data);
  const rows = [...own.map((line) => ({ ...line, size: 1 })), ...near];
  const nearest: PlaceTable = {
    ...{ title: `${showTypes(place.type ?? '')} nearest in size by twelve months, ${name}`, rows },
    beside: state.has_counties ? ['size', 'county'] : ['size'],
  };
  return (
    <section ref={section} class="peers" aria-label="Places like this one">
      <h2>Places like this one</h2>
      <p class="standing">
        {readParameter('period') === null && (
          <Rank {...{ ...record, place, state }} when={longMonth(record.month)} />
        )}
      </p>
      {isKnown && <PlaceTables {...{ answers, place }} tables={near.length > 0 ? [nearest] : []} />}
      {near.length > 0 && (
        <p class="onward">
          <a href={compareLink(rows.map(({ jurisdiction }) => jurisdiction?.id))}>Compare them</a>
        </p>
      )}
    </section>
  );
}

interface RankProps extends Pick<ViewedPlace, 'place' | 'state'> {
  rank: number | null;
  ranked: number | null;
  when: string;
}

/** Where a place stands among those of its type, or a group of a county among those of the other counties. */
export function Rank({ rank, ranked, place, state, when }: RankProps) {
  const isGroup = typeof place.id === 'string';
  if (rank === null || ranked === null || (place.type === null && !isGroup)) return null;
  const others = isGroup ? 'counties' : showTypes(place.type ?? '').toLowerCase();
  return (
    <>
      It is number {showFigure(rank, 'count')} of {showFigure(ranked, 'count')} {state.name} {others} by
      amount in {when}.
    </>
  );
}

interface PlaceTable {
  title: string;
  rows: readonly Line[];
  beside: readonly (keyof typeof BESIDE)[];
}

interface PlaceTablesProps extends Pick<ViewedPlace, 'place'> {
  answers: ReturnType<typeof useAnswers>;
  tables: readonly PlaceTable[];
}

/** All tables at once, so that none moves another. */
function PlaceTables({ answers, tables, place }: PlaceTablesProps) {
  const fault = answers.find((answer) => answer.fault);
  if (fault?.fault) return <FaultNotice fault={fault.fault} again={fault.again} />;
  const isBusy = answers.some(({ isWaiting }) => isWaiting);
  return (
    <div class="place-tables" aria-busy={isBusy}>
      {!isBusy &&
        tables.map(({ title, rows, beside }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            {rows.length === 0 ? (
              <p class="hint">None.</p>
            ) : (
              <FigureTable
                caption={`${title}: ${place.name}`}
                columns={placeColumns(place, beside)}
                rows={rows}
                keyOf={({ jurisdiction, group }) => String(jurisdiction?.id ?? group)}
              />
            )}
          </section>
        ))}
    </div>
  );
}

const [VALUE, , CHANGE, DIFFERENCE] = comparedColumns<Line>(
  { ...PAYMENT, of: 'sum' },
  'amount',
  ({ sum }) => sum,
  null,
);

/** What tables have beside the payment and its change. */
const BESIDE: Readonly<Record<'difference' | 'members' | 'size' | 'county', TableColumn<Line>>> = {
  difference: { ...DIFFERENCE, value: ({ sum }) => differenceIn(sum), isHidden: false, isSigned: true },
  members: { id: 'members', head: 'Places', content: 'count', value: ({ members }) => members },
  size: {
    ...{ id: 'size', head: 'Size', content: 'share', value: ({ size }) => size },
    show: ({ size }) => `${Math.round((size ?? 0) * 100)}%`,
    meaning: 'Its payments of twelve months, as a share of those of this place',
  },
  county: { id: 'county', head: 'County', value: ({ jurisdiction }) => jurisdiction?.county ?? null },
};

/** The columns of places, and of types of places. */
function placeColumns({ state, county }: PlaceOrGroup, beside: PlaceTable['beside']): TableColumn<Line>[] {
  return [
    {
      ...{ id: 'name', head: 'Place' },
      value: ({ jurisdiction, group }) => jurisdiction?.name ?? showTypes(group ?? ''),
      show: ({ jurisdiction, group: type }, name) => (
        <a href={placeLink(jurisdiction?.id ?? idOfGroup({ state, type, county }))}>{name}</a>
      ),
    },
    { ...VALUE, head: 'Payment', isTelling: true },
    markDoubts(CHANGE, ({ doubt, sum }) => doubt?.text ?? describeDoubts(sum.doubtful), state),
    ...beside.map((name) => BESIDE[name]),
  ];
}

/** Whether an element came into the window. Without a window that tells, it did. */
function useSight() {
  const element = useRef<HTMLElement>(null);
  const [isInSight, setInSight] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    const { current } = element;
    if (!current || isInSight) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setInSight(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isInSight]);
  return [element, isInSight] as const;
}
