import { monthIndex, monthOfDate } from '../../domain/month.ts';
import { openDoubts } from '../../domain/reading/open-doubts.ts';
import { rowsOfField } from '../../domain/text/wording.ts';
import { stateOf } from '../../states/index.ts';
import { readSources } from '../../store/query/sources.ts';
import { type SourcedFigure, seriesRecord } from '../descriptions/analysis.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import { EVERYTHING, foundRows, listOf } from '../list.ts';
import { analysis } from './analysis.ts';
import { doubtedSums } from './comparables.ts';

/** One field of a jurisdiction, month by month, with its sources. */
export const series = listOf(seriesRecord, {
  find: (view, asked, window) => {
    if (asked.basis === 'sales')
      throw new WrongFilter('basis', [
        'A figure and its sources belong to a month of payment. For sums by month of sale, add --view month, --view quarter or --view year.',
      ]);
    const { read, length, unit, meta } = analysis.find(view, asked, EVERYTHING);
    const state = stateOf(view.jurisdictions.get(asked.id)?.state ?? '');
    const doubtful = openDoubts(view, state, 0).countOf([asked.id]);
    const given = readSources(view.dataset, state, asked.id, { from: null, to: null });
    const byMonth = new Map(given.map((one) => [monthOfDate(one.period), one]));
    const rows = read(view, 0, length).map((one): SourcedFigure => {
      const { sources = [], corrected = [] } = byMonth.get(one.month) ?? {};
      return {
        ...one,
        doubtful: doubtedSums(doubtful, monthIndex(one.month)),
        source: sources.map((source) => rowsOfField(source.file_name, source, one.field)).join('; '),
        ...{ sources, corrected },
      };
    });
    return { ...foundRows(rows, window), ...(unit && { unit }), ...(meta && { meta }) };
  },
});
