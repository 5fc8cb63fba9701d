import { formatTable } from '../../../src/cli/output/print.ts';
import { type Statistics, statisticsOf } from '../statistics.ts';
import { LIMIT, PAGES } from './cases.ts';
import type { MeasuredLoad } from './load.ts';
import { MEASURES, type Measure, type MeasuredCase, type QueryTimes } from './queries.ts';

/** Aim for a query, in milliseconds at the 99th percentile. */
export const AIM_MS = 10;
const SLOWEST = 10;

const PARTS = ['median', 'p99', 'max'] as const;
const TIME_COLUMNS = MEASURES.flatMap((measure) => PARTS.map((part) => `${measure} ${part}`));

/** Formats one table per state, the slowest cases, and the number of cases above the aim. */
export function formatQueries({ cases, repetitions, again }: QueryTimes): string {
  const states = [...new Set(cases.map(({ state }) => state))];
  const ofState = (code: string) => cases.filter(({ state }) => state === code);
  return [
    ...states.map((state) => formatState(state, ofState(state))),
    formatSlowest(cases, repetitions),
    `Above ${AIM_MS} ms at p99, of ${cases.length} cases: ${countSlow(cases)}. Of these, measured ${repetitions} times again: ${countSlow(again)}.`,
  ].join('\n\n');
}

function formatState(state: string, cases: readonly MeasuredCase[]): string {
  const sorts = new Set(cases.map(({ sort }) => sort)).size;
  const filters = new Set(cases.map(({ filter }) => filter)).size;
  return [
    `${state}: ms over ${sorts} sorts, ${LIMIT} records a page (query: the dataset alone; whole: with records and JSON; cpu: what of it this process worked; first: the whole of each case's first call)`,
    formatBy('filter', cases),
    `\n${state}: the same over ${filters} filters`,
    formatBy('sort', cases),
  ].join('\n');
}

/** Times by filter (over all sorts), or by sort and page (over all filters). */
function formatBy(aspect: 'filter' | 'sort', cases: readonly MeasuredCase[]): string {
  const values = [...new Set(cases.map((measured) => measured[aspect]))];
  const rows = values.flatMap((value) =>
    PAGES.map((page) => {
      const own = cases.filter((measured) => measured[aspect] === value && measured.page === page);
      const first = statisticsOf(own.map((measured) => measured.first.whole));
      const times = timeColumns((measure) => statisticsOf(own.flatMap(({ times }) => [...times[measure]])));
      return [value, page, ...times, ms(first.median), ms(first.max)];
    }),
  );
  const numbers = [...TIME_COLUMNS, 'first median', 'first max'];
  return formatTable([aspect, 'page', ...numbers], rows, numbers);
}

function formatSlowest(cases: readonly MeasuredCase[], repetitions: number): string {
  const slowest = [...cases]
    .sort((a, b) => b.statistics.whole.p99 - a.statistics.whole.p99)
    .slice(0, SLOWEST)
    .map(({ state, sort, filter, page, statistics, first }) => {
      const times = timeColumns((measure) => statistics[measure]);
      return [state, sort, filter, page, ...times, ms(first.whole)];
    });
  const numbers = [...TIME_COLUMNS, 'first'];
  return [
    `The ${slowest.length} slowest cases, by the whole's p99 of ${repetitions} calls`,
    formatTable(['state', 'sort', 'filter', 'page', ...numbers], slowest, numbers),
  ].join('\n');
}

function countSlow(cases: readonly MeasuredCase[]): string {
  const counts = MEASURES.map((measure) => {
    const slow = cases.filter(({ statistics }) => statistics[measure].p99 > AIM_MS);
    return `${slow.length} by ${measure}`;
  });
  return counts.join(', ');
}

function timeColumns(of: (measure: Measure) => Statistics): string[] {
  return MEASURES.flatMap((measure) => PARTS.map((part) => ms(of(measure)[part])));
}

function ms(time: number): string {
  return time.toFixed(2);
}

/** Formats the requests per second of each kind, beside those of the bare route. */
export function formatLoad(loads: readonly MeasuredLoad[]): string {
  const numbers = ['req/s', 'p99 ms', 'kB', 'CPU µs/req', 'busy', 'of bare', 'of bare by CPU'];
  const optional = (value: number | null, digits: number) => value?.toFixed(digits) ?? '-';
  const rows = loads.map((load) => [
    load.name,
    load.requestsPerSecond.toFixed(0),
    load.p99.toFixed(1),
    (load.bytesPerAnswer / 1000).toFixed(1),
    optional(load.cpuPerRequest, 0),
    optional(load.busy, 2),
    optional(load.ratio, 2),
    optional(load.cpuRatio, 2),
  ]);
  return [
    'Over loopback; the service writes its log to nowhere (kB: with headers as sent; busy: part of the time the server worked, where far below 1 the client or others on this machine were the limit; of bare: req/s against the bare route of the body before compression, asked with the same headers; by CPU: time worked a request, the other way round)',
    formatTable(['what', ...numbers], rows, numbers),
  ].join('\n');
}
