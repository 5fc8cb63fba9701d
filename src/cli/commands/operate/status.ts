import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { dayInWords } from '../../../domain/calendar-day.ts';
import { atPlace } from '../../../domain/findings/finding.ts';
import { monthOfDate } from '../../../domain/month.ts';
import { formatTime, periodsInWords, salesInBrackets } from '../../../domain/text/wording.ts';
import type { MissingMonth } from '../../../records/descriptions/missing-month.ts';
import { type StateContent, stateRecord } from '../../../records/descriptions/state-status.ts';
import type { Filters } from '../../../records/filters/filter.ts';
import { EVERYTHING, findAmong, listOf } from '../../../records/list.ts';
import { absentReports } from '../../../records/queries/missing-months.ts';
import { kindOf, titleOfKind } from '../../../states/index.ts';
import { stretchesOf, usualSchedule } from '../../../store/query/completeness.ts';
import type { CoverageRow } from '../../../store/query/coverage.ts';
import { readStatus, type Status } from '../../../store/query/dataset-status.ts';
import { formatTable, oneLine } from '../../output/print.ts';
import { formatRecords } from '../../output/records.ts';
import { recordCommand, type Shown } from '../look/records.ts';

/** What is loaded of each state. `meta` has what is missing, and the latest runs. */
const stateStatuses = listOf(stateRecord, {
  find: ({ dataset }, asked, window, { schedule = usualSchedule() } = {}) => {
    const { states, ...meta } = readStatus(dataset, schedule);
    return { ...findAmong(stateRecord, states, asked, window), meta };
  },
});

function textOf({ view, beside, find }: Shown<StateContent, Filters>): string {
  const status = readStatus(view.dataset, beside.schedule ?? usualSchedule());
  const table = formatRecords(stateRecord, find().rows);
  const absent = absentReports.find(view, {}, EVERYTHING, beside).read(view, 0, EVERYTHING.limit);
  const expected = absentLines(absent.filter((one) => one.status !== 'missing'));
  return formatStatus(status, `${table}\n\nDataset version: ${view.version}`, expected);
}

/** `allocations status`: what is loaded, what is missing, and how the latest runs ended. */
export function statusCommand(config: Config): Command {
  return recordCommand(stateStatuses, config, textOf);
}

function formatStatus({ gaps, runs }: Status, stateTable: string, expected: readonly string[]): string {
  const runTable = formatTable(
    ['run', 'command', 'started', 'seconds', 'outcome', 'refused'],
    runs.map(({ run_id, command, started_at, duration_ms, outcome, refused }) => [
      String(run_id),
      command,
      formatTime(started_at),
      (duration_ms / 1000).toFixed(1),
      outcome,
      // old runs no longer store which reports they refused
      outcome === 'partial' && refused.length === 0 ? '-' : String(refused.length),
    ]),
    ['run', 'seconds', 'refused'],
  );
  const gapText = gaps.length === 0 ? ' none' : `\n${formatCoverage(gaps)}`;
  const expectedText = expected.map((line) => `\n  ${line}`).join('') || ' none';
  const refusals = (runs[0]?.refused ?? []).map(
    ({ path, code, message, ...place }) => `  ${oneLine(`${atPlace(path, place)}: ${code}: ${message}`)}`,
  );
  const refusedText = refusals.length > 0 ? `\n\nRefused by the latest run:\n${refusals.join('\n')}` : '';
  return `${stateTable}\n\nMissing months and quarters:${gapText}\n\nExpected, but not loaded yet:${expectedText}\n\nLatest runs:\n${runTable}${refusedText}`;
}

/** The months without a report, a line for all that follow each other and have one status. */
function absentLines(rows: readonly MissingMonth[]): string[] {
  const periods = rows.map((row) => ({ ...row, allocation_period: monthOfDate(row.allocation_period) }));
  return stretchesOf(periods).map(([first, last]) => {
    const sales = salesInBrackets(first.sales_period, last.sales_period);
    const since = first.due === null ? '' : ` since ${dayInWords(first.due)}`;
    return `${titleOfKind(first.kind)}: ${periodsInWords(first.period, last.period)}${sales}, ${first.status}${since}`;
  });
}

/** Formats which periods of each kind and year are loaded. */
function formatCoverage(rows: readonly CoverageRow[]): string {
  const head = ['state', 'report', 'year', 'loaded', 'missing'];
  const body = rows.map(({ state, kind, year, present, expected, missing }) => [
    state,
    kindOf(kind).title,
    year,
    `${present} of ${expected}`,
    missing.length === expected ? 'all' : missing.join(' ') || '-',
  ]);
  return formatTable(head, body, ['loaded']);
}
