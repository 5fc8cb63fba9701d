import type { ComparedLine } from '../../../client/generated/types.gen.ts';
import { PERIOD_MEMBERS } from '../../../records/descriptions/compared/period-line.ts';
import { linkTo } from '../../address/address.ts';
import { Doubt, WithoutTaxChanges } from '../../parts/change.tsx';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { showSigned, showType } from '../../words/figures.ts';
import { shortMonth } from '../../words/months.ts';
import { namePeriod, type PeriodChoice } from './period.ts';

type PeriodColumn = TableColumn<ComparedLine>;

/** The columns of a comparison of two periods, with the meanings of its description. */
export function periodColumns(
  { period, against, basis, type }: PeriodChoice,
  hasCounties: boolean,
  lacksMonths: boolean,
): PeriodColumn[] {
  const columns = describedColumns<ComparedLine>(
    PERIOD_MEMBERS,
    [
      'jurisdiction_name',
      'jurisdiction_id',
      'rank',
      'sum',
      'against',
      'difference',
      'change',
      'comparable_change',
      'tax_changes',
      'missing_months',
      'jurisdiction_type',
      ...(hasCounties ? ['jurisdiction_county'] : []),
      'doubt_text',
    ],
    {
      jurisdiction_name: {
        head: 'Place',
        show: ({ jurisdiction }, name) => (
          <a
            href={linkTo(`/jurisdictions/${jurisdiction?.id}`, {
              basis: basis === 'sales' ? basis : null,
            })}
          >
            {name}
          </a>
        ),
      },
      jurisdiction_id: { isHidden: true },
      rank: { isHidden: true },
      sum: { head: namePeriod(period, 'short') },
      against: { head: namePeriod(against, 'short') },
      difference: { show: ({ difference }) => showSigned(difference, 'amount') },
      change: {
        isDoubtful: ({ doubtful }) => doubtful > 0,
        note: ({ change, comparable_change, tax_changes, jurisdiction, doubt }) => (
          <>
            {jurisdiction && <Doubt jurisdiction={jurisdiction} doubt={doubt} />}
            <WithoutTaxChanges change={change} comparable={comparable_change} reason={tax_changes} isShort />
          </>
        ),
      },
      comparable_change: { isHidden: true },
      tax_changes: { isHidden: true },
      missing_months: { isHidden: !lacksMonths, show: (_line, months) => nameMonths(months) },
      jurisdiction_type: { isHidden: type !== null, show: (_line, text) => showType(text) },
      doubt_text: { head: 'Doubt', isHidden: true },
    },
  );
  // the service sorts by this name
  return columns.map((column) => (column.id === 'jurisdiction_name' ? { ...column, id: 'name' } : column));
}

/** Months such as `2019-03` as people read them. */
export function nameMonths(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}/g, (month) => shortMonth(`${month}-01`));
}
