import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { firstDay } from '../../domain/month.ts';
import { readReadiness } from '../../store/query/dataset-status.ts';
import type { DatasetReader, DatasetView } from '../../store/query/view.ts';
import { answerOf, NO_TOKEN_NEEDED } from '../contract.ts';
import { Refusal } from '../http/errors.ts';

const health = z.object({ status: z.literal('ok') }).meta({ id: 'health' });

const time = z.string().meta({ format: 'date-time' });
const period = z.string().nullable().meta({ format: 'date' });
const readiness = z
  .object({
    status: z.literal('ready'),
    dataset_version: z.string().meta({ description: 'Changes with every run that changes the dataset' }),
    last_run: z
      .object({ id: z.int(), command: z.string(), outcome: z.string(), started_at: time, finished_at: time })
      .nullable()
      .meta({ description: 'The newest run of the pipeline. null before the first run' }),
    states: z.array(z.object({ state: z.string(), first_period: period, last_period: period })),
  })
  .meta({ id: 'readiness' });

function schemaOf(operationId: string, body: z.ZodType, state: string) {
  const response = answerOf(body, `The service ${state}`);
  const summary = `Check that the service ${state}`;
  return { operationId, tags: ['service'], summary, security: NO_TOKEN_NEEDED, response };
}

/** Serves the health checks. */
export function serveReadiness(app: FastifyInstance, reader: DatasetReader): void {
  app.route({
    method: 'GET',
    url: '/healthz',
    schema: schemaOf('health', health, 'is running'),
    handler: async (_, reply) => {
      reply.header('Cache-Control', 'no-store');
      return { status: 'ok' } satisfies z.output<typeof health>;
    },
  });
  app.route({
    method: 'GET',
    url: '/readyz',
    schema: schemaOf('readiness', readiness, 'can read its dataset'),
    // no token protects it from the web pages that an operator visits
    onSend: (_, reply, payload, done) => {
      reply.removeHeader('access-control-allow-origin').removeHeader('access-control-expose-headers');
      reply.header('cross-origin-resource-policy', 'same-origin');
      done(null, payload);
    },
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      try {
        return reader.read(readinessOf);
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'not ready');
        throw new Refusal(503, 'The service cannot read its dataset. See the log of the service.');
      }
    },
  });
}

function readinessOf({ version, dataset }: DatasetView): z.output<typeof readiness> {
  const { lastRun, states } = readReadiness(dataset);
  return {
    status: 'ready',
    dataset_version: version,
    last_run: lastRun,
    states: states.map(({ state, first, last }) => ({
      state,
      first_period: first && firstDay(first),
      last_period: last && firstDay(last),
    })),
  };
}
