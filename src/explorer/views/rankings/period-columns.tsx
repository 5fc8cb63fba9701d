import type { Line, StateOverview } from '../../../client/generated/types.gen.ts';
import { compareRecord } from '../../../records/descriptions/compare.ts';
import { linkHere, placeLink } from '../../address/navigation.ts';
import { Doubt, DoubtSign, gainIn, growthIn, isNewTax, WithoutTaxChanges } from '../../parts/change.tsx';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { countOf, showType, showTypes } from '../../words/figures.ts';
import { shortMonth } from '../../words/months.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';
import type { PeriodChoice } from './period.ts';

type PeriodColumn = TableColumn<Line>;

/** The columns of a comparison of two periods, with the meanings of its description. */
export function periodColumns(
  { period, against, type, by }: PeriodChoice,
  { state, has_counties: hasCounties }: StateOverview,
  lacksMonths: boolean,
): PeriodColumn[] {
  const isOfGroups = by !== 'place';
  const ofGroups = { isHidden: !isOfGroups };
  const ofMissing = { isHidden: !isOfGroups || !lacksMonths };
  const columns = describedColumns<Line>(compareRecord.members, {
    jurisdiction_name: {
      head: 'Place',
      show: ({ jurisdiction }, name) => (
        <a href={placeLink(jurisdiction?.id, { period: writePeriod(period) })}>{name}</a>
      ),
      ...(by !== 'place' && nameColumn(by, type)),
    },
    jurisdiction_id: HIDDEN,
    rank: HIDDEN,
    sum_value: { head: namePeriod(period, 'short') },
    sum_change: {
      head: 'Change',
      isDoubtful: ({ sum }) => sum.doubtful > 0,
      isLate: ({ sum }) => isNewTax(sum),
      sortBy: ({ sum }) => growthIn(sum),
      note: ({ jurisdiction, sum, doubt }) => (
        <>
          {jurisdiction ? (
            <Doubt jurisdiction={jurisdiction} doubt={doubt} />
          ) : (
            <DoubtSign reason={describeDoubtful(sum.doubtful)} state={state} />
          )}
          <WithoutTaxChanges figure={sum} isShort />
        </>
      ),
    },
    sum_comparable_change: HIDDEN,
    sum_reasons: HIDDEN,
    sum_difference: {
      head: 'Difference',
      isDoubtful: ({ sum }) => sum.doubtful > 0,
      isLate: ({ sum }) => isNewTax(sum),
      sortBy: ({ sum }) => gainIn(sum),
      isSigned: true,
    },
    sum_ago: { head: namePeriod(against, 'short') },
    lacking: { isHidden: isOfGroups || !lacksMonths, show: (_line, months) => nameMonths(months) },
    members: { ...ofGroups, head: 'Places' },
    sum_missing: { ...ofMissing, head: 'Missing payments' },
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
      return <a href={linkHere({ by: null, [group]: name })}>{text}</a>;
    },
  };
}

/** Why the sums of places are doubtful; `null` if they are not. */
export function describeDoubtful(places: number): string | null {
  return places === 0 ? null : `The checks doubt ${countOf(places, 'payment')} among them`;
}

/** Months such as `2019-03` as people read them. */
export function nameMonths(text: string): string {
  return text.replaceAll(/\d{4}-\d{2}/g, (month) => shortMonth(`${month}-01`));
}
