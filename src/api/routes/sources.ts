import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { UNIT_SCALES } from '../../domain/allocation.ts';
import { monthOfDate } from '../../domain/month.ts';
import { reportOrigin } from '../../domain/origin.ts';
import type { RowLine } from '../../domain/report.ts';
import { periodParameter } from '../../records/filters/parameters.ts';
import { stateOf } from '../../states/index.ts';
import { type GivenFields, readGivenFields } from '../../store/query/given-fields.ts';
import { readSources, type SourcedMonth } from '../../store/query/sources.ts';
import type { Answers } from '../http/answers.ts';
import { foundAmong, listRoute } from '../list-route.ts';
import { pageSchema, pagingParameters } from '../pages.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';

const sourceQuery = z.strictObject({
  allocation_period: periodParameter,
  ...pagingParameters(),
});

const line = z.object({
  sheet: z.string().nullable(),
  row: z.int(),
  labels: z
    .record(z.string(), z.string().nullable())
    .meta({ description: 'The values that distinguish the lines' }),
  figures: z.record(z.string(), z.number()).meta({ description: 'Amounts in dollars' }),
});

const row = z.object({
  kind: z.string().meta({ description: 'The report kind', examples: ['ca/monthly-statement'] }),
  report: z.object({
    file_name: z.string().meta({ description: 'The name of the file when it was received' }),
    sha256: z
      .string()
      .meta({ description: 'Hash of the bytes. The archive stores the file under this name' }),
    received_at: z.string().meta({ format: 'date-time' }),
    origin: reportOrigin.nullable().meta({
      description: 'Where the report was downloaded from. null if a person supplied the file',
    }),
  }),
  sheet: z.string().nullable().meta({ description: 'null if the format has no sheets' }),
  row: z
    .int()
    .meta({ description: 'Row number as a spreadsheet shows it, from 1. In JSON, the number of the record' }),
  fields: z
    .array(z.string())
    .meta({ description: 'The fields of the record that come from this row', examples: [['net_payment']] }),
  lines: z.array(line).optional().meta({
    description:
      'The printed lines that add up to the row. Present only if the kind prints several lines for one month',
  }),
});

const sourcedMonth = z
  .object({
    allocation_period: z.string().meta({ format: 'date', examples: ['2024-05-01'] }),
    sources: z
      .array(row)
      .meta({ description: 'The rows that the record is merged from, at most one of each kind' }),
    corrected: z.array(z.string()).meta({
      description: 'Fields whose figure comes from the register of corrections instead of these rows',
    }),
  })
  .meta({ id: 'Sources' });

type SourceQuery = z.output<typeof sourceQuery>;
type SourcePath = z.output<typeof jurisdictionPath>;

/** Serves the sources of the figures of a jurisdiction. */
export function serveSources(app: FastifyInstance, answers: Answers): void {
  app.route<{ Params: SourcePath; Querystring: SourceQuery }>(
    listRoute<SourceQuery, SourcePath>(answers, {
      url: '/api/jurisdictions/:id/sources',
      schema: {
        operationId: 'list_sources',
        tags: ['jurisdictions'],
        summary: 'List the reports and rows that the figures of a jurisdiction came from, newest month first',
        params: jurisdictionPath,
        querystring: sourceQuery,
      },
      record: sourcedMonth,
      page: pageSchema(sourcedMonth, 'source_page'),
      pageText: 'One page of months',
      find: ({ view, query, params, window }) => {
        const jurisdiction = jurisdictionAt(view, params);
        const state = stateOf(jurisdiction.state);
        const month = query.allocation_period?.from ? monthOfDate(query.allocation_period.from) : null;
        const all = readSources(view.dataset, state, jurisdiction.id, { from: month, to: month }).reverse();
        const given = readGivenFields(view.dataset, state, jurisdiction);
        return foundAmong(all, window, (_, sourced) => toRecord(sourced, given.get(sourced.period)));
      },
    }),
  );
}

/** All figures of a line are amounts, because only amounts add up. */
function toLine({ figures, ...place }: RowLine): z.output<typeof line> {
  const dollars = Object.entries(figures).map(([name, cents]) => [name, cents / UNIT_SCALES.amount]);
  return { ...place, figures: Object.fromEntries(dollars) };
}

function toRecord(
  { period, corrected, sources }: SourcedMonth,
  given?: GivenFields,
): z.output<typeof sourcedMonth> {
  return {
    allocation_period: period,
    sources: sources.map(({ kind, fileName, sha256, receivedAt, origin, sheet, row, lines }) => ({
      kind,
      report: { file_name: fileName, sha256, received_at: receivedAt, origin },
      sheet,
      row,
      fields: [...(given?.get(kind) ?? [])],
      ...(lines && { lines: lines.map(toLine) }),
    })),
    corrected: [...corrected],
  };
}
