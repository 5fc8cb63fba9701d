import type { MissingMonth } from '../../../records/descriptions/missing-month.ts';
import type { Filters } from '../../../records/filters/filter.ts';
import type { RecordList } from '../../../records/list.ts';
import { analysis, quarters, years } from '../../../records/queries/analysis.ts';
import { comparisons } from '../../../records/queries/comparison.ts';
import { absentReports } from '../../../records/queries/missing-months.ts';
import { periodComparisons } from '../../../records/queries/period-comparison.ts';
import { series } from '../../../records/queries/series.ts';
import { totals, totalYears } from '../../../records/queries/totals.ts';
import { comingMonths } from '../../../records/queries/year-end/months-ahead.ts';
import { projectionErrors } from '../../../records/queries/year-end/projection-errors.ts';
import { projections } from '../../../records/queries/year-end/projections.ts';
import { absentLines } from '../../output/absent-reports.ts';
import { monthsText, quartersText, yearsText } from '../../output/analysis.ts';
import { comparisonText, periodsText } from '../../output/comparison.ts';
import { monthsAheadText, projectionsText } from '../../output/projections.ts';
import { seriesText } from '../../output/series.ts';
import { totalsText, totalYearsText } from '../../output/totals.ts';
import { type ByHand, explainNone, type Shown, withOwnText } from './records.ts';

/** A year, and the same month of the year before. */
const MONTHS_SHOWN = 13;

/** The commands whose text is made by hand, by their lists. */
export const TEXTS_BY_HAND: ReadonlyMap<RecordList, ByHand> = new Map<RecordList, ByHand>([
  [
    series,
    {
      text: withOwnText(series, seriesText),
      newest: MONTHS_SHOWN,
      views: {
        month: withOwnText(analysis, monthsText),
        quarter: withOwnText(quarters, quartersText),
        year: withOwnText(years, yearsText),
      },
      viewMeaning: 'Compare with the year before, instead of showing sources. One record for each of these',
    },
  ],
  [
    comparisons,
    {
      text: withOwnText(comparisons, comparisonText),
      instead: { ifGiven: 'period', ...withOwnText(periodComparisons, periodsText) },
    },
  ],
  [
    totals,
    {
      text: withOwnText(totals, totalsText),
      views: { month: withOwnText(totals, totalsText), year: withOwnText(totalYears, totalYearsText) },
      viewMeaning: 'What a record is. Default: month',
    },
  ],
  [
    projections,
    {
      text: withOwnText(projections, projectionsText),
      instead: { ifGiven: 'check', list: projectionErrors },
    },
  ],
  [absentReports, { text: withOwnText(absentReports, missingText) }],
  [comingMonths, { text: withOwnText(comingMonths, monthsAheadText) }],
]);

function missingText({ view, find, limit }: Shown<MissingMonth, Filters>): string {
  const { rows } = find();
  if (rows.length === 0) return explainNone('missing months', view, {});
  return absentLines(rows).slice(0, limit).join('\n');
}
