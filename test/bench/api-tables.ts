import { formatTable } from '../../src/cli/print.ts';
import { PAGES } from './api-cases.ts';
import type { IndexCosts } from './api-indexes.ts';
import type { MeasuredLoad } from './api-load.ts';
import type { MeasuredCase, QueryTimes } from './api-queries.ts';
import { type Statistics, statisticsOf } from './api-statistics.ts';

/** What a query may take at its 99th percentile, in milliseconds. */
export const AIM_MS = 10;
const SLOWEST = 10;

const STATISTICS = ['median', 'p99', 'max'];

/** One table a state, the slowest cases, and how many miss the aim. */
export function formatQueries({ cases, repetitions, again }: QueryTimes): string {
  const states = [...new Set(cases.map(({ state }) => state))];
  const slowest = [...cases].sort((a, b) => b.whole.p99 - a.whole.p99).slice(0, SLOWEST);
  const isSlow = ({ whole }: MeasuredCase) => whole.p99 > AIM_MS;
  const isSlowQuery = ({ query }: MeasuredCase) => query.p99 > AIM_MS;
  return [
    ...states.map((state) =>
      formatState(
        state,
        cases.filter((measured) => measured.state === state),
      ),
    ),
    `The ${slowest.length} slowest of ${cases.length} cases, by p99 of ${repetitions} calls:`,
    formatTable(
      ['state', 'sort', 'filter', 'page', ...prefixed('query'), ...prefixed('whole'), 'first'],
      slowest.map(({ state, sort, filter, page, query, whole, first }) => [
        ...[state, sort, filter, page],
        ...[...columns(query), ...columns(whole), ms(first.whole)],
      ]),
      [...prefixed('query'), ...prefixed('whole'), 'first'],
    ),
    `Above ${AIM_MS} ms at p99: ${cases.filter(isSlowQuery).length} of ${cases.length} cases by the query alone, ${cases.filter(isSlow).length} by the whole; of these, asked ${repetitions} times again: ${again.filter(isSlowQuery).length} and ${again.filter(isSlow).length}.`,
  ].join('\n\n');
}

function formatState(state: string, cases: readonly MeasuredCase[]): string {
  const sorts = new Set(cases.map(({ sort }) => sort)).size;
  const filters = [...new Set(cases.map(({ filter }) => filter))];
  const rows = filters.flatMap((filter) =>
    PAGES.map((page) => {
      const own = cases.filter((measured) => measured.filter === filter && measured.page === page);
      const all = (of: (measured: MeasuredCase) => Iterable<number>) =>
        columns(statisticsOf(own.flatMap((measured) => [...of(measured)])));
      const first = statisticsOf(own.map((measured) => measured.first.whole));
      return [
        ...[filter, page, ...all(({ queryTimes }) => queryTimes), ...all(({ wholeTimes }) => wholeTimes)],
        ...[ms(first.median), ms(first.max)],
      ];
    }),
  );
  const numbers = [...prefixed('query'), ...prefixed('whole'), 'first median', 'first max'];
  return [
    `${state}: ms over ${sorts} sorts, 25 records a page (query: the dataset alone; whole: with records and JSON; first: the first call of each case, whole)`,
    formatTable(['filter', 'page', ...numbers], rows, numbers),
  ].join('\n');
}

function prefixed(prefix: string): string[] {
  return STATISTICS.map((name) => `${prefix} ${name}`);
}

function columns({ median, p99, max }: Statistics): string[] {
  return [median, p99, max].map(ms);
}

function ms(time: number): string {
  return time.toFixed(2);
}

/** Requests per second of each kind, beside the bare route's. */
export function formatLoad(loads: readonly MeasuredLoad[]): string {
  const numbers = ['req/s', 'p99 ms', 'kB', 'CPU µs/req', 'busy', 'of bare', 'of bare by CPU'];
  const optional = (value: number | null, digits: number) => value?.toFixed(digits) ?? '-';
  const rows = loads.map((load) => [
    ...[
      load.name,
      load.requestsPerSecond.toFixed(0),
      load.p99.toFixed(1),
      (load.bytesPerAnswer / 1000).toFixed(1),
    ],
    ...[optional(load.cpuPerRequest, 0), optional(load.busy, 2)],
    ...[optional(load.ratio, 2), optional(load.cpuRatio, 2)],
  ]);
  return [
    'Over loopback (kB: with headers as sent; busy: part of the time the server worked, where far below 1 the client or others on this machine were the limit; of bare: req/s against the bare route of the body before compression; by CPU: time worked a request, the other way round)',
    formatTable(['what', ...numbers], rows, numbers),
  ].join('\n');
}

/** What the indexes cost. */
export function formatIndexes(costs: IndexCosts): string {
  const { indexes, fileSize, creation, fullLoad, newMonth, restatedMonth } = costs;
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  const seconds = (time: number) => `${time.toFixed(1)} s`;
  const row = (name: string, show: (value: number) => string, a: number, b: number) => [
    ...[name, show(a), show(b), (a / b).toFixed(2)],
  ];
  const loads = [
    [`full load, ${fullLoad.with.inserted} datapoints`, fullLoad],
    [`new month, ${newMonth.with.inserted} datapoints`, newMonth],
    [`restated month, ${restatedMonth.with.updated} datapoints change`, restatedMonth],
  ] as const;
  const numbers = ['with', 'without', 'ratio'];
  const rows = [
    row('file, without unused pages', megabytes, fileSize.with, fileSize.without),
    ...loads.map(([name, runs]) => row(name, seconds, runs.with.seconds, runs.without.seconds)),
  ];
  const part = ((100 * creation) / fullLoad.with.seconds).toFixed(0);
  return [
    `The ${indexes} sort indexes`,
    formatTable(['what', ...numbers], rows, numbers),
    `Making them all in a full dataset without them: ${seconds(creation)}, ${part} % of the full load with them.`,
  ].join('\n');
}
