import { linkTo } from '../../address/address.ts';
import { Doubt } from '../../parts/doubt.tsx';
import type { TableColumn } from '../../table/columns.ts';
import type { Measure } from '../../words/figures.ts';
import { showType } from '../../words/figures.ts';
import type { MonthDate } from '../../words/months.ts';
import type { RankedFigure, RankedLine } from './ranking.ts';

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
    { ...figure('year_ago', 'Year before', 'amount'), isHidden: true },
    {
      ...figure('change', 'Change', 'change'),
      isDoubtful: ({ doubt }) => doubt !== null,
      show: ({ jurisdiction, doubt }, text) => (
        <>
          {text}
          <Doubt jurisdiction={jurisdiction} doubt={doubt} />
        </>
      ),
    },
    { id: 'doubt', head: 'Doubt', value: ({ doubt }) => doubt?.text ?? null, isHidden: true },
    ...group('Year to date', 'To date', 'year_to_date'),
    ...group('Rolling year', 'Total', 'rolling_year'),
    ...group('Fiscal year to date', 'To date', 'fiscal_year_to_date'),
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

function figure(id: RankedFigure, head: string, measure: Measure): TableColumn<RankedLine> {
  // null where a month of the sum is missing, or where there is nothing to compare with
  return { id, head, measure, value: (line) => line[id], isExpected: () => false };
}

/** A sum and its change; the one of the year before is in the CSV only. */
function group(
  name: string,
  head: string,
  sum: 'year_to_date' | 'fiscal_year_to_date' | 'rolling_year',
): TableColumn<RankedLine>[] {
  return [
    { ...figure(sum, head, 'amount'), group: name },
    { ...figure(`${sum}_ago`, 'Year before', 'amount'), isHidden: true },
    { ...figure(`${sum}_change`, 'Change', 'change'), group: name },
  ];
}

/** The width of the longest bar, in letters. */
const BAR_EMS = 6;

/** The size of a payment. Its style is set by script, which the policy of the page allows. */
function Bar({ value, largest }: { value: number | null; largest: number }) {
  if (value === null || largest === 0) return null;
  const width = `${((Math.abs(value) / largest) * BAR_EMS).toFixed(3)}em`;
  return <i class={value < 0 ? 'size below' : 'size'} style={{ width }} />;
}
