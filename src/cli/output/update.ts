import { dayInWords } from '../../domain/calendar-day.ts';
import { periodInWords, plural } from '../../domain/text/wording.ts';
import type { RunSummary } from '../../pipeline/summary.ts';
import type { Verification } from '../../pipeline/verify/verify.ts';
import type { FetchSummary } from '../../portals/summary.ts';
import { stateOf } from '../../states/index.ts';
import { type ExpectedPeriod, type Period, periodLabel } from '../../store/query/completeness.ts';
import type { Attention, NotesAfter } from '../../update/attention.ts';
import type { NewPeriods } from '../../update/dataset-change.ts';
import { nameDownloads } from '../../update/downloads.ts';
import { formatFetch } from '../commands/load/fetch.ts';
import { formatVerification } from '../commands/operate/verify.ts';
import { oneLine } from './print.ts';
import { formatSummary } from './run.ts';

/** The result of an update; printed as JSON. */
export interface UpdateSummary {
  outcome: 'ok' | 'nothing-new' | 'attention';
  attention: Attention[];
  /** `null` if the download step failed as a whole. */
  fetch: FetchSummary | null;
  run: RunSummary;
  /** `null` if the update left it out. */
  verify: ({ ok: boolean } & Verification) | null;
  expected: ExpectedPeriod[];
  missing: Period[];
  /** `null` if no notes are asked for. */
  notes: NotesAfter | null;
}

/** Describes an update for people. The first line says what matters most. */
export function formatUpdate(summary: UpdateSummary, news: readonly NewPeriods[]): string {
  return [
    formatOutcome(summary, news),
    ...(summary.fetch ? [`Fetched: ${formatFetch(summary.fetch).replaceAll('\n', '\n  ')}`] : []),
    formatSummary(summary.run, nothingNewOf(summary.fetch)),
    ...(summary.verify ? [formatVerification(summary.verify)] : []),
    ...(summary.notes ? [describeNotes(summary.notes)] : []),
  ].join('\n');
}

/** A run over the inbox knows nothing of portals that could not be asked. */
function nothingNewOf(fetch: FetchSummary | null): string | undefined {
  const { units } = fetch ?? { units: [] };
  const hasFailed = fetch === null || (units.length > 0 && units.every(({ status }) => status === 'failed'));
  return hasFailed ? 'no download succeeded, and the inbox has nothing new' : undefined;
}

function describeNotes({ folder, written }: NotesAfter): string {
  return written === 0 ? `No new notes for ${folder}.` : `Wrote ${plural(written, 'note')} to ${folder}.`;
}

/** The first line and what needs a person. */
export function formatOutcome(summary: UpdateSummary, news: readonly NewPeriods[]): string {
  const details = summary.attention.flatMap(({ about, details: lines }) =>
    lines.map((line) => oneLine(`  ${about}: ${line}`)),
  );
  return [oneLine(firstLine(summary, news)), ...details].join('\n');
}

/** Describes an update in one line, for example as the subject of a mail. */
export function firstLine(summary: UpdateSummary, news: readonly NewPeriods[]): string {
  const { outcome, attention, fetch } = summary;
  // overdue periods are part of the attention items
  const awaited = summary.expected.filter(({ overdue }) => !overdue);
  const isTold = attention.some(({ about }) => about === 'fetch');
  const notReady = isTold ? [] : (fetch?.units ?? []).filter(({ not_ready }) => not_ready);
  const heads = {
    ok: () => `ok: ${describeNews(summary.run, news)}`,
    'nothing-new': () => 'nothing new',
    attention: () => `attention: ${attention.map((item) => item.summary).join('; ')}`,
  };
  return [
    `update: ${heads[outcome]()}`,
    ...describeAwaited(awaited),
    ...(notReady.length > 0 ? [`not ready yet: ${nameDownloads(notReady)}`] : []),
  ].join('; ');
}

function describeNews({ reports }: RunSummary, news: readonly NewPeriods[]): string {
  const loaded = reports.filter(({ status }) => status === 'loaded');
  const rows = loaded.reduce((sum, report) => sum + report.rows, 0);
  const months = news
    .filter(({ periods }) => periods.length > 0)
    .map(({ state, periods }) => `${stateOf(state).name} ${describePeriods(periods)}`);
  return [
    `${plural(loaded.length, 'new report')}, ${plural(rows, 'row')}`,
    ...(months.length > 0 ? months : ['no new month']),
  ].join(', ');
}

function describePeriods(periods: readonly string[]): string {
  const words = periods.map(periodInWords);
  return words.length > 2 ? `${words[0]} to ${words.at(-1)}` : words.join(', ');
}

function describeAwaited(awaited: readonly ExpectedPeriod[]): string[] {
  const dates = [...new Set(awaited.map(({ expected_since }) => expected_since))];
  return dates.map((date) => {
    const names = awaited.filter(({ expected_since }) => expected_since === date).map(periodLabel);
    return `expected since ${dayInWords(date)}, not loaded yet: ${names.join(', ')}`;
  });
}
