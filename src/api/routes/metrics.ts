import type { FastifyInstance } from 'fastify';
import { type Day, firstDay } from '../../domain/month.ts';
import { countRuns, readReadiness } from '../../store/query/dataset-status.ts';
import type { DatasetReader, DatasetView } from '../../store/query/view.ts';
import { TOKEN_NEEDED } from '../contract.ts';
import { READ } from '../http/methods.ts';

const DAY_MS = 86_400_000;

/** One metric of Prometheus's text format. */
interface Metric {
  name: string;
  help: string;
  type: 'gauge' | 'counter';
  /** Each value with its labels, which name no caller, file or jurisdiction. */
  samples: readonly { labels?: Readonly<Record<string, string>>; value: number }[];
}

/** Counts the answers of a service by status. */
export class RequestCount {
  private readonly byStatus = new Map<number, number>();

  /** Counts every answer of the app, also refusals. */
  follow(app: FastifyInstance): void {
    app.addHook('onResponse', async (_, { statusCode }) => {
      this.byStatus.set(statusCode, (this.byStatus.get(statusCode) ?? 0) + 1);
    });
  }

  samples(): Metric['samples'] {
    const sorted = [...this.byStatus].sort(([a], [b]) => a - b);
    return sorted.map(([status, value]) => ({ labels: { status: String(status) }, value }));
  }
}

/** Serves what a monitor watches, as Prometheus's text format. */
export function serveMetrics(
  app: FastifyInstance,
  reader: DatasetReader,
  requests: RequestCount,
  today: () => Day,
): void {
  app.route({
    ...READ,
    url: '/metrics',
    schema: { hide: true, security: TOKEN_NEEDED },
    handler: async (_, reply) => {
      const metrics = [...reader.read((view) => metricsOf(view, today())), requestMetric(requests)];
      reply.header('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8');
      return metrics.map(formatMetric).join('');
    },
  });
}

function metricsOf({ dataset }: DatasetView, today: Day): Metric[] {
  const { lastRun, states } = readReadiness(dataset);
  const loaded = states.flatMap(({ state, last }) => (last === null ? [] : [{ state, last }]));
  return [
    {
      name: 'allocations_runs',
      help: 'Runs that the dataset has a record of',
      type: 'gauge',
      samples: countRuns(dataset).map(({ command, outcome, runs }) => ({
        labels: { command, outcome },
        value: runs,
      })),
    },
    {
      name: 'allocations_last_run_timestamp_seconds',
      help: 'When the newest run ended',
      type: 'gauge',
      samples: lastRun === null ? [] : [{ value: Date.parse(lastRun.finished_at) / 1000 }],
    },
    {
      name: 'allocations_newest_month_age_days',
      help: 'Days since the first day of the newest month with payments',
      type: 'gauge',
      samples: loaded.map(({ state, last }) => ({
        labels: { state },
        value: (Date.parse(today) - Date.parse(firstDay(last))) / DAY_MS,
      })),
    },
  ];
}

function requestMetric(requests: RequestCount): Metric {
  return {
    name: 'allocations_requests_total',
    help: 'Answers since the service started, by status',
    type: 'counter',
    samples: requests.samples(),
  };
}

function formatMetric({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const named = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${named.length > 0 ? `{${named.join(',')}}` : ''} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n');
}
