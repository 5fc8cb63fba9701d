import { countFindings, withMessage, withRefusal } from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { addMonths } from '../../domain/month.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { periodsInWords, plural } from '../../domain/text/wording.ts';
import type { ReportSummary, RunSummary } from '../../pipeline/summary.ts';
import { stateOfKind } from '../../states/index.ts';
import { readDataset } from '../../store/dataset.ts';
import { openReports } from '../../store/write/reports.ts';
import { formatTable, oneLine, printError, printForPeople, printJson } from './print.ts';
import { describeInfos, findingLines, urgentLines } from './run-findings.ts';

/** A run's summary for people. `nothingNew` says what it means that a run has nothing new. */
export function formatSummary(summary: RunSummary, nothingNew = 'nothing new'): string {
  const { reports, allocations, findings } = summary;
  const skipped = reports.filter(isSkipped).length;
  const count = (status: string) => reports.filter((report) => report.status === status).length;
  const rarer = [
    [count('withdrawn'), 'withdrawn'],
    [count('outside-range'), 'outside the requested months'],
    [skipped, 'withdrawn earlier'],
  ].flatMap(([number, what]) => (number ? [`, ${number} ${what}`] : []));
  const lines = [
    summary.run_id === null
      ? 'Dry run: the dataset is unchanged.'
      : `Run ${summary.run_id}: ${outcomeOf(summary, nothingNew)}`,
    `  reports      ${count('loaded')} loaded, ${count('unchanged') - skipped} unchanged, ${count('refused')} refused${rarer.join('')}`,
    `  datapoints   ${formatCount(allocations.inserted)} inserted, ${formatCount(allocations.updated)} updated, ${formatCount(allocations.removed)} removed, ${formatCount(allocations.unchanged)} unchanged`,
    ...describeRevised(summary),
    ...describeNewFacts(summary),
    `  findings     ${plural(findings.error, 'error')}, ${plural(findings.warning, 'warning')}, ${plural(findings.info, 'info')}${describeInfos(summary)}`,
    `  time         ${(summary.duration_ms / 1000).toFixed(1)} s`,
    ...reports.filter(({ status }) => status === 'withdrawn').map(formatRemoved),
  ];
  return [...lines, ...findingLines(summary), ...resultLines(reports)].join('\n');
}

/** Whether a report was received again that a person withdrew. */
function isSkipped({ status, findings }: Pick<ReportSummary, 'status' | 'findings'>): boolean {
  return status === 'unchanged' && findings.some(({ code }) => code === 'withdrawn-report');
}

function describeRevised({ run_id, allocations: { revised, updated, removed } }: RunSummary): string[] {
  if (revised === 0) return [];
  const what = plural(revised, 'datapoint');
  if (run_id === null) return [`  revisions    published figures of ${what} would change or be removed`];
  const derived = updated + removed > revised ? ' (the other updates: derived figures or sources)' : '';
  return [
    `  revisions    published figures of ${what} changed or were removed${derived}: allocations revisions --reported`,
  ];
}

/** A report of rates changes no datapoint, but must not look as if it changed nothing. */
function describeNewFacts({ new_facts }: RunSummary): string[] {
  return new_facts > 0 ? [`  jurisdictions: ${formatCount(new_facts)} with a new rate or county`] : [];
}

/** Names a withdrawn report, and says that it will not be loaded again. */
function formatRemoved({ path, sha256, from, to, rows }: ReportSummary): string {
  // a dataset of version 0.2.0 does not know it
  const count = rows < 0 ? '' : `, ${plural(rows, 'row')}`;
  return `  withdrawn    ${oneLine(path)} (${sha256 && shortHash(sha256)}), ${periodsInWords(`${from}`, `${to}`)}${count}. Later runs skip files with the same content`;
}

/** A table of files and results, if a run of several files has one that is not simply loaded. */
function resultLines(reports: readonly ReportSummary[]): string[] {
  const isLoaded = ({ status }: ReportSummary) => status === 'loaded' || status === 'unchanged';
  const told = reports.filter(
    (report) => !isLoaded(report) || report.findings.some(({ severity }) => severity !== 'info'),
  );
  if (reports.length === 1 || told.every(isLoaded)) return [];
  const rows = told.map((report) => [report.path, resultOf(report)]);
  const others = reports.length - told.length;
  if (others > 0) rows.push([plural(others, 'other file'), 'loaded or unchanged']);
  return ['', formatTable(['file', 'result'], rows)];
}

