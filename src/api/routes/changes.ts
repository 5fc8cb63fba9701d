import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { STATE_CODES, STATES } from '../../states/index.ts';
import {
  type ChangeFilter,
  type ListedChange,
  listChanges,
  type Moment,
  momentBeforeNewest,
} from '../../store/query/changes/changes.ts';
import { hasRevisions } from '../../store/query/revisions.ts';
import { type DatasetView, perContent } from '../../store/query/view.ts';
import type { Answers } from '../http/answers.ts';
import { requireCountyOf } from '../known-counties.ts';
import { refuseForeignCounty, requireKnown, requireOfState } from '../known-names.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { choiceParameter, countyParameter, idsParameter, versionParameter } from '../parameters.ts';
import { changeRecord, toChangeRecord } from '../records/change.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';
import { runBehind } from '../versions.ts';

const changeQuery = z
  .strictObject({
    since_version: versionParameter(
      'Only changes since this version of the dataset. Default: the version before the newest one',
    ),
    state: choiceParameter('Only changes of this state', STATE_CODES),
    county: countyParameter(
      'Only changes of jurisdictions in this county',
      STATES.filter(({ hasCounties }) => hasCounties),
    ),
    jurisdictions: idsParameter('Only changes of these jurisdictions: ids separated by commas', EXAMPLE.id),
    ...pagingParameters(),
  })
  .superRefine(refuseForeignCounty);
type ChangeQuery = z.output<typeof changeQuery>;

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
};

/** Lists are compared whole, and read page by page. */
const LISTS_REMEMBERED = 10;

/** Serves what changed since a version. */
export function serveChanges(app: FastifyInstance, answers: Answers): void {
  const listsOf = perContent(() => new LRUCache<string, ListedChange[]>({ max: LISTS_REMEMBERED }));
  const listed = (view: DatasetView, filter: ChangeFilter): ListedChange[] => {
    const key = JSON.stringify(filter);
    const all = listsOf(view).get(key) ?? listChanges(view.dataset, filter);
    listsOf(view).set(key, all);
    return all;
  };
  app.route<{ Querystring: ChangeQuery }>(
    listRoute<ChangeQuery>(answers, {
      url: '/api/changes',
      schema,
      record: changeRecord,
      page: pageSchema(changeRecord, 'change_page', changeMeta),
      pageText: 'One page of changes',
      find: ({ view, query, window }) => {
        const { afterRun, version } = momentOf(view, query.since_version);
        const jurisdictions = jurisdictionsOf(view, query);
        const all = listed(view, { afterRun, state: query.state ?? null, jurisdictions });
        return {
          ...foundAmong(all, window, (held, change) => toChangeRecord(change, held.jurisdictions)),
          meta: { since_version: version, version: view.version },
        };
      },
    }),
  );
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
  const name = requireCountyOf(view, { county, state });
  if (name === null) return jurisdictions ?? null;
  const ofCounty = [...view.jurisdictions.values()].filter((stored) => stored.county === name);
  const ids = ofCounty.map(({ id }) => id);
  return jurisdictions ? ids.filter((id) => jurisdictions.includes(id)) : ids;
}
