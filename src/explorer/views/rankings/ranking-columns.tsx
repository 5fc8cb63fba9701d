import { placeLink } from '../../address/navigation.ts';
import { Doubt, describeDoubts } from '../../parts/change.tsx';
import type { TableColumn } from '../../table/columns.ts';
import { showType } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import type { SalesLag } from '../../words/sales.ts';
import { salesColumn } from '../jurisdiction/month-columns.tsx';
import {
  comparedColumns,
  FISCAL_YEAR_TO_DATE,
  markDoubts,
  PAYMENT,
  ROLLING_YEAR,
  type SharedFigure,
  YEAR_TO_DATE,
} from '../jurisdiction/series.tsx';
import type { RankedLine } from './ranking.ts';

type RankingColumn = TableColumn<RankedLine>;

/** The columns of a ranking. `largest` is the payment whose bar is full. */
export function rankingColumns(
  month: MonthDate,
  payment: string,
  hasCounties: boolean,
  largest: number,
  lag: SalesLag,
): RankingColumn[] {
  const columnsOf = (figure: SharedFigure, group?: null) =>
    comparedColumns<RankedLine, SharedFigure>(figure, 'amount', (line) => line, group);
  const [value, before, change, ...comparable] = columnsOf(PAYMENT, null);
  return [
    NAME,
    { id: 'id', head: 'Id', value: ({ jurisdiction }) => String(jurisdiction.id), isHidden: true },
    { id: 'rank', head: 'Rank', content: 'count', value: ({ rank }) => rank, isHidden: true },
    {
      ...value,
      head: payment,
      isExpected: ({ missing }) => missing > 0,
      show: (line, text) => (
        <span class="sized">
          <Bar value={line.value} largest={largest} />
          <a href={placeLink(line.jurisdiction.id, { figure: month })}>{text}</a>
        </span>
      ),
    },
    { ...salesColumn<RankedLine>(lag, () => month), isHidden: true },
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
    ...comparable,
    { id: 'doubt', head: 'Doubt', value: ({ doubt }) => doubt?.text ?? null, isHidden: true },
    { id: 'doubtful', head: 'Doubtful', content: 'count', value: ({ doubtful }) => doubtful, isHidden: true },
    ...[YEAR_TO_DATE, ROLLING_YEAR, FISCAL_YEAR_TO_DATE].flatMap((sum) => {
      const [total, year_ago, growth, ...others] = columnsOf(sum);
      return [total, year_ago, markDoubts(growth, (line) => describeDoubts(line[sum.doubtful])), ...others];
    }),
    {
      id: 'type',
      head: 'Type',
      value: ({ jurisdiction }) => jurisdiction.type,
      show: (_line, text) => showType(text),
    },
    ...(hasCounties ? [COUNTY] : []),
  ];
}

const NAME: RankingColumn = {
  id: 'name',
  head: 'Place',
  value: ({ jurisdiction }) => jurisdiction.name,
  show: ({ jurisdiction, rank }, text) => (
    <span class="ranked">
      <span class="rank">{rank}</span>
      <a href={placeLink(jurisdiction.id)}>{text}</a>
    </span>
  ),
};

const COUNTY: RankingColumn = {
  id: 'county',
  head: 'County',
  value: ({ jurisdiction }) => jurisdiction.county,
};

/** The width of the longest bar, in letters. */
const BAR_EMS = 6;

/** The size of a payment. Its style is set by script, which the policy of the page allows. */
function Bar({ value, largest }: { value: number | null; largest: number }) {
  if (value === null || largest === 0) return null;
  const width = `${((Math.abs(value) / largest) * BAR_EMS).toFixed(3)}em`;
  return <i class={value < 0 ? 'size below' : 'size'} style={{ width }} />;
}