/** The result of one file in a few words: `refused, 2 errors`. */
function resultOf(report: ReportSummary): string {
  const { status, findings } = report;
  const counts = countFindings(findings);
  const reasons = (['error', 'warning'] as const).flatMap((severity) =>
    counts[severity] > 0 ? [plural(counts[severity], severity)] : [],
  );
  const done = isSkipped(report) ? 'withdrawn' : status;
  const result = done === 'outside-range' ? outsideRange(report) : done;
  return [result, ...reasons].join(', ');
}

/** Files can be named by the month of the sales, and the requested months are those of payments. */
function outsideRange({ kind, from, to }: ReportSummary): string {
  const result = 'not in the requested months';
  const lag = kind && stateOfKind(kind).calendar.lags.sales;
  if (!from || !to || lag === null) return result;
  const sales = periodsInWords(addMonths(from, -lag), addMonths(to, -lag));
  return `${result}: sales of ${sales}, paid in ${periodsInWords(from, to)}`;
}

/** What the run did, in one line, with the loaded rows that lose against another report. */
function outcomeOf(summary: RunSummary, nothingNew: string): string {
  const unused = unusedRows(summary);
  const happened = whatHappened(summary, nothingNew);
  if (unused === 0) return `${happened}.`;
  const were = unused === 1 ? 'was' : 'were';
  return `${happened}, but ${plural(unused, 'row')} ${were} not used, because another report wins (outdated-row).`;
}

function whatHappened({ outcome, reports }: RunSummary, nothingNew: string): string {
  const statuses = new Set(reports.map(({ status }) => status));
  const isAll = (status: ReportSummary['status']) => statuses.size === 1 && statuses.has(status);
  if (isAll('withdrawn')) return reports.length === 1 ? 'the report was withdrawn' : 'reports were withdrawn';
  if (isAll('outside-range')) return 'no report has the requested months. The dataset is unchanged';
  if (outcome === 'nothing-new') return `${nothingNew}. The dataset is unchanged`;
  if (outcome === 'ok' && isAll('unchanged')) return `${plural(reports.length, 'report')} read again`;
  if (outcome === 'ok') return reports.length === 1 ? 'the report was loaded' : 'all reports were loaded';
  if (isAll('refused')) return 'all reports were refused';
  return `some reports were refused, and ${statuses.has('loaded') ? 'the others were loaded' : 'no other report is new'}`;
}

/** How many rows of the run's reports lose against another report. A finding counts the others of its report. */
function unusedRows({ reports }: RunSummary): number {
  const outdated = reports.flatMap(({ findings }) => findings.filter(({ code }) => code === 'outdated-row'));
  return outdated.reduce(
    (sum, { facts }) => sum + 1 + ('more' in facts && typeof facts.more === 'number' ? facts.more : 0),
    0,
  );
}

/** Prints a run's summary on stdout, as JSON or text. If quiet, it prints only errors, on stderr. */
export function printSummary(summary: RunSummary, { json, quiet }: { json?: true; quiet?: true }): void {
  if (json) printJson(describeSummary(summary));
  else if (!quiet) printForPeople(formatSummary(summary));
  else for (const line of urgentLines(summary)) printError(line.trim());
}

/** Prints the summary of a run over the archive, with the names that a person knows: the archive uses hashes. */
export function printArchived(summary: RunSummary, flags: { db: string; json?: true; quiet?: true }): void {
  printSummary(flags.json ? summary : withFileNames(summary, flags.db), flags);
}

function withFileNames(summary: RunSummary, database: string): RunSummary {
  const known = readDataset(database, (dataset) => openReports(dataset).list());
  const names = new Map(known.map(({ record }) => [record.sha256, record.file_name]));
  const reports = summary.reports.map((report) => {
    const name = report.sha256 === null ? undefined : names.get(report.sha256);
    // a removed report is printed with its name and hash already
    const isNamed = name === undefined || report.status === 'withdrawn';
    return isNamed ? report : { ...report, path: `${name} (${shortHash(`${report.sha256}`)})` };
  });
  return { ...summary, reports };
}

/** The summary for JSON output, in which each finding has its message. */
export function describeSummary(summary: RunSummary) {
  const { reports, corrections, others } = summary;
  return {
    ...summary,
    reports: reports.map((report) => ({
      ...report,
      findings: report.findings.map(report.status === 'refused' ? withRefusal : withMessage),
    })),
    corrections: corrections.map(withMessage),
    others: others.map(withMessage),
  };
}
