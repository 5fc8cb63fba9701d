import type { YearOverYear } from '../../derive/analysis.ts';
import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { rowOf } from '../../domain/text/wording.ts';
import { stateOf, unitOf } from '../../states/index.ts';
import { readSeries } from '../../store/query/series.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { AskedOf } from '../description.ts';
import {
  type AnalyzedMonth,
  type AnalyzedYear,
  analysisRecord,
  quarterRecord,
  type SourcedFigure,
  seriesRecord,
  yearRecord,
} from '../descriptions/analysis.ts';
import { foundRows, listOf } from '../list.ts';
import { fieldAsked, newestFirst, openAnalyses, yearsOf } from './analyses.ts';

/** One field of a jurisdiction, month by month, against the year before. */
export const analysis = listOf(analysisRecord, {
  find: (view, asked, window) => {
    const { months, meta, unit } = analyze(view, asked);
    return { ...foundRows(months, window), unit, meta };
  },
});

/** As `analysis`, quarter by quarter. */
export const quarters = listOf(quarterRecord, {
  find: (view, asked, window) => {
    const { months, meta, unit } = analyze(view, asked);
    const settling = months.filter(({ quarter }) => quarter !== null);
    return { ...foundRows(settling, window), unit, meta };
  },
});

/** As `analysis`, year by year. */
export const years = listOf(yearRecord, {
  find: (view, asked, window) => {
    const { months, meta, unit, of } = analyze(view, asked);
    const all = yearsOf<YearOverYear>(months).map((year): AnalyzedYear => ({ ...year, ...of }));
    return { ...foundRows(all, window), unit, meta };
  },
});

/** One field of a jurisdiction, month by month, with its sources. */
export const series = listOf(seriesRecord, {
  find: (view, asked, window) => {
    const { of, state, meta } = questionOf(view, asked);
    const { jurisdiction, field, unit } = of;
    const all = readSeries(view.dataset, state, jurisdiction.id, field, { from: null, to: null });
    const rows = newestFirst(all, asked).map(
      ({ sources, ...month }): SourcedFigure => ({
        ...month,
        ...of,
        source: sources.map((source) => rowOf(source.fileName, source)).join('; '),
        sources: sources.map(({ fileName: file_name, receivedAt: received_at, ...source }) => ({
          ...source,
          file_name,
          received_at,
        })),
      }),
    );
    return { ...foundRows(rows, window), unit, meta };
  },
});

type Question = AskedOf<typeof analysisRecord>;

function questionOf({ jurisdictions }: DatasetView, { id, field: asked, fiscal_year_start }: Question) {
  const jurisdiction = jurisdictions.get(id);
  if (!jurisdiction) throw new Error(`no jurisdiction ${id}`);
  const state = stateOf(jurisdiction.state);
  const field = fieldAsked(state, asked);
  const start = fiscal_year_start ?? fiscalYearToDateStart(state.calendar);
  const of = { jurisdiction, field, unit: unitOf(state.code, field) ?? 'amount' };
  return { of, state, start, meta: { field, fiscal_year_start: start } };
}

/** The months that a request asks for, newest first. */
function analyze(view: DatasetView, asked: Question) {
  const { of, state, start, meta } = questionOf(view, asked);
  const all = openAnalyses(view, state, of.field, start)(of.jurisdiction);
  const months = newestFirst(all, asked).map((one): AnalyzedMonth => ({ ...one, ...of }));
  return { months, of, unit: of.unit, meta };
}
