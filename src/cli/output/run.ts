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

/** Warnings printed in a run's summary; infos are only counted. */
const FINDINGS_PRINTED = 20;
/** Findings of one code printed of a file; of the others the number is told. */
const OF_EACH_CODE = 3;

/** A run's summary for people. */
export function formatSummary(summary: RunSummary): string {
  const { reports, allocations, findings } = summary;
  const count = (status: string) => reports.filter((report) => report.status === status).length;
  const lines = [
    summary.run_id === null
      ? 'Dry run: nothing was written.'
      : `Run ${summary.run_id}: ${outcomeOf(summary)}`,
    `  reports      ${count('loaded')} loaded, ${count('unchanged')} unchanged, ${count('refused')} refused${count('withdrawn') > 0 ? `, ${count('withdrawn')} withdrawn` : ''}`,
    `  datapoints   ${formatCount(allocations.inserted)} inserted, ${formatCount(allocations.updated)} updated${describeRevised(allocations)}, ${formatCount(allocations.unchanged)} unchanged`,
    `  findings     ${counted(findings.error, 'error')}, ${counted(findings.warning, 'warning')}, ${counted(findings.info, 'info')}`,
    `  time         ${(summary.duration_ms / 1000).toFixed(1)} s`,
    ...reports.filter(({ status }) => status === 'withdrawn').map(formatWithdrawn),
  ];
  return [...lines, ...formatFindings(summary)].join('\n');
}

function describeRevised({ revised }: RunSummary['allocations']): string {
  return revised > 0
    ? ` (${formatCount(revised)} with a published figure that is another now, or gone: allocations revisions --reported)`
    : '';
}

/** A report that was taken out: what it is, and that it stays out. */
function formatWithdrawn({ path, sha256, from, to, rows }: ReportSummary): string {
  return `  taken out    ${oneLine(path)} (${sha256 && shortHash(sha256)}), ${stretch(`${from}`, `${to}`)}, ${counted(rows, 'row')}; a file of these bytes is left out from now on`;
}

const OUTCOMES: Readonly<Record<RunSummary['outcome'], string>> = {
  ok: 'all reports were taken.',
  partial: 'some reports were refused, the others were taken.',
  'nothing-new': 'nothing new, the dataset is as it was.',
};

function outcomeOf({ outcome, reports }: RunSummary): string {
  if (reports.length > 0 && reports.every(({ status }) => status === 'withdrawn'))
    return 'the report was taken out.';
  const isNoneTaken = outcome === 'partial' && reports.every(({ status }) => status === 'refused');
  return isNoneTaken ? 'all reports were refused.' : OUTCOMES[outcome];
}

/** Prints a run's summary on stdout: as one JSON object, as text, or, where quiet, its errors alone on stderr. */
export function printSummary(summary: RunSummary, { json, quiet }: { json?: true; quiet?: true }): void {
  if (json) printJson(describeSummary(summary));
  else if (!quiet) print(formatSummary(summary));
  else for (const line of errorLines(summary)) printError(line.trim());
}

/** The summary as JSON gives it: each finding with its message. */
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

/** A finding whose line tells of others as well. */
interface ToldFinding extends PrintedFinding {
  /** How many findings the line tells of. */
  told: number;
  /** What the line says of the others; empty where there are none. */
  others: string;
}

/** What is said of the reports, and of what stands with none of them. */
function findingsOf({ reports, others }: RunSummary): PrintedFinding[] {
  return [
    ...reports.flatMap(({ path, findings }) => findings.map((item) => ({ path, item }))),
    ...others.map((item) => ({ path: item.file_name ?? 'the dataset', item })),
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

/** The first few findings of each code that a file has; the last of them says how many more there are. */
function firstOfEach(findings: readonly PrintedFinding[]): ToldFinding[] {
  return ofEachCode(findings).flatMap((group) => {
    const shown = group.slice(0, OF_EACH_CODE).map((finding) => ({ ...finding, told: 1, others: '' }));
    const last = shown.at(-1);
    const more = group.length - shown.length;
    if (!last || more === 0) return shown;
    const atLeast = isCapped(group.map(({ item }) => item)) ? 'at least ' : '';
    const others = ` (and ${atLeast}${more} more ${last.item.code} of this file)`;
    return [...shown.slice(0, -1), { ...last, others, told: 1 + more }];
  });
}

/** Findings of one code and file together. */
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
  const left = [
    [findings.warning - told, 'warning', ''] as const,
    [findings.info, 'info', describeInfos(all)] as const,
  ].filter(([count]) => count > 0);
  const rest = left.map(([count, word, codes]) => `${counted(count, word)}${codes}`).join(', ');
  const isAllPrinted = left.length === 0 && told === warnings.length;
  return [
    ...errorLines(summary),
    ...warnings.map(({ path, item, others }) => formatFinding(path, item, others)),
    ...(isAllPrinted
      ? []
      : [`  … ${rest === '' ? 'all of them' : `and ${rest}`}: see --json and allocations findings`]),
  ];
}

/** Of how many codes the infos are: ` (12 new-jurisdiction, 2 name-changed)`. */
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

/** One finding on one line: severity, code, file, place and message, and what is said of others like it. */
export function formatFinding(path: string, item: Finding, others = ''): string {
  const { severity, code } = item;
  return `  ${oneLine(`${severity} ${code}: ${atPlace(path, item)}: ${findingMessage(item)}${others}`)}`;
}
