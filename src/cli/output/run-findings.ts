import {
  atLeast,
  describeFinding,
  type Finding,
  findingMessage,
  formatFinding,
} from '../../domain/findings/finding.ts';
import { formatCount } from '../../domain/money.ts';
import { plural } from '../../domain/text/wording.ts';
import { likelyMonth } from '../../pipeline/doubts.ts';
import { isDoubtful, type RunSummary } from '../../pipeline/summary.ts';
import { oneLine } from './print.ts';

/** How many lines of warnings a summary prints. */
const FINDINGS_PRINTED = 20;
/** How many findings of one code and file a summary prints. The others are only counted. */
const OF_EACH_CODE = 3;

/** One line for each report that is refused for its doubts, which says what to do. */
function doubtfulLines({ reports }: RunSummary): FileLine[] {
  return reports.filter(isDoubtful).map(({ path, findings }) => ({
    path,
    line: `  refused      ${oneLine(path)} is doubtful.${likelyMonth(findings)} ${adviceOnDoubts(path)}`,
  }));
}

/** What to do about a report that is refused for its doubts. */
function adviceOnDoubts(path: string): string {
  const isPlain = /^[\w./\\:@-]+$/.test(path);
  return `Compare it with what the state published. To load it anyway: allocations ingest ${isPlain ? path : `"${path}"`} --accept REASON`;
}

interface FileLine {
  path: string;
  line: string;
}

/** The lines with those of one file together, in the order in which the files first come. */
function byFile(lines: readonly FileLine[]): string[] {
  return [...Map.groupBy(lines, ({ path }) => path).values()].flat().map(({ line }) => line);
}

interface PrintedFinding {
  path: string;
  item: Finding;
  /** Whether its report is refused. Then the usual advice on a warning does not apply. */
  isRefused?: boolean;
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
      findings.map((item) => ({ path, item, isRefused: status === 'refused' })),
    ),
    ...others.map((item) => ({ path: item.file_name ?? 'dataset', item })),
  ];
}

function errorLines(summary: RunSummary): FileLine[] {
  const errors = findingsOf(summary).filter(({ item }) => item.severity === 'error');
  const corrections = summary.corrections.map((item) => ({
    path: item.file_name ?? 'corrections.json',
    item,
  }));
  return [
    ...firstOfEach(errors).map(({ path, item, others }) => ({
      path,
      line: formatFinding(path, item, others),
    })),
    ...corrections.map(({ path, item }) => ({ path, line: formatFinding(path, item) })),
  ];
}

/** The first few findings of each code and file, of doubts the first one. The last line counts the rest. */
function firstOfEach(findings: readonly PrintedFinding[]): ToldFinding[] {
  return ofEachCode(findings).flatMap((group) => {
    const isDoubt = group[0]?.isRefused && group[0].item.severity === 'warning';
    const shown = group
      .slice(0, isDoubt ? 1 : OF_EACH_CODE)
      .map((finding) => ({ ...finding, told: 1, others: '' }));
    const last = shown.at(-1);
    const more = group.length - shown.length;
    if (!last || more === 0) return shown;
    const others = ` (and ${atLeast(group)}${more} more ${last.item.code} in this file)`;
    return [...shown.slice(0, -1), { ...last, others, told: 1 + more }];
  });
}

/** Groups findings by code and file. */
function ofEachCode(findings: readonly PrintedFinding[]): PrintedFinding[][] {
  return [...Map.groupBy(findings, ({ path, item }) => `${path} ${item.code}`).values()];
}

/** What needs a person: the doubtful reports, and the errors. */
export function urgentLines(summary: RunSummary): string[] {
  return byFile([...doubtfulLines(summary), ...errorLines(summary)]);
}

/** The findings of a run as a person reads them: those of one file together, and a count of those not shown. */
export function findingLines(summary: RunSummary): string[] {
  const { findings } = summary;
  const all = findingsOf(summary);
  const ofWarnings = all.filter(({ item }) => item.severity === 'warning');
  const warnings = firstOfEach(ofWarnings).slice(0, FINDINGS_PRINTED);
  const told = warnings.reduce((sum, warning) => sum + warning.told, 0);
  const left = findings.warning - told;
  const areAllPrinted = left === 0 && told === warnings.length;
  const rest = left === 0 ? '' : `Not shown: ${plural(left, 'warning')}. `;
  return [
    ...byFile([...doubtfulLines(summary), ...errorLines(summary), ...formatWarnings(warnings)]),
    ...(areAllPrinted
      ? []
      : [`  ${rest}To see all: --json${summary.run_id === null ? '' : ', or allocations findings'}`]),
  ];
}

/** Counts the infos by code: ` (12 new-jurisdiction, 2 name-changed)`. */
export function describeInfos(summary: RunSummary): string {
  const infos = findingsOf(summary).filter(({ item }) => item.severity === 'info');
  const codes = [...Map.groupBy(infos, ({ item }) => item.code)].map(([code, ofCode]) => {
    const most = ofEachCode(ofCode).map(atLeast).find(Boolean) ?? '';
    return `${most}${formatCount(ofCode.length)} ${code}`;
  });
  return codes.length > 0 ? ` (${codes.join(', ')})` : '';
}

/** Formats warnings. An advice that a line before has given is not repeated. */
function formatWarnings(warnings: readonly ToldFinding[]): FileLine[] {
  const given = new Set<string>();
  return warnings.map(({ path, item, others, isRefused }) => {
    const { text, advice } = describeFinding(item);
    const message = isRefused || given.has(advice) ? text : findingMessage(item);
    given.add(advice);
    return { path, line: formatFinding(path, item, others, message) };
  });
}
