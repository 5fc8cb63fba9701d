import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { compareRecord } from '../../../records/descriptions/compare.ts';
import { placeLink, readParameter } from '../../address/navigation.ts';
import {
  DifferenceBar,
  DoubtSign,
  describeDoubts,
  differenceIn,
  doubtsLink,
  gainIn,
  growthIn,
  isNewTax,
  WithoutTaxChanges,
} from '../../parts/change.tsx';
import { idOfGroup } from '../../selection.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { sortRows, type TableOrder } from '../../table/order.ts';
import { showType, showTypes } from '../../words/figures.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';
import { countedMonth, salesLagOf } from '../../words/sales.ts';
import type { RankedLine, RankingChoice, ViewedRanking } from './ranking-choices.tsx';

type RankingColumn = TableColumn<RankedLine>;

const HIDDEN = { isHidden: true };

/** Bars of changes end at a third more or less. */
const positionOfChange = (change: number) => 50 + 150 * Math.max(-1 / 3, Math.min(1 / 3, change));

/** The columns of a ranking, with the meanings of its description. */
export function rankingColumns({ state, choice }: ViewedRanking): RankingColumn[] {
  const { period, against, by, per } = choice;
  const inUnit = per && { content: 'per_head' as const };
  const isOfGroups = by !== 'place';
  const ofGroups = { isHidden: !isOfGroups };
  const doubted: Partial<RankingColumn> = {
    isDoubtful: ({ sum }) => sum.doubtful > 0,
    isLate: ({ sum }) => isNewTax(sum),
  };
  return describedColumns<RankedLine>(compareRecord.members, {
    jurisdiction_name: nameColumn(state, choice),
    ...{ jurisdiction_id: HIDDEN, rank: HIDDEN },
    sum_value: { ...inUnit, head: namePeriod(period, 'short'), isExpected: ({ sum }) => sum.missing > 0 },
    sum_change: {
      ...doubted,
      head: 'Change',
      sortBy: ({ sum }) => growthIn(sum),
      show: ({ sum }, text) => (
        <>
          <DifferenceBar difference={growthIn(sum) ?? 0} position={positionOfChange} />
          {text}
        </>
      ),
      note: ({ jurisdiction, sum, doubt }) => (
        <>
          <DoubtSign
            reason={doubt?.text ?? describeDoubts(sum.doubtful)}
            link={
              doubt && jurisdiction
                ? placeLink(jurisdiction.id, { figure: doubt.month })
                : doubtsLink(state.state)
            }
          />
          <WithoutTaxChanges figure={sum} isShort />
        </>
      ),
    },
    sum_difference: {
      ...{ ...doubted, ...inUnit },
      head: 'Difference',
      value: ({ sum }) => differenceIn(sum),
      sortBy: ({ sum }) => gainIn(sum),
      isSigned: true,
    },
    sum_ago: { ...inUnit, head: namePeriod(against, 'short') },
    ...{ sum_comparable_change: HIDDEN, sum_reasons: HIDDEN },
    lacking: HIDDEN,
    members: { ...ofGroups, head: 'Places' },
    sum_missing: { ...ofGroups, head: 'Missing payments' },
    ...(!isOfGroups && { jurisdiction_type: { ...HIDDEN, show: (_line, text) => showType(text) } }),
    ...(state.has_counties && !isOfGroups && { jurisdiction_county: HIDDEN }),
    doubt_text: { ...HIDDEN, head: 'Doubt' },
  });
}

/** The name of a place or a group with its number, which leads to its page. Links sort by `name`. */
function nameColumn(
  one: StateOverview,
  { period, type, county, by, basis }: RankingChoice,
): Partial<RankingColumn> {
  const newest = countedMonth({ lag: salesLagOf(one), basis }, one.last_period ?? '');
  // the page of a place begins with its newest month
  const parameters = { period: period.first === newest ? null : writePeriod(period) };
  const ranked = (position: number | null, id: number | string, name: string) => (
    <span class="ranked">
      <span class="rank">{position}</span>
      <a href={placeLink(id, parameters)}>{name}</a>
    </span>
  );
  if (by === 'place')
    return {
      ...{ id: 'name', head: 'Place' },
      show: ({ jurisdiction, position }, name) => ranked(position, jurisdiction?.id ?? '', name),
    };
  return {
    ...{ id: 'name', head: by === 'type' ? 'Type' : 'County', value: ({ group }) => group ?? 'unknown' },
    show: ({ group, position }) => {
      if (group === null) return `${by} unknown`;
      const of = { state: one.state, type, county, [by]: group };
      const members = type === null ? 'Places' : showTypes(type);
      const name = by === 'type' ? showTypes(group) : `${members} of ${group} County`;
      return ranked(position, idOfGroup(of), name);
    },
  };
}

/** The lines in the order of their table, those with the asked text in their name. Equal ones are sorted by id. */
export function arrange(
  lines: readonly Line[],
  columns: readonly TableColumn<RankedLine>[],
  order: TableOrder,
): RankedLine[] {
  const byId = lines
    .map((line): RankedLine => ({ ...line, position: null }))
    .sort((one, other) => (one.jurisdiction?.id ?? 0) - (other.jurisdiction?.id ?? 0));
  const by = columns.find(({ id }) => id === order.column);
  const placed = sortRows(byId, columns, order).map((line, at) => ({
    ...line,
    position: line.rank === null || by?.value(line) === null ? null : at + 1,
  }));
  const asked = plain(readParameter('name') ?? '');
  return placed.filter(({ jurisdiction, group }) => plain(jurisdiction?.name ?? group ?? '').includes(asked));
}

/** In any case, and with or without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();
}
