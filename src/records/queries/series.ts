import { getTableName } from 'drizzle-orm';
import { DERIVED_PREFIXES } from '../../domain/allocation.ts';
import { monthIndex, monthOfDate } from '../../domain/month.ts';
import type { AskedMonths } from '../../domain/month-range.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import { rowsOfField } from '../../domain/text/wording.ts';
import { stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../../store/dataset.ts';
import { readSources } from '../../store/query/sources.ts';
import { allocationTableOf } from '../../store/schema.ts';
import { type AnalyzedField, type SourcedFigure, seriesRecord } from '../descriptions/analysis.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { foundRows, listOf } from '../list.ts';
import { datedBy, newestFirst, openAnalyses } from './analyses.ts';
import { analysisAsked } from './analysis.ts';
import { doubtedSums } from './comparables.ts';

/** One field of a jurisdiction, month by month, with its sources. */
export const series = listOf(seriesRecord, {
  find: (view, asked, window) => {
    const { of, meta, ...question } = analysisAsked(view, asked);
    if (question.basis === 'sales')
      throw new WrongFilter('basis', [
        'A figure and its sources belong to a month of payment. For sums by month of sale, add --view month, --view quarter or --view year.',
      ]);
    const state = stateOf(of.jurisdiction.state);
    const dated = datedBy(state, 'payment');
    const { jurisdiction, field, unit } = of;
    const all = readSeries(view.dataset, state, jurisdiction.id, field, { from: null, to: null });
    const months = openAnalyses(view, state, field, { ...question, basis: 'payment' })(jurisdiction);
    const analyzed = new Map(months.map((one) => [one.month, one]));
    const doubtful = openDoubts(view, state, 0).countOf([jurisdiction.id]);
    const rows = newestFirst(all, asked).map(
      ({ sources, ...one }): SourcedFigure => ({
        ...dated(one),
        ...of,
        comparable: analyzed.get(one.month)?.payment.comparable,
        doubt: analyzed.get(one.month)?.doubt ?? null,
        doubtful: doubtedSums(doubtful, monthIndex(one.month)),
        source: sources.map((source) => rowsOfField(source.file_name, source, field)).join('; '),
        sources,
      }),
    );
    return { ...foundRows(rows, window), unit, meta };
  },
});

/** A month of a series. Value, trend and ytd are in the field's unit. */
type SeriesFigure = Omit<
  SourcedFigure,
  keyof AnalyzedField | 'source' | 'salesMonth' | 'comparable' | 'doubt' | 'doubtful'
>;

/** Reads one field of one jurisdiction in a range of months, in month order. */
export function readSeries(
  dataset: Dataset,
  state: State,
  jurisdictionId: number,
  field: string,
  range: AskedMonths,
): SeriesFigure[] {
  if (!state.fields.some(({ name }) => name === field))
    throw new Error(`${state.code} has no field ${field}`);
  const { trends, ytd } = DERIVED_PREFIXES;
  const table = getTableName(allocationTableOf(state));
  const select = dataset.sqlite.prepare<
    [number, string],
    Omit<SeriesFigure, 'month' | 'corrected' | 'sources'>
  >(
    `SELECT now.${field} AS value, before.${field} AS yearAgo,
       now.${trends}${field} AS trend, now.${ytd}${field} AS ytd
     FROM ${table} AS now LEFT JOIN ${table} AS before ON before.jurisdiction_id = now.jurisdiction_id
       AND before.allocation_period = date(now.allocation_period, '-12 months')
     WHERE now.jurisdiction_id = ? AND now.allocation_period = ?`,
  );
  return readSources(dataset, state, jurisdictionId, range).flatMap(({ period, corrected, sources }) => {
    const figures = select.get(jurisdictionId, period);
    if (!figures) return [];
    return [{ month: monthOfDate(period), ...figures, corrected, sources }];
  });
}
