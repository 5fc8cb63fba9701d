import type { Line } from '../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { linkTo } from '../../address/address.ts';
import { choiceOf, parametersNamed, placeLink, readParameter } from '../../address/navigation.ts';
import {
  Change,
  describeDoubts,
  doubtsLink,
  growthIn,
  isNewTax,
  WithoutTaxChanges,
} from '../../parts/change.tsx';
import { Tabs } from '../../parts/choice.tsx';
import { Loaded, withOther } from '../../parts/loaded.tsx';
import { filterOf, groupOfId, idOfGroup } from '../../selection.ts';
import { questionAbout } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf, showTypes } from '../../words/figures.ts';
import { namePeriod, readPeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth } from '../../words/sales.ts';
import { comparedColumns, markDoubts, type ViewedPlace } from './series.tsx';

const SHOWN = 5;
const MEASURES = [
  ['dollars', 'In dollars'],
  ['percent', 'In percent'],
] as const;
const COLUMNS = { dollars: 'difference', percent: 'change' } as const;

/** The places of a group: its types, and the largest gains and losses in the newest month or in the chosen period. */
export function Members({ place, state, series, record }: ViewedPlace) {
  const newest = countedMonth(series, record.month);
  const period = readPeriod(readParameter('period') ?? '') ?? { first: newest, last: newest };
  const column = COLUMNS[choiceOf('by', MEASURES)];
  const months = writePeriod(period);
  const counted = { months, basis: series.basis };
  const all = useAnswer(questionAbout(place, 'compare', { ...counted, by: 'all' }));
  const [total] = all.value?.data ?? [];
  const minimum = floorOf(total?.sum.ago ?? null) || null;
  const listed = (sort: string) =>
    total ? questionAbout(place, 'compare', { ...counted, minimum, limit: SHOWN, sort }) : null;
  const gains = useAnswer(listed(`-${column}`));
  const losses = useAnswer(listed(column));
  const ranking = (sort: string, by: string | null = null) =>
    linkTo(`/rankings/${place.state}/${months}`, {
      ...{ ...filterOf(place.id), ...parametersNamed('basis'), by, sort, minimum: by ? null : minimum },
    });
  const isOfType = place.type !== null;
  return (
    <section aria-label="Places" class="members">
      <h2>
        Its places, {series.basis === 'sales' ? 'sales of ' : ''}
        {namePeriod(period)}
      </h2>
      {!isOfType && <Types place={place} counted={counted} />}
      <Tabs label="Largest changes" parameter="by" options={MEASURES} />
      <Loaded answer={withOther(withOther(gains, losses), all)}>
        {({ data }) => (
          <div class="movers">
            <MoverList title="Largest gains" lines={data.filter((line) => isMover(line, 1))} />
            <MoverList
              title="Largest losses"
              lines={(losses.value?.data ?? []).filter((line) => isMover(line, -1))}
            />
          </div>
        )}
      </Loaded>
      <p class="hint">
        {minimum !== null && `Places that got at least ${roundedDollars(minimum)} before. `}New taxes and
        doubted payments are not listed. <a href={doubtsLink(state.state)}>Doubted payments</a>
      </p>
      <p class="onward">
        <a href={ranking(`-sum_${column}`)}>All {countOf(total?.members ?? 0, 'place')}</a>
        {isOfType && place.county === null && place.type !== 'county' && state.has_counties && (
          <>
            {' · '}
            <a href={ranking('sum_difference', 'county')}>{showTypes(place.type ?? '')} by county</a>
          </>
        )}
      </p>
    </section>
  );
}

/** A total can fall while its cities grow: a line for each type, which leads to its group. */
function Types({ place, counted }: Pick<ViewedPlace, 'place'> & { counted: Record<string, string> }) {
  const lines = useAnswer(questionAbout(place, 'compare', { ...counted, by: 'type' })).value?.data ?? [];
  const county = groupOfId(place.id)?.county ?? null;
  const [value, before, change] = comparedColumns<Line>(
    { ...{ id: 'payments', name: 'Month' }, of: 'sum' },
    'amount',
    ({ sum }) => sum,
    null,
  );
  const columns: TableColumn<Line>[] = [
    {
      ...{ id: 'group', head: 'Type', value: ({ group }) => group },
      show: ({ group: type }) => (
        <a href={placeLink(idOfGroup({ state: place.state, type, county }))}>{showTypes(type ?? '')}</a>
      ),
    },
    { id: 'members', head: 'Places', content: 'count', value: ({ members }) => members },
    { ...value, isTelling: true },
    ...[markDoubts(change, ({ sum }) => describeDoubts(sum.doubtful), place.state), before],
  ];
  if (lines.length < 2) return null;
  return (
    <FigureTable
      caption={`${place.name} by type`}
      columns={columns}
      rows={lines.filter(({ group }) => group !== null)}
      keyOf={({ group }) => String(group)}
    />
  );
}

/** A place with less than this share of its group says little of it. */
const LEAST_SHARE = 1 / 10_000;

/** The least payment before of places that are listed: a ten-thousandth of the group's, rounded down to one digit. */
export function floorOf(total: number | null): number {
  const least = (total ?? 0) * LEAST_SHARE;
  return least < 1 ? 0 : 10 ** Math.floor(Math.log10(least));
}

/** Whether a line is a gain or a loss: not one that is doubtful, or that a new tax explains. */
function isMover({ sum }: Line, sign: 1 | -1): boolean {
  return sign * (growthIn(sum) ?? 0) > 0 && sum.doubtful === 0 && !isNewTax(sum);
}

function MoverList({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {lines.length === 0 && <p class="hint">None.</p>}
      <ol class="mover-list">
        {lines.map(({ jurisdiction, sum }) =>
          jurisdiction ? (
            <li key={jurisdiction.id}>
              <a href={placeLink(jurisdiction.id)}>{jurisdiction.name}</a>
              <span class="figure">{signedDollars(sum.difference ?? 0)}</span>
              <span class="growth">
                <Change figure={sum} />
              </span>
              <WithoutTaxChanges figure={sum} isShort />
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
}

function signedDollars(dollars: number): string {
  return `${dollars > 0 ? '+' : ''}${roundedDollars(dollars)}`;
}
