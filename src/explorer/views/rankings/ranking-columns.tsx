import { useEffect, useState } from 'preact/hooks';
import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { placeLink } from '../../address/navigation.ts';
import { Sparkline } from '../../chart/sparkline.tsx';
import { PAYMENT } from '../../figures.ts';
import { Doubt, gainIn, isNewTax } from '../../parts/change.tsx';
import { paymentsIn } from '../../service/engine.ts';
import type { TableColumn } from '../../table/columns.ts';
import { showType } from '../../words/figures.ts';
import { longMonth, type MonthDate, monthNumber } from '../../words/months.ts';
import { salesLagOf } from '../../words/sales.ts';
import { salesColumn } from '../jurisdiction/month-columns.tsx';
import { comparedColumns } from '../jurisdiction/series.tsx';
import type { RankedLine, ViewedRanking } from './ranking.ts';

type RankingColumn = TableColumn<RankedLine>;

interface RankingColumnsProps extends ViewedRanking {
  recent: RecentPayments;
}

/** The columns of a ranking. */
export function rankingColumns({ state, month, choice, recent }: RankingColumnsProps): RankingColumn[] {
  const [value, before, change, _, ...others] = comparedColumns<RankedLine>(
    { ...PAYMENT, of: 'sum' },
    'amount',
    ({ sum }) => sum,
    null,
  );
  const payment = state.fields.find(({ name }) => name === state.headline)?.label ?? 'Payment';
  return [
    NAME,
    { id: 'id', head: 'Id', value: ({ jurisdiction }) => String(jurisdiction.id), isHidden: true },
    { id: 'rank', head: 'Rank', content: 'count', value: ({ rank }) => rank, isHidden: true },
    {
      ...value,
      head: payment,
      isExpected: ({ sum }) => sum.missing > 0,
      show: (line, text) => <a href={placeLink(line.jurisdiction.id, { figure: month })}>{text}</a>,
    },
    { ...salesColumn<RankedLine>(salesLagOf(state), () => month), isHidden: true },
    { ...before, isHidden: true },
    {
      ...change,
      isDoubtful: ({ doubt }) => doubt !== null,
      note: (line) => (
        <>
          <Doubt {...line} />
          {change.note?.(line)}
        </>
      ),
    },
    ...others,
    DIFFERENCE,
    trendColumn(recent, month),
    { id: 'doubt', head: 'Doubt', value: ({ doubt }) => doubt?.text ?? null, isHidden: true },
    {
      id: 'type',
      head: 'Type',
      value: ({ jurisdiction }) => jurisdiction.type,
      show: (_line, text) => showType(text),
      isHidden: choice.type !== null,
    },
    ...(state.has_counties ? [{ ...COUNTY, isHidden: choice.county !== null }] : []),
  ];
}

const NAME: RankingColumn = {
  id: 'name',
  head: 'Place',
  value: ({ jurisdiction }) => jurisdiction.name,
  show: ({ jurisdiction, position }, text) => (
    <span class="ranked">
      <span class="rank">{position}</span>
      <a href={placeLink(jurisdiction.id)}>{text}</a>
    </span>
  ),
};

const COUNTY: RankingColumn = {
  id: 'county',
  head: 'County',
  value: ({ jurisdiction }) => jurisdiction.county,
};

const DIFFERENCE: RankingColumn = {
  ...{ id: 'sum_difference', head: 'Difference', content: 'amount' },
  meaning: 'The payment less that of the year before',
  value: ({ sum }) => sum.difference,
  sortBy: ({ sum }) => gainIn(sum),
  isLate: ({ sum }) => isNewTax(sum),
  isSigned: true,
  isDoubtful: ({ doubt }) => doubt !== null,
};

/** A small line of the last months, which is for the page only. */
function trendColumn(recent: RecentPayments, month: MonthDate): RankingColumn {
  return {
    id: 'recent',
    head: `${RECENT_MONTHS} months`,
    meaning: `The payments of the ${RECENT_MONTHS} months to ${longMonth(month)}, from the lowest to the highest`,
    isOfPage: true,
    value: () => '',
    show: ({ jurisdiction: { id, name } }) => {
      const values = recent.get(id);
      return (
        values && (
          <Sparkline label={`${name}, ${RECENT_MONTHS} months`} values={values} width={96} height={20} />
        )
      );
    },
  };
}

/** The payments of the last months of places, oldest first, by the id of the place. */
type RecentPayments = ReadonlyMap<number, readonly (number | null)[]>;

const RECENT_MONTHS = 24;

const NOTHING = { asked: '', recent: new Map() };

/** Asks for the 24 months to a month, once the ranking is there. Without an answer there are no lines. */
export function useRecentPayments(
  { state }: StateOverview,
  month: MonthDate,
  isThere: boolean,
): { recent: RecentPayments; isWaiting: boolean } {
  const asked = `${state} ${month}`;
  const [known, setKnown] = useState<{ asked: string; recent: RecentPayments }>(NOTHING);
  useEffect(() => {
    if (!isThere) return;
    let isCurrent = true;
    const settle = (recent: RecentPayments) => isCurrent && setKnown({ asked, recent });
    paymentsIn(state, monthNumber(month) - RECENT_MONTHS + 1, RECENT_MONTHS).then(settle, () =>
      settle(new Map()),
    );
    return () => {
      isCurrent = false;
    };
  }, [state, month, isThere]);
  return { recent: known.recent, isWaiting: isThere && known.asked !== asked };
}
