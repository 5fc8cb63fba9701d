import { linkTo } from '../../address/address.ts';
import { Doubt } from '../../parts/doubt.tsx';
import type { TableColumn } from '../../table/columns.ts';
import { showType } from '../../words/figures.ts';
import { comparedMeaning } from '../../words/meanings.ts';
import type { MonthDate } from '../../words/months.ts';
import { comparedColumns, FISCAL_YEAR_TO_DATE, ROLLING_YEAR, YEAR_TO_DATE } from '../jurisdiction/series.ts';
import type { RankedLine } from './ranking.ts';

/** The columns of a ranking. `largest` is the payment whose bar is full. */
export function rankingColumns(
  month: MonthDate,
  payment: string,
  hasCounties: boolean,
  largest: number,
): TableColumn<RankedLine>[] {
  return [
    {
      id: 'name',
      head: 'Place',
      value: ({ jurisdiction }) => jurisdiction.name,
      show: ({ jurisdiction, rank }, text) => (
        <span class="ranked">
          <span class="rank">{rank}</span>
          <a href={linkTo(`/jurisdictions/${jurisdiction.id}`)}>{text}</a>
        </span>
      ),
    },
    { id: 'id', head: 'Id', value: ({ jurisdiction }) => String(jurisdiction.id), isHidden: true },
    { id: 'rank', head: 'Rank', measure: 'count', value: ({ rank }) => rank, isHidden: true },
    {
      id: 'value',
      head: payment,
      meaning: comparedMeaning('value'),
      measure: 'amount',
      value: ({ value }) => value,
      isExpected: ({ missing }) => missing > 0,
      show: ({ value, jurisdiction }, text) => (
        <span class="sized">
          <Bar value={value} largest={largest} />
          <a href={linkTo(`/jurisdictions/${jurisdiction.id}`, { figure: month })}>{text}</a>
        </span>
      ),
    },
    {
      id: 'year_ago',
      head: 'Year before',
      measure: 'amount',
      value: ({ year_ago }) => year_ago,
      isHidden: true,
    },
    {
      id: 'change',
      head: 'Change',
      meaning: comparedMeaning('change'),
      measure: 'change',
      value: ({ change }) => change,
      isExpected: () => false,
      isDoubtful: ({ doubt }) => doubt !== null,
      show: ({ jurisdiction, doubt }, text) => (
        <>
          {text}
          <Doubt jurisdiction={jurisdiction} doubt={doubt} />
        </>
      ),
    },
    { id: 'doubt', head: 'Doubt', value: ({ doubt }) => doubt?.text ?? null, isHidden: true },
    ...[YEAR_TO_DATE, ROLLING_YEAR, FISCAL_YEAR_TO_DATE].flatMap((sum) =>
      comparedColumns<RankedLine>(sum, 'amount', (line, id) => line[id]),
    ),
    {
      id: 'type',
      head: 'Type',
      value: ({ jurisdiction }) => jurisdiction.type,
      show: (_line, text) => showType(text),
      isExpected: () => false,
    },
    ...(hasCounties ? [COUNTY] : []),
  ];
}

const COUNTY: TableColumn<RankedLine> = {
  id: 'county',
  head: 'County',
  value: ({ jurisdiction }) => jurisdiction.county,
  isExpected: () => false,
};

/** The width of the longest bar, in letters. */
const BAR_EMS = 6;

/** The size of a payment. Its style is set by script, which the policy of the page allows. */
function Bar({ value, largest }: { value: number | null; largest: number }) {
  if (value === null || largest === 0) return null;
  const width = `${((Math.abs(value) / largest) * BAR_EMS).toFixed(3)}em`;
  return <i class={value < 0 ? 'size below' : 'size'} style={{ width }} />;
}
