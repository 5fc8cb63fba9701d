import {
  atPlace,
  type Finding,
  findingMessage,
  isCapped,
  withMessage,
} from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import { counted, stretch } from '../../domain/text/wording.ts';
import type { ReportSummary, RunSummary } from '../../pipeline/summary.ts';
import { oneLine, print, printError, printJson } from './print.ts';

/** How many lines of warnings a summary prints. */
const FINDINGS_PRINTED = 20;
/** How many findings of one code and file a summary prints. The others are only counted. */
const OF_EACH_CODE = 3;

/** A run's summary for people. */
export function formatSummary(summary: RunSummary): string {
  const { reports, allocations, findings } = summary;
  const count = (status: string) => reports.filter((report) => report.status === status).length;
  const rarer = ['held', 'withdrawn'].filter((status) => count(status) > 0);
  const lines = [
    summary.run_id === null
      ? 'Dry run: the dataset is unchanged.'
      : `Run ${summary.run_id}: ${outcomeOf(summary)}`,
    `  reports      ${count('loaded')} loaded, ${count('unchanged')} unchanged, ${count('refused')} refused${rarer.map((status) => `, ${count(status)} ${status}`).join('')}`,
    `  datapoints   ${formatCount(allocations.inserted)} inserted, ${formatCount(allocations.updated)} updated, ${formatCount(allocations.removed)} removed, ${formatCount(allocations.unchanged)} unchanged`,
    ...describeRevised(allocations),
    `  findings     ${counted(findings.error, 'error')}, ${counted(findings.warning, 'warning')}, ${counted(findings.info, 'info')}${describeInfos(findingsOf(summary))}`,
    `  time         ${(summary.duration_ms / 1000).toFixed(1)} s`,
    ...reports.filter(({ status }) => status === 'withdrawn').map(formatWithdrawn),
    ...heldLines(summary),
  ];
  return [...lines, ...formatFindings(summary)].join('\n');
}

function describeRevised({ revised }: RunSummary['allocations']): string[] {
  if (revised === 0) return [];
  const what = counted(revised, 'datapoint');
  return [
    `  revisions    published figures of ${what} changed or were removed: allocations revisions --reported`,
  ];
}

/** Names a withdrawn report, and says that it will not be loaded again. */
function formatWithdrawn({ path, sha256, from, to, rows }: ReportSummary): string {
  return `  withdrawn    ${oneLine(path)} (${sha256 && shortHash(sha256)}), ${stretch(`${from}`, `${to}`)}, ${counted(rows, 'row')}. Later runs skip files with the same content`;
}

/** One line for each held report, which says what to do. */
function heldLines({ reports }: RunSummary): string[] {
  return reports
    .filter(({ status }) => status === 'held')
    .map(({ path, sha256 }) => {
      const hash = sha256 && shortHash(sha256);
      return `  held         ${oneLine(path)} waits for your review: allocations accept ${hash} --reason TEXT, or reject`;
    });
}

const OUTCOMES: Readonly<Record<RunSummary['outcome'], string>> = {
  ok: 'all reports were loaded.',
  partial: 'some reports were refused or held, and the others were loaded.',
  'nothing-new': 'nothing new. The dataset is unchanged.',
};

function outcomeOf({ outcome, reports }: RunSummary): string {
  if (reports.length > 0 && reports.every(({ status }) => status === 'withdrawn'))
    return 'the report was withdrawn.';
  const statuses = new Set(reports.map(({ status }) => status));
  if (outcome !== 'partial') return OUTCOMES[outcome];
  if (!statuses.has('held'))
    return statuses.size === 1
      ? 'all reports were refused.'
      : 'some reports were refused, and the others were loaded.';
  if (statuses.size === 1) return 'all reports are held for your review.';
  return statuses.has('refused') ? OUTCOMES.partial : 'some reports are held for your review.';
}

/** Prints a run's summary on stdout, as JSON or text. If quiet, it prints only errors, on stderr. */
export function printSummary(summary: RunSummary, { json, quiet }: { json?: true; quiet?: true }): void {
  if (json) printJson(describeSummary(summary));
  else if (!quiet) print(formatSummary(summary));
  else for (const line of [...errorLines(summary), ...heldLines(summary)]) printError(line.trim());
}

/** The summary for JSON output, in which each finding has its message. */
export function describeSummary(summary: RunSummary) {
  const { reports, corrections, others } = summary;
  return {
    ...summary,
    reports: reports.map((report) => ({ ...report, findings: report.findings.map(withMessage) })),
    corrections: corrections.map(withMessage),
    others: others.map(withMessage),
  };
}

interface PrintedFinding {
  path: string;
  item: Finding;
}

/** A finding whose line also counts others. */
interface ToldFinding extends PrintedFinding {
  /** How many findings the line stands for. */
  told: number;
  /** The part of the line that counts the others; empty if there are none. */
  others: string;
}

/** The findings of the reports, and those about no single report. */
function findingsOf({ reports, others }: RunSummary): PrintedFinding[] {
  return [
    ...reports.flatMap(({ path, findings }) => findings.map((item) => ({ path, item }))),
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
  const groups = new Map<string, PrintedFinding[]>();
  for (const finding of findings) {
    const group = `${finding.path} ${finding.item.code}`;
    groups.set(group, [...(groups.get(group) ?? []), finding]);
  }
  return [...groups.values()];
}

function formatFindings(summary: RunSummary): string[] {
  const { findings } = summary;
  const all = findingsOf(summary);
  const warnings = firstOfEach(all.filter(({ item }) => item.severity === 'warning')).slice(
    0,
    FINDINGS_PRINTED,
  );
  const told = warnings.reduce((sum, warning) => sum + warning.told, 0);
  const left = findings.warning - told;
  const areAllPrinted = left === 0 && told === warnings.length;
  const rest = left === 0 ? '' : `Not shown: ${counted(left, 'warning')}. `;
  return [
    ...errorLines(summary),
    ...warnings.map(({ path, item, others }) => formatFinding(path, item, others)),
    ...(areAllPrinted ? [] : [`  ${rest}To see all: --json, or allocations findings`]),
  ];
}

/** Counts the infos by code: ` (12 new-jurisdiction, 2 name-changed)`. */
function describeInfos(findings: readonly PrintedFinding[]): string {
  const counts = new Map<string, { count: number; atLeast: boolean }>();
  for (const group of ofEachCode(findings.filter(({ item }) => item.severity === 'info'))) {
    const code = `${group[0]?.item.code}`;
    const before = counts.get(code) ?? { count: 0, atLeast: false };
    const atLeast = before.atLeast || isCapped(group.map(({ item }) => item));
    counts.set(code, { count: before.count + group.length, atLeast });
  }
  const codes = [...counts].map(
    ([code, { count, atLeast }]) => `${atLeast ? 'at least ' : ''}${formatCount(count)} ${code}`,
  );
  return codes.length > 0 ? ` (${codes.join(', ')})` : '';
}

/** One finding on one line: severity, code, file, place and message, and a count of others like it. */
export function formatFinding(path: string, item: Finding, others = ''): string {
  const { severity, code } = item;
  return `  ${oneLine(`${severity} ${code}: ${atPlace(path, item)}: ${findingMessage(item)}${others}`)}`;
}
