import Table from 'cli-table3';
import type { Finding } from '../domain/finding.ts';
import type { RunSummary } from '../pipeline/summary.ts';
import type { CoverageRow } from '../store/query.ts';

/** Warnings printed in a run's summary; errors are printed all, infos none. */
const FINDINGS_PRINTED = 20;

const PLAIN = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

/** Prints text on stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints one JSON object on stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A table in plain columns; those named in `right` are aligned to the right. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string {
  const colAligns = head.map((name) => (right.includes(name) ? ('right' as const) : ('left' as const)));
  const table = new Table({ ...PLAIN, head: [...head], colAligns });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A run's summary for people. */
export function formatSummary(summary: RunSummary): string {
  const { reports, allocations, findings } = summary;
  const count = (status: string) => reports.filter((report) => report.status === status).length;
  const lines = [
    summary.run_id === null
      ? 'Dry run: nothing was written.'
      : `Run ${summary.run_id}: ${OUTCOMES[summary.outcome]}`,
    `  reports      ${count('loaded')} loaded, ${count('unchanged')} unchanged, ${count('refused')} refused`,
    `  datapoints   ${allocations.inserted} inserted, ${allocations.updated} updated, ${allocations.unchanged} unchanged`,
    `  findings     ${findings.error} errors, ${findings.warning} warnings, ${findings.info} infos`,
    `  time         ${(summary.duration_ms / 1000).toFixed(1)} s`,
  ];
  return [...lines, ...formatFindings(summary)].join('\n');
}

const OUTCOMES: Readonly<Record<RunSummary['outcome'], string>> = {
  ok: 'all reports were taken.',
  partial: 'some reports were refused, the others were taken.',
  'nothing-new': 'nothing new, the dataset is as it was.',
};

function formatFindings({ reports, findings }: RunSummary): string[] {
  const all = reports.flatMap(({ path, findings }) => findings.map((item) => ({ path, item })));
  const errors = all.filter(({ item }) => item.severity === 'error');
  const warnings = all.filter(({ item }) => item.severity === 'warning').slice(0, FINDINGS_PRINTED);
  const left = [
    [findings.warning - warnings.length, 'warnings'],
    [findings.info, 'infos'],
  ].filter(([count]) => count !== 0);
  return [
    ...[...errors, ...warnings].map(({ path, item }) => formatFinding(path, item)),
    ...(left.length > 0
      ? [`  … and ${left.map((part) => part.join(' ')).join(', ')}: see --json and the finding table`]
      : []),
  ];
}

/** One finding on one line: severity, code, file, place and message. */
function formatFinding(path: string, { severity, code, message, sheet, row, column }: Finding): string {
  const place = [
    sheet && `sheet ${sheet}`,
    row !== null && `row ${row}`,
    column && `column ${column}`,
  ].filter(Boolean);
  return `  ${oneLine(`${severity} ${code}: ${[path, ...place].join(', ')}: ${message}`)}`;
}

/** Text without line breaks and terminal codes: control characters as their escapes. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}

/** Which periods of each kind and year are there. */
export function formatCoverage(rows: readonly CoverageRow[]): string {
  const head = ['state', 'report kind', 'year', 'there', 'missing'];
  const body = rows.map(({ state, kind, year, present, expected, missing }) => [
    state,
    kind,
    year,
    `${present} of ${expected}`,
    missing.length === expected ? 'all' : missing.join(' ') || '-',
  ]);
  return formatTable(head, body, ['there']);
}
