import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { dayInWords } from '../../../domain/calendar-day.ts';
import { atPlace, findingMessage } from '../../../domain/findings/finding.ts';
import { addMonths } from '../../../domain/month.ts';
import { periodName } from '../../../domain/publication.ts';
import { shortHash } from '../../../domain/text/short-hash.ts';
import {
  formatTime,
  periodInWords,
  periodsInWords,
  plural,
  salesInBrackets,
} from '../../../domain/text/wording.ts';
import { heldRecord } from '../../../records/descriptions/held-report.ts';
import { stateRecord } from '../../../records/descriptions/state-status.ts';
import { jsonWriter } from '../../../records/json-record.ts';
import { findAmong, listOf } from '../../../records/list.ts';
import { kindOf, titleOfKind } from '../../../states/index.ts';
import { type ExpectedPeriod, usualSchedule } from '../../../store/query/completeness.ts';
import type { CoverageRow } from '../../../store/query/coverage.ts';
import { readStatus, type Status } from '../../../store/query/dataset-status.ts';
import { listFindingsOf } from '../../../store/write/stored-findings.ts';
import { formatTable, oneLine } from '../../output/print.ts';
import { formatRecords } from '../../output/records.ts';
import { recordCommand, withOwnText } from '../look/records.ts';

/** A kind that lacks more periods than this at its end is described in one line. */
const PERIODS_PRINTED = 12;

/** What is loaded of each state. `meta` has what is missing, the held reports and the latest runs. */
const stateStatuses = listOf(stateRecord, {
  find: ({ dataset }, asked, window, { schedule = usualSchedule() } = {}) => {
    const { states, held, ...rest } = readStatus(dataset, schedule);
    return {
      ...findAmong(stateRecord, states, asked, window),
      meta: { ...rest, held: held.map(jsonWriter(heldRecord.members)) },
    };
  },
});

const TEXT = withOwnText(stateStatuses, ({ view, beside, find }) => {
  const status = readStatus(view.dataset, beside.schedule ?? usualSchedule());
  const mixed = listFindingsOf(view.dataset, 'sample-mixed').map((item) => `\n\n${findingMessage(item)}`);
  const table = formatRecords(stateRecord, find().rows);
  return formatStatus(status, `${table}${mixed.join('')}`);
});

/** `allocations status`: what is loaded, what is missing, and how the latest runs ended. */
export function statusCommand(config: Config): Command {
  return recordCommand(stateStatuses, config, { text: TEXT });
}

function formatStatus({ gaps, expected, held, runs }: Status, stateTable: string): string {
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
  const refusals = (runs[0]?.refused ?? []).map(
    ({ path, code, message, ...place }) => `  ${oneLine(`${atPlace(path, place)}: ${code}: ${message}`)}`,
  );
  const refusedText = refusals.length > 0 ? `\n\nRefused by the latest run:\n${refusals.join('\n')}` : '';
  return `${stateTable}\n\nMissing months and quarters:${gapText}\n\nExpected, but not loaded yet:${formatExpected(expected)}\n\n${formatHeld(held)}Latest runs:\n${runTable}${refusedText}`;
}

/** Names the reports that wait for a review. */
function formatHeld(held: Status['held']): string {
  if (held.length === 0) return '';
  const lines = held.map(({ file_name, sha256, first_month, last_month, ...report }) => {
    const sales = salesInBrackets(report.first_sales_month, report.last_sales_month);
    return oneLine(
      `  ${file_name} (${shortHash(sha256)}): ${periodsInWords(first_month, last_month)}${sales}`,
    );
  });
  return `${plural(held.length, 'report')} held for your review (details: allocations held):\n${lines.join('\n')}\n\n`;
}

/** Formats which periods of each kind and year are loaded. */
export function formatCoverage(rows: readonly CoverageRow[]): string {
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

/** Formats expected periods, one line for each report kind. */
export function formatExpected(expected: readonly ExpectedPeriod[]): string {
  const kinds = [...new Set(expected.map(({ kind }) => kind))];
  if (kinds.length === 0) return ' none';
  const lines = kinds.map(
    (kind) =>
      `  ${titleOfKind(kind)}: ${describeExpected(expected.filter((period) => period.kind === kind))}`,
  );
  return `\n${lines.join('\n')}`;
}

/** Formats expected periods of one kind: `November 2026 since November 13, 2026 (overdue)`. */
function describeExpected(expected: readonly ExpectedPeriod[]): string {
  const [first] = expected;
  if (first && expected.length > PERIODS_PRINTED) return describeEnded(first, expected.length);
  return expected
    .map(
      ({ period, expected_since, overdue }) =>
        `${periodInWords(period)} since ${dayInWords(expected_since)}${overdue ? ' (overdue)' : ''}`,
    )
    .join('; ');
}

/** Formats the end of a kind whose newest report is old: `last month June 2020; 77 months expected since`. */
function describeEnded({ kind, allocation_period }: ExpectedPeriod, count: number): string {
  const { published } = kindOf(kind);
  const last = periodName(published, addMonths(allocation_period, -published.every));
  const unit = published.every === 1 ? 'month' : 'quarter';
  return `last ${unit} ${periodInWords(last)}; ${plural(count, unit)} expected since`;
}
