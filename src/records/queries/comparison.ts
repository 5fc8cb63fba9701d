import { sortLines } from '../../derive/comparison.ts';
import { firstDay, monthAt, monthIndex, monthOfDate } from '../../domain/month.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import { COMPARED_PARTS } from '../descriptions/compared/compared-figures.ts';
import { comparisonRecord, type ShownLine } from '../descriptions/comparison.ts';
import { reaches } from '../filters/shared-filters.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import { compareState, countedBy, orderBy } from './analyses.ts';

const { members } = comparisonRecord;
/** The members of a line for a jurisdiction. */
const OF_JURISDICTION = members.filter((member) => 'group' in member || !member.isForSome);

/** The payments of a state's jurisdictions in one month against the year before, or those of groups of them. */
export const comparisons = listOfFigures(comparisonRecord, {
  find: (view, asked, window) => {
    const { allocation_period: period, group = 'jurisdiction' } = asked;
    const { sort = { column: 'value', descending: true } } = asked;
    const state = knownStateOf(view, asked.state);
    const given = period?.from ? monthIndex(monthOfDate(period.from)) : null;
    const { sales } = state.calendar.lags;
    const { month, lines: all } = compareState(view, state, { ...asked, month: given });
    const lines = all.filter(({ payment }) => reaches(payment.yearAgo, asked.minimum));
    return {
      ...foundRows(sortLines(lines, { ...orderBy(members, sort), isLate: isDoubtful(sort.column) }), window),
      ...(group === 'jurisdiction' && { members: OF_JURISDICTION }),
      meta: {
        allocation_period: month === null ? null : firstDay(monthAt(month)),
        sales_period: month === null || sales === null ? null : firstDay(monthAt(month - sales)),
        ...countedBy(state, asked).meta,
        group,
        doubtful: lines.filter(({ doubt, payment }) => doubt !== null && payment.change !== null).length,
      },
    };
  },
});

const PARTS = Object.keys(COMPARED_PARTS) as (keyof typeof COMPARED_PARTS)[];

/** A doubtful change is never among the largest. A group is not late because of one of its members. */
function isDoubtful(column: string): (line: ShownLine) => boolean {
  if (!column.endsWith('change') && column !== 'difference') return () => false;
  const part = PARTS.find((name) => column.startsWith(COMPARED_PARTS[name].name)) ?? 'payment';
  return ({ subject, doubtful }) => subject !== null && doubtful[part] > 0;
}
