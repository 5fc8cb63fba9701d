import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { describeFinding, FINDING_SEVERITY, type FindingCode } from '../../domain/findings/finding.ts';
import { JURISDICTION_TYPES } from '../../domain/jurisdiction.ts';
import { firstDay, monthOfDate } from '../../domain/month.ts';
import { STATE_CODES } from '../../states/index.ts';
import {
  type FindingFilter,
  type ListedFinding,
  readFindings,
  selectFindings,
} from '../../store/query/finding-list.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { Answers } from '../http/answers.ts';
import { requireKnown, requireOfState } from '../known-names.ts';
import { listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { choiceParameter, idsParameter, periodParameter } from '../parameters.ts';
import { EXAMPLE } from '../records/jurisdiction.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;
const EXAMPLE_CODE: FindingCode = 'total-jump';
const CODES: [FindingCode, ...FindingCode[]] = [
  EXAMPLE_CODE,
  ...[...FINDING_SEVERITY.keys()].filter((code) => code !== EXAMPLE_CODE),
];

const findingQuery = z.strictObject({
  state: choiceParameter('Only findings about this state', STATE_CODES),
  severity: choiceParameter('Only findings of this severity', SEVERITIES),
  code: choiceParameter('Only findings with this code', CODES),
  jurisdictions: idsParameter(
    'Only findings about these jurisdictions or their rows: ids separated by commas',
    EXAMPLE.id,
  ),
  allocation_period: periodParameter,
  ...pagingParameters(),
});

type FindingQuery = z.output<typeof findingQuery>;

const finding = z
  .object({
    severity: z.enum(SEVERITIES),
    code: z
      .string()
      .meta({ description: 'docs/reference/findings.md lists the codes', examples: [EXAMPLE_CODE] }),
    text: z.string().meta({ description: 'What happened' }),
    advice: z.string().meta({ description: 'What to do. Empty if there is nothing to do' }),
    facts: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The figures and names in the text. Amounts are in cents' }),
    state: z.enum(STATE_CODES),
    jurisdiction: z
      .object({
        id: z.int(),
        name: z.string(),
        type: z.enum(JURISDICTION_TYPES).nullable(),
        county: z.string().nullable(),
      })
      .nullable()
      .meta({
        description: 'null if the finding is about a report, a row without a code, or the whole state',
      }),
    allocation_period: z.string().nullable().meta({
      format: 'date',
      description: 'null if the finding is about a report or a row without a month',
    }),
    report: z
      .object({ sha256: z.string(), file_name: z.string() })
      .nullable()
      .meta({ description: 'The report that shows it. null if there is none' }),
    sheet: z.string().nullable().meta({ description: 'null if the format has no sheets' }),
    row: z.int().nullable().meta({ description: 'Row number in the report, from 1' }),
    column: z.string().nullable().meta({ description: 'Header of the column, or name of the field' }),
  })
  .meta({ id: 'Finding' });

/** Serves the list of current findings. */
export function serveFindings(app: FastifyInstance, answers: Answers): void {
  app.route<{ Querystring: FindingQuery }>(
    listRoute<FindingQuery>(answers, {
      url: '/api/findings',
      schema: {
        operationId: 'list_findings',
        tags: ['dataset'],
        summary: 'List what the checks found: errors, then warnings, then infos',
        description:
          'You can combine all parameters. Within a severity, the list is sorted by state, then by newest month. A finding stays in the list until a run no longer finds it.',
        querystring: findingQuery,
      },
      record: finding,
      page: pageSchema(finding, 'finding_page'),
      pageText: 'One page of findings',
      find: ({ view, query, window }) => {
        const { jurisdictions = [], state } = query;
        requireKnown('jurisdictions', jurisdictions, (id) => view.jurisdictions.has(id));
        requireOfState('jurisdictions', jurisdictions, state);
        const { total, ids } = selectFindings(view, filterOf(query), window);
        return {
          total,
          length: ids.length,
          read: (held, start, end) =>
            readFindings(held.dataset, ids.slice(start, end)).map((listed) => toRecord(held, listed)),
        };
      },
    }),
  );
}

function filterOf({
  state,
  severity,
  code,
  jurisdictions,
  allocation_period: span,
}: FindingQuery): FindingFilter {
  return {
    state: state ?? null,
    severity: severity ?? null,
    code: code ?? null,
    jurisdictions: jurisdictions ?? null,
    month: span?.from ? monthOfDate(span.from) : null,
    run: null,
  };
}

function toRecord({ jurisdictions }: DatasetView, listed: ListedFinding): z.output<typeof finding> {
  const { severity, code, facts, state, jurisdiction_id, month, report_sha256, file_name } = listed;
  const { text, advice } = describeFinding(listed);
  const about = jurisdiction_id === null ? undefined : jurisdictions.get(jurisdiction_id);
  const { sheet, row, column } = listed;
  return {
    ...{ severity, code, text, advice, facts: { ...facts }, state },
    jurisdiction: about ? { id: about.id, name: about.name, type: about.type, county: about.county } : null,
    allocation_period: month && firstDay(month),
    report: report_sha256 === null || file_name === null ? null : { sha256: report_sha256, file_name },
    ...{ sheet, row, column },
  };
}
