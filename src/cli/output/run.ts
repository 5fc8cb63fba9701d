import {
  describeFinding,
  type Finding,
  findingMessage,
  formatFinding,
  isCapped,
  withMessage,
  withText,
} from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import { plural, stretch } from '../../domain/text/wording.ts';
import type { ReportSummary, RunSummary } from '../../pipeline/summary.ts';
import { readDataset } from '../../store/dataset.ts';
import { openReports } from '../../store/write/reports.ts';
import { oneLine, print, printError, printJson } from './print.ts';

/** How many lines of warnings a summary prints. */
const FINDINGS_PRINTED = 20;
/** How many findings of one code and file a summary prints. The others are only counted. */
const OF_EACH_CODE = 3;

/** A run's summary for people. */
export function formatSummary(summary: RunSummary): string {
  const { reports, allocations, findings } = summary;
  const skipped = reports.filter(isSkippedAsWithdrawn).length;
  const count = (status: string) => reports.filter((report) => report.status === status).length;
  const rarer = (['held', 'withdrawn', 'rejected', 'outside-range'] as const)
    .filter((status) => count(status) > 0)
    .map(
      (status) =>
        `, ${count(status)} ${status === 'outside-range' ? 'outside the requested months' : status}`,
    );
  const lines = [
    summary.run_id === null
      ? 'Dry run: the dataset is unchanged.'
      : `Run ${summary.run_id}: ${outcomeOf(summary)}`,
    `  reports      ${count('loaded')} loaded, ${count('unchanged') - skipped} unchanged, ${count('refused')} refused${rarer.join('')}${skipped > 0 ? `, ${skipped} withdrawn earlier` : ''}`,
    `  datapoints   ${formatCount(allocations.inserted)} inserted, ${formatCount(allocations.updated)} updated, ${formatCount(allocations.removed)} removed, ${formatCount(allocations.unchanged)} unchanged`,
    ...describeRevised(summary),
    ...describeNewFacts(summary),
    `  findings     ${plural(findings.error, 'error')}, ${plural(findings.warning, 'warning')}, ${plural(findings.info, 'info')}${describeInfos(findingsOf(summary))}`,
    `  time         ${(summary.duration_ms / 1000).toFixed(1)} s`,
    ...reports.filter(({ status }) => status === 'withdrawn' || status === 'rejected').map(formatRemoved),
    ...heldLines(summary),
  ];
  return [...lines, ...formatFindings(summary)].join('\n');
}

/** Whether a report was received again after a person withdrew it. */
function isSkippedAsWithdrawn({ status, findings }: ReportSummary): boolean {
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

/** Names a withdrawn or rejected report, and says that it will not be loaded again. */
function formatRemoved({ path, status, sha256, from, to, rows }: ReportSummary): string {
  // a rejected report never had rows in the dataset
  const of = status === 'rejected' ? '' : `, ${plural(rows, 'row')}`;
  return `  ${status.padEnd(12)} ${oneLine(path)} (${sha256 && shortHash(sha256)}), ${stretch(`${from}`, `${to}`)}${of}. Later runs skip files with the same content`;
}

/** One line for each held report, which says what to do. */
function heldLines({ run_id, reports }: RunSummary): string[] {
  return reports
    .filter(({ status }) => status === 'held')
    .map(({ path, sha256 }) => {
      const hash = sha256 && shortHash(sha256);
      if (run_id === null) return `  held         ${oneLine(path)} would wait for your review`;
      return `  held         ${oneLine(path)} waits for your review: allocations accept ${hash} --reason TEXT, or allocations reject ${hash} --reason TEXT`;
    });
}

/** What the run did, in one line, with the loaded rows that lose against another report. */
function outcomeOf(summary: RunSummary): string {
  const unused = unusedRows(summary);
  if (unused === 0) return `${whatHappened(summary)}.`;
  const were = unused === 1 ? 'was' : 'were';
  return `${whatHappened(summary)}, but ${plural(unused, 'row')} ${were} not used, because another report wins (outdated-row).`;
}

function whatHappened({ outcome, reports }: RunSummary): string {
  const statuses = new Set(reports.map(({ status }) => status));
  const isAll = (status: ReportSummary['status']) => statuses.size === 1 && statuses.has(status);
  if (isAll('withdrawn')) return 'the report was withdrawn';
  if (isAll('rejected')) return 'the report was rejected';
  if (isAll('outside-range')) return 'no report has the requested months. The dataset is unchanged';
  if (outcome === 'nothing-new') return 'nothing new. The dataset is unchanged';
  if (outcome === 'ok')
    return isAll('unchanged') ? `${plural(reports.length, 'report')} read again` : 'all reports were loaded';
  if (isAll('refused')) return 'all reports were refused';
  if (isAll('held')) return 'all reports are held for your review';
  if (!statuses.has('refused')) return 'some reports are held for your review';
  const problem = `some reports were refused${statuses.has('held') ? ' or held' : ''}`;
  return `${problem}, and ${statuses.has('loaded') ? 'the others were loaded' : 'no other report is new'}`;
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
  else if (!quiet) print(formatSummary(summary));
  else for (const line of [...errorLines(summary), ...heldLines(summary)]) printError(line.trim());
}

/** Prints the summary of a run over the archive, with the names that a person knows: the archive uses hashes. */
export function printArchived(summary: RunSummary, flags: { db: string; json?: true; quiet?: true }): void {
  printSummary(flags.json ? summary : withFileNames(summary, flags.db), flags);
}

function withFileNames(summary: RunSummary, database: string): RunSummary {
  const known = readDataset(database, (dataset) => openReports(dataset).list());
  const names = new Map(known.map(({ record }) => [record.sha256, record.fileName]));
  const reports = summary.reports.map((report) => {
    const name = report.sha256 === null ? undefined : names.get(report.sha256);
    // a removed report is printed with its name and hash already
    const isNamed = name === undefined || report.status === 'withdrawn' || report.status === 'rejected';
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
      findings: report.findings.map(report.status === 'held' ? withText : withMessage),
    })),
    corrections: corrections.map(withMessage),
    others: others.map(withMessage),
  };
}

