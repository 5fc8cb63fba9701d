import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { UNIT_SCALES } from '../../domain/allocation.ts';
import { firstDay } from '../../domain/month.ts';
import { STATE_CODES, unitOf } from '../../states/index.ts';
import {
  hasRevisions,
  type ListedRevision,
  readRevisions,
  selectRevisions,
} from '../../store/query/revisions.ts';
import type { Answers } from '../http/answers.ts';
import { requireKnown, requireOfState } from '../known-names.ts';
import { listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { choiceParameter, dateParameter, idsParameter, versionParameter } from '../parameters.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';
import { runBehind } from '../versions.ts';

const revisionQuery = z.strictObject({
  since: dateParameter('Only revisions by runs that finished on this date (UTC) or later'),
  since_version: versionParameter('Only revisions since this version of the dataset'),
  state: choiceParameter('Only revisions of this state', STATE_CODES),
  jurisdictions: idsParameter('Only revisions of these jurisdictions: ids separated by commas', EXAMPLE.id),
  ...pagingParameters(),
});

const figure = z.number().nullable();
const revision = z
  .object({
    id: z.int().meta({ description: 'Later revisions have higher ids' }),
    revised_at: z
      .string()
      .meta({ format: 'date-time', description: 'When the run that made the revision finished' }),
    run_id: z.int(),
    state: z.enum(STATE_CODES),
    jurisdiction: z.object({
      id: z.int(),
      name: z
        .string()
        .nullable()
        .meta({ description: 'null if the jurisdiction is no longer in the dataset' }),
    }),
    allocation_period: z.string().meta({ format: 'date', examples: ['2024-05-01'] }),
    field: z.string().meta({
      description:
        'The field that changed. "derived": deltas, trends or ytd of the record changed. "datapoint": the record was removed',
      examples: ['net_payment'],
    }),
    before: figure.meta({ description: 'In the unit of the field. null if there was no figure' }),
    after: figure.meta({ description: 'In the unit of the field. null if the figure was removed' }),
    report: z.object({ sha256: z.string(), file_name: z.string() }).nullable().meta({
      description:
        'The report that now gives the figure. If none does, the report of the record. null if the record was removed',
    }),
  })
  .meta({ id: 'Revision' });

type RevisionQuery = z.output<typeof revisionQuery>;

/** Serves the list of published figures that changed. */
export function serveRevisions(app: FastifyInstance, answers: Answers): void {
  app.route<{ Querystring: RevisionQuery }>(
    listRoute<RevisionQuery>(answers, {
      url: '/api/revisions',
      schema: {
        operationId: 'list_revisions',
        tags: ['revisions'],
        summary: 'List the figures that changed, newest first',
        description:
          'You can combine all parameters. A new record is not a revision: use updated_since or since_version of the lists to find it.',
        querystring: revisionQuery,
      },
      record: revision,
      page: pageSchema(revision, 'revision_page'),
      pageText: 'One page of revisions',
      find: ({ view, query, window }) => {
        const { since = null, since_version, state, jurisdictions = null } = query;
        const isKnown = (id: number) => view.jurisdictions.has(id) || hasRevisions(view.dataset, id);
        requireKnown('jurisdictions', jurisdictions ?? [], isKnown);
        requireOfState('jurisdictions', jurisdictions ?? [], state);
        const afterRun = runBehind(view, since_version);
        const filter = { since, state: state ?? null, jurisdictions, afterRun };
        const { total, ids } = selectRevisions(view.dataset, filter, window);
        return {
          total,
          length: ids.length,
          read: (held, start, end) => readRevisions(held.dataset, ids.slice(start, end)).map(toRecord),
        };
      },
    }),
  );
}

function toRecord(listed: ListedRevision): z.output<typeof revision> {
  const { id, revised_at, run_id, state, month, field, report_sha256, file_name } = listed;
  const unit = unitOf(state, field);
  const shown = (value: number | null) => (value === null || !unit ? null : value / UNIT_SCALES[unit]);
  return {
    id,
    revised_at,
    run_id,
    state,
    jurisdiction: { id: listed.jurisdiction_id, name: listed.jurisdiction },
    allocation_period: firstDay(month),
    field,
    before: shown(listed.before),
    after: shown(listed.after),
    report: report_sha256 === null || file_name === null ? null : { sha256: report_sha256, file_name },
  };
}
