import { counted, listed, periodLabel } from '../../domain/text/wording.ts';
import type { RunSummary } from '../../pipeline/summary.ts';
import type { Verification } from '../../pipeline/verify/verify.ts';
import type { FetchSummary } from '../../portals/inbox/summary.ts';
import type { ExpectedPeriod, Period } from '../../store/query/completeness.ts';
import type { Attention } from '../../update/attention.ts';
import type { NewPeriods } from '../../update/dataset-change.ts';
import { formatFetch } from '../commands/load/fetch.ts';
import { formatVerification } from '../commands/look/verify.ts';
import { oneLine } from './print.ts';
import { formatSummary } from './run.ts';

/** What an update did; printed as JSON. */
export interface UpdateSummary {
  outcome: 'ok' | 'nothing-new' | 'attention';
  attention: Attention[];
  /** `null` where nothing could be fetched at all. */
  fetch: FetchSummary | null;
  run: RunSummary;
  verify: { ok: boolean } & Verification;
  expected: ExpectedPeriod[];
  missing: Period[];
}

/** What an update did, for people: what matters most on the first line. */
export function formatUpdate(summary: UpdateSummary, news: readonly NewPeriods[]): string {
  const details = summary.attention.flatMap(({ about, details: lines }) =>
    lines.map((line) => oneLine(`  ${about}: ${line}`)),
  );
  return [
    oneLine(firstLine(summary, news)),
    ...details,
    ...(summary.fetch ? [`Fetched: ${formatFetch(summary.fetch).replaceAll('\n', '\n  ')}`] : []),
    formatSummary(summary.run),
    formatVerification(summary.verify),
  ].join('\n');
}

/** One line for a log or a subject. */
export function firstLine(summary: UpdateSummary, news: readonly NewPeriods[]): string {
  const { outcome, attention, fetch } = summary;
  // those that are overdue are named where a person is called
  const awaited = summary.expected.filter(({ overdue }) => !overdue);
  const notReady = (fetch?.units ?? []).filter(({ not_ready }) => not_ready);
  const heads = {
    ok: () => `ok: ${describeNews(summary.run, news)}`,
    'nothing-new': () => 'nothing new',
    attention: () => `attention: ${attention.map((item) => item.summary).join('; ')}`,
  };
  return [
    `update: ${heads[outcome]()}`,
    ...describeAwaited(awaited),
    ...(notReady.length > 0
      ? [`not ready yet: ${listed(notReady.map(({ feed, unit }) => `${feed} ${unit}`))}`]
      : []),
  ].join('; ');
}

function describeNews({ reports }: RunSummary, news: readonly NewPeriods[]): string {
  const loaded = reports.filter(({ status }) => status === 'loaded');
  const rows = loaded.reduce((sum, report) => sum + report.rows, 0);
  const months = news
    .filter(({ periods }) => periods.length > 0)
    .map(({ state, periods }) => `${state} ${describePeriods(periods)}`);
  return [
    `${counted(loaded.length, 'new report')}, ${counted(rows, 'row')}`,
    ...(months.length > 0 ? months : ['no new month']),
  ].join(', ');
}

function describePeriods(periods: readonly string[]): string {
  return periods.length > 2 ? `${periods[0]} to ${periods.at(-1)}` : periods.join(', ');
}

function describeAwaited(awaited: readonly ExpectedPeriod[]): string[] {
  const dates = [...new Set(awaited.map(({ expected_since }) => expected_since))];
  return dates.map((date) => {
    const names = awaited.filter(({ expected_since }) => expected_since === date).map(periodLabel);
    return `expected since ${date}, not loaded yet: ${names.join(', ')}`;
  });
}
