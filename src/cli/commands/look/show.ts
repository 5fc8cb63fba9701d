import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { addMonths, type Month } from '../../../domain/month.ts';
import type { ReportOrigin } from '../../../domain/origin.ts';
import { shortHash } from '../../../domain/text/sha256.ts';
import { rowOf, stretch } from '../../../domain/text/wording.ts';
import { stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { readDataset } from '../../../store/dataset.ts';
import { openSpans } from '../../../store/query/jurisdictions.ts';
import { readSeries, type SeriesMonth } from '../../../store/query/series.ts';
import type { SeriesSource } from '../../../store/query/sources.ts';
import type { StoredJurisdiction } from '../../../store/write/jurisdictions.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import {
  databaseOption,
  fiscalYearOption,
  fromOption,
  jsonFiguresOption,
  requireOrder,
  stateOption,
  toOption,
  typeOption,
} from '../../options.ts';
import { ANALYSIS_VIEWS, type AnalysisView, formatExactChange } from '../../output/analysis.ts';
import { formatFigure } from '../../output/figure.ts';
import { formatHeading, requireField } from '../../output/jurisdiction.ts';
import { formatTable, print, printJson } from '../../output/print.ts';
import { showAnalysis } from './show-analysis.ts';

interface ShowFlags extends ScopeFlags {
  db: string;
  from?: Month;
  to?: Month;
  field?: string;
  view?: AnalysisView;
  fiscalYearStart?: number;
  json?: true;
}

/** `allocations show`: shows one jurisdiction month by month. */
export function showCommand(config: Config): Command {
  const command = new Command('show')
    .description('Show the payments of one jurisdiction and their sources')
    .argument('<jurisdiction>', 'Its id, code or name')
    .addOption(stateOption('Search only in this state'))
    .addOption(typeOption('Search only jurisdictions of this type'))
    .addOption(countyOption('Search only jurisdictions of this county'))
    .addOption(
      new Option('--field <name>', 'Field to show instead of net_payment, for example current_distributions'),
    )
    .addOption(
      new Option(
        '--view <view>',
        'Compare with the year before, instead of showing sources. One line for each of these',
      ).choices(ANALYSIS_VIEWS),
    )
    .addOption(fiscalYearOption('First month of the fiscal year, 1 to 12, for --view'))
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(databaseOption(config))
    .addOption(jsonFiguresOption())
    .action((idOrName: string, flags: ShowFlags, command) => {
      requireOrder(command, flags);
      if (flags.view) showAnalysis(idOrName, { ...flags, view: flags.view });
      else showSeries(idOrName, flags);
    });
  return addExamples(
    command,
    'allocations show "Alder Creek" --from 2026-01',
    'allocations show "Alder Creek" --view year --fiscal-year-start 7',
    'allocations show 60001990 --field current_distributions --json',
  );
}

/** Prints the figures of a field with their sources. */
function showSeries(idOrName: string, flags: ShowFlags): void {
  const { db, from = null, to = null, json } = flags;
  const { jurisdiction, state, field, series, span } = readDataset(db, (dataset) => {
    const chosen = chooseJurisdiction(dataset, idOrName, scopeOf(dataset, flags));
    const itsState = stateOf(chosen.state);
    const field = flags.field ?? itsState.headline;
    requireField(itsState, field);
    const months = readSeries(dataset, itsState, chosen.id, field, { from, to });
    const span = openSpans(dataset, itsState)(chosen.id);
    return { jurisdiction: chosen, state: itsState, field, series: months, span };
  });
  if (json) {
    printJson({ jurisdiction, field, series: series.map(toJson) });
    return;
  }
  const shown =
    series.length > 0
      ? `${formatSeries(state, field, series)}${formatReports(series)}`
      : formatNothing(jurisdiction, span);
  print(`${formatHeading(jurisdiction)}\n\n${shown}`);
}

function formatNothing({ id }: StoredJurisdiction, span: [Month, Month] | null): string {
  if (span) return `No datapoint in these months. The dataset has ${stretch(...span)}.`;
  return `No datapoint in any month. To see why, run: allocations findings --jurisdiction ${id}`;
}

/** A month, with the property names of the JSON output. */
function toJson({ sources, yearAgo: _, ...month }: SeriesMonth) {
  return {
    ...month,
    sources: sources.map(({ fileName: file_name, receivedAt: received_at, ...source }) => ({
      ...source,
      file_name,
      received_at,
    })),
  };
}

function describeOrigin(origin: ReportOrigin | null): string {
  if (origin === null) return 'local file';
  return origin.invented ? 'invented sample' : `${origin.url} at ${origin.fetched_at}`;
}

/** Lists the reports of a series: file, kind, hash, and where it was downloaded from. */
function formatReports(series: readonly SeriesMonth[]): string {
  const reports = new Map(series.flatMap(({ sources }) => sources.map((source) => [source.sha256, source])));
  if (reports.size === 0) return '';
  const rows = [...reports.values()].map(({ kind, fileName, sha256, origin }) => [
    fileName,
    kind,
    shortHash(sha256),
    describeOrigin(origin),
  ]);
  return `\n\n${formatTable(['report', 'kind', 'sha256', 'origin'], rows)}`;
}

/** Names reports by file name. If several share a name, it adds the hash. */
function namesOf(sources: readonly SeriesSource[]): (source: SeriesSource) => string {
  const reports = new Map(sources.map(({ sha256, fileName }) => [sha256, fileName]));
  const names = [...reports.values()];
  const isOnlyOne = (fileName: string) => names.indexOf(fileName) === names.lastIndexOf(fileName);
  return ({ fileName, sha256 }) => (isOnlyOne(fileName) ? fileName : `${fileName} (${shortHash(sha256)}…)`);
}

function formatSeries(state: State, field: string, series: readonly SeriesMonth[]): string {
  const shown = field.replaceAll('_', ' ');
  const head = ['month', shown, 'vs year ago', '12-month mean', 'year to date', 'source'];
  const figure = (value: number | null) => formatFigure(state.code, field, value);
  const nameOf = namesOf(series.flatMap(({ sources }) => sources));
  const rows = series.flatMap(({ month, value, yearAgo, delta, trend, ytd, corrected, sources }, at) => [
    ...gapBetween(series[at - 1]?.month, month).map((gap) => [gap, '-', '-', '-', '-', 'missing']),
    [
      month,
      figure(value),
      formatExactChange({ value, yearAgo, change: delta }),
      figure(trend),
      figure(ytd),
      [
        ...sources.map((source) => rowOf(nameOf(source), source)),
        ...corrected.map((name) => `${name} from corrections.json`),
      ].join('; '),
    ],
  ]);
  return formatTable(head, rows, head.slice(1, 5), 'source');
}

/** The months missing between two neighbors of a series, as one text; empty if no month is missing. */
function gapBetween(before: Month | undefined, month: Month): string[] {
  if (before === undefined || addMonths(before, 1) === month) return [];
  return [stretch(addMonths(before, 1), addMonths(month, -1))];
}
