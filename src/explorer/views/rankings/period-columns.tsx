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
  const ofGroups = { isHidden: !isOfGroups };
  const ofMissing = { isHidden: !isOfGroups || !lacksMonths };
  const columns = describedColumns<ComparedLine>(PERIOD_MEMBERS, {
    jurisdiction_name: {
      head: 'Place',
      show: ({ jurisdiction }, name) => <a href={placeLink(jurisdiction?.id)}>{name}</a>,
      ...(isOfGroups && nameColumn(group, type)),
    },
    jurisdiction_id: HIDDEN,
    rank: HIDDEN,
    sum: { head: namePeriod(period, 'short') },
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
    comparable_change: HIDDEN,
    tax_changes: HIDDEN,
    difference: {
      isDoubtful: ({ doubtful }) => doubtful > 0,
      show: ({ difference }) => showSigned(difference, 'amount'),
    },
    against: { head: namePeriod(against, 'short') },
    missing_months: { isHidden: isOfGroups || !lacksMonths, show: (_line, months) => nameMonths(months) },
    members: { ...ofGroups, head: 'Places' },
    compared: { ...ofGroups, head: 'With both sums' },
    left_out: { ...ofGroups, head: 'Without' },
    missing: { ...ofMissing, head: 'Missing payments' },
    against_missing: { ...ofMissing, head: 'Missing before' },
    jurisdiction_type: { isHidden: isOfGroups || type !== null, show: (_line, text) => showType(text) },
    ...(hasCounties && !isOfGroups && { jurisdiction_county: {} }),
    doubt_text: { ...HIDDEN, head: 'Doubt' },
  });
  // links sort by this name
  return columns.map((column) => (column.id === 'jurisdiction_name' ? { ...column, id: 'name' } : column));
}

const HIDDEN = { isHidden: true };

/** The name of a group, which leads to its places. A county's line is the sum of its places, not what the county got. */
function nameColumn(group: 'type' | 'county', type: string | null): Partial<PeriodColumn> {
  const members = type === null ? 'Places' : showTypes(type);
  return {
    head: group === 'type' ? 'Type' : 'County',
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
