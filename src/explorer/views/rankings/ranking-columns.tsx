import { useEffect, useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { compareRecord } from '../../../records/descriptions/compare.ts';
import { placeLink } from '../../address/navigation.ts';
import { Sparkline } from '../../chart/sparkline.tsx';
import {
  Doubt,
  DoubtSign,
  describeDoubts,
  gainIn,
  growthIn,
  isNewTax,
  WithoutTaxChanges,
} from '../../parts/change.tsx';
import { idOfGroup } from '../../selection.ts';
import { paymentsIn } from '../../service/engine.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { showType, showTypes } from '../../words/figures.ts';
import { type MonthDate, monthNumber, shortMonth } from '../../words/months.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';
import { paidIn, salesLagOf } from '../../words/sales.ts';
import type { RankedLine, RankingChoice, ViewedRanking } from './ranking.ts';

type RankingColumn = TableColumn<RankedLine>;

const HIDDEN = { isHidden: true };

/** The columns of a ranking, with the meanings of its description. */
export function rankingColumns({ state, choice }: ViewedRanking, recent: RecentPayments): RankingColumn[] {
  const { period, against, by, per } = choice;
  const inUnit = per && { content: 'per_head' as const };
  const isOfGroups = by !== 'place';
  const ofGroups = { isHidden: !isOfGroups };
  const doubted: Partial<RankingColumn> = {
    isDoubtful: ({ sum }) => sum.doubtful > 0,
    isLate: ({ sum }) => isNewTax(sum),
  };
  const columns = describedColumns<RankedLine>(compareRecord.members, {
    jurisdiction_name: nameColumn(state, choice),
    ...{ jurisdiction_id: HIDDEN, rank: HIDDEN },
    sum_value: { ...inUnit, head: namePeriod(period, 'short'), isExpected: ({ sum }) => sum.missing > 0 },
    sum_change: {
      ...doubted,
      head: 'Change',
      sortBy: ({ sum }) => growthIn(sum),
      note: ({ jurisdiction, sum, doubt }) => (
        <>
          {jurisdiction ? (
            <Doubt jurisdiction={jurisdiction} doubt={doubt} />
          ) : (
            <DoubtSign reason={describeDoubts(sum.doubtful)} state={state.state} />
          )}
          <WithoutTaxChanges figure={sum} isShort />
        </>
      ),
    },
    sum_difference: {
      ...{ ...doubted, ...inUnit },
      head: 'Difference',
      sortBy: ({ sum }) => gainIn(sum),
      isSigned: true,
    },
    sum_ago: { ...inUnit, head: namePeriod(against, 'short') },
    ...{ sum_comparable_change: HIDDEN, sum_reasons: HIDDEN },
    lacking: { ...HIDDEN, show: (_line, months) => nameMonths(months) },
    members: { ...ofGroups, head: 'Places' },
    sum_missing: { ...ofGroups, head: 'Missing payments' },
    ...(!isOfGroups && { jurisdiction_type: { ...HIDDEN, show: (_line, text) => showType(text) } }),
    ...(state.has_counties && !isOfGroups && { jurisdiction_county: HIDDEN }),
    doubt_text: { ...HIDDEN, head: 'Doubt' },
  });
  // links sort by this name
  const named = columns.map((column) =>
    column.id === 'jurisdiction_name' ? { ...column, id: 'name' } : column,
  );
  // browsers of 2022 have no `toSpliced`
  return isOfGroups ? named : [...named.slice(0, 6), trendColumn(recent, period.last), ...named.slice(6)];
}

/** The name of a place or a group with its number, which leads to its page. */
function nameColumn(
  { state }: StateOverview,
  { period, type, county, by }: RankingChoice,
): Partial<RankingColumn> {
  const parameters = period.first === period.last ? { period: null } : { period: writePeriod(period) };
  const ranked = (position: number | null, id: number | string, name: string) => (
    <span class="ranked">
      <span class="rank">{position}</span>
      <a href={placeLink(id, parameters)}>{name}</a>
    </span>
  );
  if (by === 'place')
    return {
      head: 'Place',
      show: ({ jurisdiction, position }, name) => ranked(position, jurisdiction?.id ?? '', name),
    };
  return {
    head: by === 'type' ? 'Type' : 'County',
    value: ({ group }) => group ?? 'unknown',
    show: ({ group, position }) => {
      if (group === null) return `${by} unknown`;
      const id = idOfGroup(by === 'type' ? { state, type: group, county } : { state, type, county: group });
      const members = type === null ? 'Places' : showTypes(type);
      return ranked(position, id, by === 'type' ? showTypes(group) : `${members} of ${group} County`);
    },
  };
}

/** Months such as `2019-03` as people read them. */
function nameMonths(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}/g, (month) => shortMonth(`${month}-01`));
}

/** A small line of the last months, which is for the page only. */
function trendColumn(recent: RecentPayments, last: MonthDate): RankingColumn {
  return {
    id: 'recent',
    head: `${RECENT_MONTHS} months`,
    meaning: `The payments of the ${RECENT_MONTHS} months to ${shortMonth(last)}, from the lowest to the highest`,
    isOfPage: true,
    value: () => '',
    show: ({ jurisdiction }) => {
      const values = jurisdiction && recent.get(jurisdiction.id);
      return (
        values && (
          <Sparkline
            label={`${jurisdiction.name}, ${RECENT_MONTHS} months`}
            values={values}
            width={96}
            height={20}
          />
        )
      );
    },
  };
}

/** The payments of the last months of places, oldest first, by the id of the place. */
type RecentPayments = ReadonlyMap<number, readonly (number | null)[]>;

const RECENT_MONTHS = 24;

const NOTHING = { asked: '', recent: new Map() };

/** Asks for the 24 months to the end of a ranking, once the ranking is there. Without an answer there are no lines. */
export function useRecentPayments(
  { state, choice }: ViewedRanking,
  isThere: boolean,
): { recent: RecentPayments; isWaiting: boolean } {
  const month = paidIn({ lag: salesLagOf(state), basis: choice.basis }, choice.period.last);
  const asked = `${state.state} ${month}`;
  const isAsked = isThere && choice.by === 'place';
  const [known, setKnown] = useState<{ asked: string; recent: RecentPayments }>(NOTHING);
  useEffect(() => {
    if (!isAsked) return;
    let isCurrent = true;
    const settle = (recent: RecentPayments) => isCurrent && setKnown({ asked, recent });
    paymentsIn(state.state, monthNumber(month) - RECENT_MONTHS + 1, RECENT_MONTHS).then(settle, () =>
      settle(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [asked, isAsked]);
  return { recent: known.recent, isWaiting: isAsked && known.asked !== asked };
}
