import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { UNIT_SCALES } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay } from '../../domain/month.ts';
import { STATE_CODES, STATES, unitOf } from '../../states/index.ts';
import { CHANGES } from '../../store/query/changes/change.ts';
import {
  type ListedChange,
  listChanges,
  type Moment,
  momentBeforeNewest,
} from '../../store/query/changes/changes.ts';
import { hasRevisions } from '../../store/query/revisions.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { dataResponses, TOKEN_NEEDED } from '../contract.ts';
import { addressOf } from '../http/addresses.ts';
import type { Answer } from '../http/answers.ts';
import { READ } from '../http/methods.ts';
import { refuseForeignCounty, requireKnown, requireOfState } from '../known-jurisdictions.ts';
import { runBehind } from '../known-version.ts';
import { pageAsked, pageSchema, toPage, windowOf } from '../pages.ts';
import {
  choiceParameter,
  countyParameter,
  idsParameter,
  limitParameter,
  pageParameter,
  versionParameter,
} from '../parameters.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';

const changeQuery = z
  .strictObject({
    since_version: versionParameter(
      'Only changes since this version of the dataset. Default: the version before the newest one',
    ),
    state: choiceParameter('Only changes of this state', STATE_CODES),
    county: countyParameter(
      'Only changes of jurisdictions in this county',
      STATES.flatMap(({ counties }) => counties),
    ),
    jurisdictions: idsParameter('Only changes of these jurisdictions: ids separated by commas', EXAMPLE.id),
    limit: limitParameter,
    page: pageParameter,
  })
  .superRefine(refuseForeignCounty);
type ChangeQuery = z.output<typeof changeQuery>;

const figure = z.number().nullable();
const change = z
  .object({
    change: z.enum(CHANGES).meta({
      description:
        'new_month: a month of a state that had no records. new_figure: figures that were missing in a month that was there, counted by field. ended_jurisdiction: no record in the newest month. held_report: a report that waits for a review now',
    }),
    state: z.enum(STATE_CODES),
    allocation_period: z
      .string()
      .nullable()
      .meta({
        format: 'date',
        description:
          'The month. The first one of a new jurisdiction, the last one of an ended jurisdiction or a report',
        examples: ['2024-05-01'],
      }),
    jurisdiction: z
      .object({
        id: z.int(),
        name: z
          .string()
          .nullable()
          .meta({ description: 'null if the jurisdiction is no longer in the dataset' }),
        type: z.enum(JURISDICTION_TYPES).nullable(),
        county: z.string().nullable(),
      })
      .nullable()
      .meta({ description: 'null if the change is about several jurisdictions, or about a report' }),
    field: z
      .string()
      .nullable()
      .meta({ description: 'The field of the figures', examples: ['net_payment'] }),
    before: figure.meta({ description: 'The figure in that version, in the unit of the field' }),
    after: figure.meta({
      description: 'The figure now, in the unit of the field. For an ended jurisdiction, its last figure',
    }),
    total: figure.meta({
      description:
        'The sum of the field over the new records or figures. null for percentages and single figures',
    }),
    jurisdictions: z
      .int()
      .nullable()
      .meta({ description: 'The number of new records or figures. null for single ones' }),
    report: z
      .object({
        sha256: z.string(),
        file_name: z.string(),
        kind: z.string(),
        received_at: z.string().meta({ format: 'date-time' }),
      })
      .nullable()
      .meta({ description: 'The report of the change. null if there are several, or none' }),
    reason: z.string().nullable().meta({ description: 'Why a report is held or was withdrawn' }),
    at: z.string().meta({
      format: 'date-time',
      description: 'When the newest run that changed it finished; when a report was held or withdrawn',
    }),
  })
  .meta({ id: 'Change' });

const changeMeta = {
  since_version: z
    .string()
    .nullable()
    .meta({ description: 'The version that the present one is compared with. null if its run is forgotten' }),
  version: z.string().meta({ description: 'The present version' }),
};

const schema = {
  operationId: 'list_changes',
  tags: ['revisions'],
  summary: 'List what changed since a version of the dataset, the most important first',
  description:
    'Compares two versions of the dataset: a figure that changed twice is one change, and one that changed back is none. The order: new months, reports, restated and removed figures, the largest difference of the payment first, then jurisdictions and figures that were missing. /api/revisions lists every single change of a figure.',
  querystring: changeQuery,
  security: TOKEN_NEEDED,
  response: dataResponses(pageSchema(change, 'change_page', changeMeta), 'One page of changes'),
};

/** Serves what changed since a version. */
export function serveChanges(app: FastifyInstance, answer: Answer): void {
  app.route<{ Querystring: ChangeQuery }>({
    ...READ,
    url: '/api/changes',
    schema,
    handler: (request, reply) => {
      const { query } = request;
      const asked = pageAsked(query);
      return answer(request, reply, (view) => {
        const { afterRun, version } = momentOf(view, query.since_version);
        const jurisdictions = jurisdictionsOf(view, query);
        const all = listChanges(view.dataset, { afterRun, state: query.state ?? null, jurisdictions });
        const { offset, limit } = windowOf(asked);
        const records = all.slice(offset, offset + limit).map((listed) => toRecord(view, listed));
        const more = { since_version: version, version: view.version };
        return toPage(addressOf(request), asked, records, all.length, more);
      });
    },
  });
}

function momentOf(view: DatasetView, version: string | undefined): Moment {
  const afterRun = runBehind(view, version);
  return afterRun === null || version === undefined
    ? momentBeforeNewest(view.dataset)
    : { afterRun, version };
}

/** The ids that a query asks for; `null` if it asks for all. */
function jurisdictionsOf(view: DatasetView, { state, county, jurisdictions }: ChangeQuery): number[] | null {
  const isKnown = (id: number) => view.jurisdictions.has(id) || hasRevisions(view.dataset, id);
  requireKnown('jurisdictions', jurisdictions ?? [], isKnown);
  requireOfState('jurisdictions', jurisdictions ?? [], state);
  if (county === undefined) return jurisdictions ?? null;
  const ofCounty = [...view.jurisdictions.values()].filter((stored) => stored.county === county);
  const ids = ofCounty.map(({ id }) => id);
  return jurisdictions ? ids.filter((id) => jurisdictions.includes(id)) : ids;
}

function toRecord({ jurisdictions }: DatasetView, listed: ListedChange): z.output<typeof change> {
  const { change: name, state, month, jurisdictionId: id, field, report, reason, at } = listed;
  const unit = field === null ? undefined : unitOf(state, field);
  const shown = (value: number | null) => (value === null || !unit ? null : value / UNIT_SCALES[unit]);
  const stored = id === null ? undefined : jurisdictions.get(id);
  return {
    change: name,
    state,
    allocation_period: month && firstDay(month),
    jurisdiction:
      id === null
        ? null
        : { id, name: stored?.name ?? null, type: stored?.type ?? null, county: stored?.county ?? null },
    field,
    before: shown(listed.before),
    after: shown(listed.after),
    total: shown(listed.total),
    jurisdictions: listed.jurisdictions,
    report,
    reason,
    at,
  };
}