interface PrintedFinding {
  path: string;
  item: Finding;
  /** Whether its report is held. Then the next step is to accept or reject the report, not the usual advice. */
  isHeld?: boolean;
}

/** A finding whose line also counts others. */
interface ToldFinding extends PrintedFinding {
  /** How many findings this line replaces. */
  told: number;
  /** The part of the line that counts the others; empty if there are none. */
  others: string;
}

/** The findings of the reports, and those about no single report. */
function findingsOf({ reports, others }: RunSummary): PrintedFinding[] {
  return [
    ...reports.flatMap(({ path, findings, status }) =>
      findings.map((item) => ({ path, item, isHeld: status === 'held' })),
    ),
    ...others.map((item) => ({ path: item.file_name ?? 'dataset', item })),
  ];
}

function errorLines(summary: RunSummary): string[] {
  const errors = findingsOf(summary).filter(({ item }) => item.severity === 'error');
  const corrections = summary.corrections.map((item) => ({
    path: item.file_name ?? 'corrections.json',
    item,
  }));
  return [
    ...firstOfEach(errors).map(({ path, item, others }) => formatFinding(path, item, others)),
    ...corrections.map(({ path, item }) => formatFinding(path, item)),
  ];
}

/** The first few findings of each code and file. The last line counts the rest. */
function firstOfEach(findings: readonly PrintedFinding[]): ToldFinding[] {
  return ofEachCode(findings).flatMap((group) => {
    const shown = group.slice(0, OF_EACH_CODE).map((finding) => ({ ...finding, told: 1, others: '' }));
    const last = shown.at(-1);
    const more = group.length - shown.length;
    if (!last || more === 0) return shown;
    const atLeast = isCapped(group.map(({ item }) => item)) ? 'at least ' : '';
    const others = ` (and ${atLeast}${more} more ${last.item.code} in this file)`;
    return [...shown.slice(0, -1), { ...last, others, told: 1 + more }];
  });
}

/** Groups findings by code and file. */
function ofEachCode(findings: readonly PrintedFinding[]): PrintedFinding[][] {
  return [...Map.groupBy(findings, ({ path, item }) => `${path} ${item.code}`).values()];
}

function formatFindings(summary: RunSummary): string[] {
  const { findings } = summary;
  const all = findingsOf(summary);
  const ofWarnings = all.filter(({ item }) => item.severity === 'warning');
  const warnings = firstOfEach(ofWarnings).slice(0, FINDINGS_PRINTED);
  const told = warnings.reduce((sum, warning) => sum + warning.told, 0);
  const left = findings.warning - told;
  const areAllPrinted = left === 0 && told === warnings.length;
  const rest = left === 0 ? '' : `Not shown: ${plural(left, 'warning')}. `;
  return [
    ...errorLines(summary),
    ...warnings.map(formatWarning),
    ...(areAllPrinted
      ? []
      : [`  ${rest}To see all: --json${summary.run_id === null ? '' : ', or allocations findings'}`]),
  ];
}

/** Counts the infos by code: ` (12 new-jurisdiction, 2 name-changed)`. */
function describeInfos(findings: readonly PrintedFinding[]): string {
  const infos = findings.filter(({ item }) => item.severity === 'info');
  const codes = [...Map.groupBy(infos, ({ item }) => item.code)].map(([code, ofCode]) => {
    const isLess = ofEachCode(ofCode).some((group) => isCapped(group.map(({ item }) => item)));
    return `${isLess ? 'at least ' : ''}${formatCount(ofCode.length)} ${code}`;
  });
  return codes.length > 0 ? ` (${codes.join(', ')})` : '';
}

function formatWarning({ path, item, others, isHeld }: ToldFinding): string {
  return formatFinding(path, item, others, isHeld ? describeFinding(item).text : findingMessage(item));
}
