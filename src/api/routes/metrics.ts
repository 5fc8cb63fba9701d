import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Registry } from 'prom-client';
import { type Day, firstDay } from '../../domain/month.ts';
import { countRuns, readReadiness } from '../../store/query/dataset-status.ts';
import type { DatasetReader, DatasetView } from '../../store/query/view.ts';
import { TOKEN_NEEDED } from '../contract.ts';

const DAY_MS = 86_400_000;

/** Counts every answer of the app by status, also refusals. */
export function countAnswers(app: FastifyInstance): Counter {
  const counter = new Counter({
    name: 'allocations_requests_total',
    help: 'Answers since the service started, by status',
    labelNames: ['status'],
    registers: [],
  });
  app.addHook('onResponse', async (_, { statusCode }) => counter.inc({ status: statusCode }));
  return counter;
}

/** Serves what a monitor watches, as Prometheus's text format. */
export function serveMetrics(
  app: FastifyInstance,
  reader: DatasetReader,
  answers: Counter,
  today: () => Day,
): void {
  app.route({
    method: 'GET',
    url: '/metrics',
    schema: { hide: true, security: TOKEN_NEEDED },
    handler: async (_, reply) => {
      const registry = reader.read((view) => measure(view, today()));
      registry.registerMetric(answers);
      reply.header('Cache-Control', 'no-store').type(registry.contentType);
      return registry.metrics();
    },
  });
}

function measure({ dataset }: DatasetView, today: Day): Registry {
  const registry = new Registry();
  // no label names a caller, a file or a jurisdiction
  const gauge = (name: string, help: string, samples: [labels: Record<string, string>, value: number][]) => {
    const labelNames = Object.keys(samples[0]?.[0] ?? {});
    const metric = new Gauge({ name, help, labelNames, registers: [registry] });
    for (const [labels, value] of samples) metric.set(labels, value);
  };
  const { lastRun, states } = readReadiness(dataset);
  const ages = states.flatMap(({ state, last }): [{ state: string }, number][] =>
    last === null ? [] : [[{ state }, (Date.parse(today) - Date.parse(firstDay(last))) / DAY_MS]],
  );
  gauge(
    'allocations_runs',
    'Runs that the dataset has a record of',
    countRuns(dataset).map(({ command, outcome, runs }) => [{ command, outcome }, runs]),
  );
  const last = lastRun && Date.parse(lastRun.finished_at) / 1000;
  if (last !== null)
    gauge('allocations_last_run_timestamp_seconds', 'When the newest run ended', [[{}, last]]);
  gauge(
    'allocations_newest_month_age_days',
    'Days since the first day of the newest month with payments',
    ages,
  );
  return registry;
}
