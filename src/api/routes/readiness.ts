import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { firstDay } from '../../domain/month.ts';
import { readReadiness } from '../../store/query/status.ts';
import type { DatasetReader } from '../../store/query/view.ts';
import { NO_TOKEN_NEEDED, openResponses, readinessResponses } from '../contract.ts';
import { Refusal } from '../http/errors.ts';
import { READ } from '../http/methods.ts';

const health = z.object({ status: z.literal('ok') }).meta({ id: 'health' });

const time = z.string().meta({ format: 'date-time' });
const period = z.string().nullable().meta({ format: 'date' });
const readiness = z
  .object({
    status: z.literal('ready'),
    dataset_version: z.string().meta({ description: 'Another one after every run that changed anything' }),
    last_run: z
      .object({ id: z.int(), command: z.string(), outcome: z.string(), started_at: time, finished_at: time })
      .nullable()
      .meta({ description: 'The newest run of the pipeline; null where there was none' }),
    states: z.array(z.object({ state: z.string(), first_period: period, last_period: period })),
  })
  .meta({ id: 'readiness' });

/** Serves what tells whether the service lives, and whether it has a dataset to serve. */
export function serveReadiness(app: FastifyInstance, reader: DatasetReader): void {
  const healthSchema = {
    operationId: 'health',
    tags: ['service'],
    summary: 'Whether the service lives',
    security: NO_TOKEN_NEEDED,
    response: openResponses(health, 'It does'),
  };
  app.route({
    ...READ,
    url: '/healthz',
    schema: healthSchema,
    handler: async (_, reply) => {
      reply.header('Cache-Control', 'no-store');
      return { status: 'ok' } satisfies z.output<typeof health>;
    },
  });

  const readySchema = {
    operationId: 'readiness',
    tags: ['service'],
    summary: 'Whether the dataset can be read, and what it has',
    security: NO_TOKEN_NEEDED,
    response: readinessResponses(readiness, 'It can'),
  };
  app.route({
    ...READ,
    url: '/readyz',
    schema: readySchema,
    handler: async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      try {
        const { version, lastRun, states } = reader.read((view) => ({
          version: view.version,
          ...readReadiness(view.dataset),
        }));
        return {
          status: 'ready',
          dataset_version: version,
          last_run: lastRun,
          states: states.map(({ state, first, last }) => ({
            state,
            first_period: first && firstDay(first),
            last_period: last && firstDay(last),
          })),
        } satisfies z.output<typeof readiness>;
      } catch (error) {
        request.log.error({ reqId: request.id, err: error }, 'not ready');
        throw new Refusal(503, 'the dataset cannot be read; the log says why');
      }
    },
  });
}
