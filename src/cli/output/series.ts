import { addMonths, formatMonth, type Month } from '../../domain/month.ts';
import type { ReportOrigin } from '../../domain/origin.ts';
import type { FigureSource } from '../../domain/report.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { formatTime, rowsOfField, stretch } from '../../domain/text/wording.ts';
import { type SourcedFigure, seriesRecord } from '../../records/descriptions/analysis.ts';
import { kindOf, stateOf } from '../../states/index.ts';
import { openSpans } from '../../store/query/jurisdictions.ts';
import { aboutJurisdiction, type Meta } from './analysis.ts';
import { formatTable } from './print.ts';
import { formatRecords } from './records.ts';

/** The figures of a field with their sources. */
export const seriesText = aboutJurisdiction<SourcedFigure>(
  (rows, { meta }) => [...formatSeries(rows, meta), ...formatReports(rows)],
  ({ view, asked }) => {
    const jurisdiction = view.jurisdictions.get(Number(asked.id));
    const span = jurisdiction && openSpans(view.dataset, stateOf(jurisdiction.state))(jurisdiction.id);
    if (span) return `No datapoint in these months. The dataset has ${stretch(...span)}.`;
    return `No datapoint in any month. To see why, run: allocations findings --jurisdiction ${jurisdiction?.id}`;
  },
);

function describeOrigin(origin: ReportOrigin | null): string {
  if (origin === null) return 'a file';
  return origin.invented ? 'invented sample' : `${origin.url} at ${formatTime(origin.fetched_at)}`;
}

/** Lists the reports of a series: file, title, hash, and where it was downloaded from. */
function formatReports(series: readonly SourcedFigure[]): string[] {
  const reports = new Map(series.flatMap(({ sources }) => sources.map((source) => [source.sha256, source])));
  if (reports.size === 0) return [];
  const rows = [...reports.values()].map(({ kind, file_name, sha256, origin }) => [
    file_name,
    kindOf(kind).title,
    shortHash(sha256),
    describeOrigin(origin),
  ]);
  return [formatTable(['file', 'report', 'sha256', 'origin'], rows)];
}

/** Names reports by file name. If several share a name, it adds the hash. */
function namesOf(sources: readonly FigureSource[]): (source: FigureSource) => string {
  const reports = new Map(sources.map(({ sha256, file_name }) => [sha256, file_name]));
  const names = [...reports.values()];
  const isOnlyOne = (file_name: string) => names.indexOf(file_name) === names.lastIndexOf(file_name);
  return ({ file_name, sha256 }) =>
    isOnlyOne(file_name) ? file_name : `${file_name} (${shortHash(sha256)}…)`;
}

function formatSeries(series: readonly SourcedFigure[], meta: Meta): string[] {
  const nameOf = namesOf(series.flatMap(({ sources }) => sources));
  const rows = series.map((one) => ({
    ...one,
    source: [
      ...one.sources.map((source) => rowsOfField(nameOf(source), source, one.field)),
      ...one.corrected.map((name) => `${name} from corrections.json`),
    ].join('; '),
  }));
  const gaps = series.flatMap(({ month }, at) => gapBetween(series[at - 1]?.month, month));
  const newest = series.at(-1);
  return [
    // a column would leave too little room for the sources
    ...(newest?.salesMonth
      ? [`The payment of ${formatMonth(newest.month)} is for sales of ${formatMonth(newest.salesMonth)}.`]
      : []),
    formatRecords(seriesRecord, rows, { meta }),
    ...(gaps.length > 0 ? [`Missing: ${gaps.join(', ')}.`] : []),
  ];
}

/** The months missing between two neighbors of a series, as one text; empty if no month is missing. */
function gapBetween(before: Month | undefined, month: Month): string[] {
  if (before === undefined || addMonths(before, 1) === month) return [];
  return [stretch(addMonths(before, 1), addMonths(month, -1))];
}
