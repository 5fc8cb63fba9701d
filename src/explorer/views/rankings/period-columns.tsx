import type { ComparedLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { PERIOD_MEMBERS } from '../../../records/descriptions/compared/period-line.ts';
import { linkHere, placeLink } from '../../address/navigation.ts';
import { Doubt, DoubtSign, WithoutTaxChanges } from '../../parts/change.tsx';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { countOf, showSigned, showType, showTypes } from '../../words/figures.ts';
import { shortMonth } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import type { PeriodChoice } from './period.ts';

type PeriodColumn = TableColumn<ComparedLine>;

/** The columns of a comparison of two periods, with the meanings of its description. */
export function periodColumns(
  { period, against, type, group }: PeriodChoice,
  { state, has_counties: hasCounties }: StateOverview,
  lacksMonths: boolean,
): PeriodColumn[] {
  const isOfGroups = group !== 'jurisdiction';
  const ofGroups = Object.fromEntries(
    GROUP_COLUMNS.map(([name, head]) => [
      name,
      { head, isHidden: !isOfGroups || (name.endsWith('missing') && !lacksMonths) },
    ]),
  );
  const columns = describedColumns<ComparedLine>(
    PERIOD_MEMBERS,
    [
      'jurisdiction_name',
      'jurisdiction_id',
      'rank',
      'sum',
      'change',
      'comparable_change',
      'tax_changes',
      'difference',
      'against',
      'missing_months',
      'members',
      'compared',
      'left_out',
      'missing',
      'against_missing',
      'jurisdiction_type',
      ...(hasCounties && !isOfGroups ? ['jurisdiction_county'] : []),
      'doubt_text',
    ],
    {
      jurisdiction_name: {
        head: 'Place',
        show: ({ jurisdiction }, name) => <a href={placeLink(jurisdiction?.id)}>{name}</a>,
        ...(isOfGroups && nameColumn(group, type)),
      },
      jurisdiction_id: { isHidden: true },
      rank: { isHidden: true },
      sum: { head: namePeriod(period, 'short') },
      against: { head: namePeriod(against, 'short') },
      difference: { show: ({ difference }) => showSigned(difference, 'amount') },
      change: {
        isDoubtful: ({ doubtful }) => doubtful > 0,
        note: ({ jurisdiction, ...line }) => (
          <>
            {jurisdiction ? (
              <Doubt jurisdiction={jurisdiction} doubt={line.doubt} />
            ) : (
              <DoubtSign reason={describeDoubtful(line.doubtful)} state={state} />
            )}
            <WithoutTaxChanges {...line} isShort />
          </>
        ),
      },
      comparable_change: { isHidden: true },
      tax_changes: { isHidden: true },
      ...ofGroups,
      missing_months: { isHidden: isOfGroups || !lacksMonths, show: (_line, months) => nameMonths(months) },
      jurisdiction_type: { isHidden: isOfGroups || type !== null, show: (_line, text) => showType(text) },
      doubt_text: { head: 'Doubt', isHidden: true },
    },
  );
  // the service sorts by this name
  return columns.map((column) => (column.id === 'jurisdiction_name' ? { ...column, id: 'name' } : column));
}

/** What lines of groups say of their places. */
const GROUP_COLUMNS = [
  ['members', 'Places'],
  ['compared', 'With both sums'],
  ['left_out', 'Without'],
  ['missing', 'Missing payments'],
  ['against_missing', 'Missing before'],
] as const;

/** The name of a group, which leads to its places. A county's line is the sum of its places, not what the county got. */
function nameColumn(group: 'type' | 'county', type: string | null): Partial<PeriodColumn> {
  const members = type === null ? 'Places' : showTypes(type);
  return {
    ...{ id: 'group', head: group === 'type' ? 'Type' : 'County' },
    value: (line) => line.group ?? 'unknown',
    show: ({ group: name }) => {
      if (name === null) return `${group} unknown`;
      const text = group === 'type' ? showTypes(name) : `${members} of ${name} County`;
      return <a href={linkHere({ group: null, [group]: name })}>{text}</a>;
    },
  };
}

/** Why the sums of places are doubtful; `null` if they are not. */
export function describeDoubtful(places: number): string | null {
  return places === 0 ? null : `The checks doubt a payment of ${countOf(places, 'place')} among them`;
}

/** Months such as `2019-03` as people read them. */
export function nameMonths(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}/g, (month) => shortMonth(`${month}-01`));
}
