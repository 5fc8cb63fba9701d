import type { ComparableFigure } from '../../derive/analysis.ts';
import { type FigureReading, knownStateOf, unitOfField } from '../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import type { AskedOf } from '../description.ts';
import {
  type AnalyzedMonth,
  type AnalyzedYear,
  analysisRecord,
  quarterRecord,
  yearRecord,
} from '../descriptions/analysis.ts';
import { foundRows, listOfFigures } from '../found-rows.ts';
import { countedBy, datedBy, fieldAsked, lagOf, newestFirst, openAnalyses } from './analyses.ts';
import { yearsOf } from './years.ts';

/** One field of a jurisdiction, month by month, against the year before. */
export const analysis = listOfFigures(analysisRecord, {
  find: (view, asked, window) => {
    const { months, meta, unit } = analyze(view, asked);
    return { ...foundRows(months, window), unit, meta };
  },
});

/** As `analysis`, quarter by quarter. */
export const quarters = listOfFigures(quarterRecord, {
  find: (view, asked, window) => {
    const { months, meta, unit } = analyze(view, asked);
    const settling = months.filter(({ quarter }) => quarter !== null);
    return { ...foundRows(settling, window), unit, meta };
  },
});

/** As `analysis`, year by year. */
export const years = listOfFigures(yearRecord, {
  find: (view, asked, window) => {
    const { state, all, dated, meta, unit, of } = analyze(view, asked);
    const doubts = openDoubts(view, state, lagOf(state, meta.basis));
    const doubtfulIn = doubts.countOf([of.jurisdiction.id]);
    const found = yearsOf<ComparableFigure>(all, asked, meta.fiscal_year_start, doubtfulIn).map(
      (year): AnalyzedYear => ({ ...dated(year), ...of }),
    );
    return { ...foundRows(found, window), unit, meta };
  },
});

/** All months, oldest first, and those that a request asks for, newest first and dated for records. */
function analyze(view: FigureReading, asked: AskedOf<typeof analysisRecord>) {
  const jurisdiction = view.jurisdictions.get(asked.id);
  if (!jurisdiction) throw new Error(`no jurisdiction ${asked.id}`);
  const state = knownStateOf(view, jurisdiction.state);
  const field = fieldAsked(state, asked.field);
  const { meta, ...question } = countedBy(state, asked);
  const of = { jurisdiction, field, unit: unitOfField(state, field) ?? 'amount' };
  const all = openAnalyses(view, state, field, question)(jurisdiction);
  const dated = datedBy(state, question.basis);
  const months = newestFirst(all, asked).map((one): AnalyzedMonth => ({ ...dated(one), ...of }));
  return { state, all, months, dated, of, unit: of.unit, meta: { field, ...meta } };
}
