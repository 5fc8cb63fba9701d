import { measure } from '../../derive/figure.ts';
import { earlier, fiscalYearOf, lengthOf, YEAR, yearToDate } from '../../derive/span.ts';
import { groupBy } from '../../domain/groups.ts';
import { monthAt } from '../../domain/month.ts';
import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import type { AskedOf } from '../description.ts';
import { type YearRow, yearRecord } from '../descriptions/years.ts';
import { conversionInWords } from '../filters/shared-filters.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import { convertedReading } from './conversion.ts';
import { datesOf, membersOf, spanAsked } from './selection.ts';

const BYTES_OF_YEAR = 1000;

/** The calendar years of a selection, newest first, then its fiscal years. */
export const years = listOfFigures(yearRecord, {
  find: (view, asked, window, beside) => {
    const rows = yearsOf(convertedReading(view, asked, beside), asked);
    return {
      ...foundRows(rows, window),
      ...{ unit: rows[0]?.unit ?? 'amount', converted: conversionInWords(asked) },
    };
  },
});

const yearsOf = perContentAndKey(
  (view: FigureReading, asked: AskedOf<typeof yearRecord>): readonly YearRow[] => {
    const selected = membersOf(view, asked);
    const { group, figures, unit, fiscalYearStart } = selected;
    const span = spanAsked(selected, 'months', asked.months) ?? group.months;
    const isPaid = (month: number) =>
      group.members.some(({ sums }) => sums.paid({ first: month, last: month }) > 0);
    const isKnown = (month: number) =>
      group.members.some(({ series }) => series.slots[month - series.first] !== undefined);
    const known = [...figures.months].filter(
      (month) => month >= span.first && month <= span.last && isKnown(month),
    );
    const ofKind = (kind: YearRow['years'], start: number) =>
      [
        ...groupBy(
          known.sort((a, b) => b - a),
          (month) => fiscalYearOf(monthAt(month), start),
        ),
      ].map(([year, [last = 0]]): YearRow => {
        const toDate = yearToDate(last, start);
        const paid = [...figures.months].filter((one) => one >= toDate.first && one <= last && isPaid(one));
        return {
          ...{ year, years: kind, unit, ...datesOf(selected, last), months: paid.length },
          isClosed: lengthOf(toDate) === YEAR,
          sum: measure(group, toDate, earlier(toDate)),
        };
      });
    return [...ofKind('calendar', 1), ...ofKind('fiscal', fiscalYearStart)];
  },
  (asked) => JSON.stringify(asked),
  ({ length }) => length * BYTES_OF_YEAR,
);
