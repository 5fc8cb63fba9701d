import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { UNIT_SCALES } from '../../domain/allocation.ts';
import { monthOfDate } from '../../domain/month.ts';
import { reportOrigin } from '../../domain/origin.ts';
import type { RowLine } from '../../domain/report.ts';
import { stateOf } from '../../states/index.ts';
import { readSources, type SourcedMonth } from '../../store/query/sources.ts';
import { itemResponses, TOKEN_NEEDED } from '../contract.ts';
import { addressOf } from '../http/addresses.ts';
import type { Answer } from '../http/answers.ts';
import { READ } from '../http/methods.ts';
import { pageAsked, pageSchema, toPage, windowOf } from '../pages.ts';
import { limitParameter, pageParameter, periodParameter } from '../parameters.ts';
import { jurisdictionAt, jurisdictionPath } from '../records/jurisdiction.ts';

const sourceQuery = z.strictObject({
  allocation_period: periodParameter,
  limit: limitParameter,
  page: pageParameter,
});

const line = z.object({
  sheet: z.string().nullable(),
  row: z.int(),
  labels: z.record(z.string(), z.string().nullable()).meta({ description: 'What tells the lines apart' }),
  figures: z.record(z.string(), z.number()).meta({ description: 'Amounts in dollars' }),
});

const row = z.object({
  kind: z.string().meta({ description: 'The kind of the report', examples: ['ca/monthly-statement'] }),
  report: z.object({
    file_name: z.string().meta({ description: 'Its name when it was received' }),
    sha256: z.string().meta({ description: 'Of its bytes; the archive keeps it under this name' }),
    received_at: z.string().meta({ format: 'date-time' }),
    origin: reportOrigin.nullable().meta({
      description: 'Where it was downloaded from; null where the file was put there by hand',
    }),
  }),
  sheet: z.string().nullable().meta({ description: 'null in files without sheets' }),
  row: z
    .int()
    .meta({ description: 'Counted from 1 as a spreadsheet shows it; of JSON, the number of the record' }),
  lines: z.array(line).optional().meta({
    description: 'The printed lines that add up to the row; only if the kind prints several a month',
  }),
});

const sourcedMonth = z
  .object({
    allocation_period: z.string().meta({ format: 'date', examples: ['2024-05-01'] }),
    sources: z
      .array(row)
      .meta({ description: 'The rows the record is merged from, at most one of each kind' }),
    corrected: z.array(z.string()).meta({
      description: 'Fields of these rows whose figure the register of corrections gives instead',
    }),
  })
  .meta({ id: 'Sources' });

/** Serves where the figures of a jurisdiction came from. */
export function serveSources(app: FastifyInstance, answer: Answer): void {
  const schema = {
    operationId: 'list_sources',
    tags: ['jurisdictions'],
    summary: "The reports and rows a jurisdiction's figures came from, newest month first",
    params: jurisdictionPath,
    querystring: sourceQuery,
    security: TOKEN_NEEDED,
    response: itemResponses(pageSchema(sourcedMonth, 'source_page'), 'One page of months'),
  };
  app.route<{ Params: z.output<typeof jurisdictionPath>; Querystring: z.output<typeof sourceQuery> }>({
    ...READ,
    url: '/api/jurisdictions/:id/sources',
    schema,
    handler: (request, reply) => {
      const { allocation_period: period } = request.query;
      const asked = pageAsked(request.query);
      return answer(request, reply, (view) => {
        const jurisdiction = jurisdictionAt(view, request.params);
        const month = period?.from ? monthOfDate(period.from) : null;
        const range = { from: month, to: month };
        const all = readSources(view.dataset, stateOf(jurisdiction.state), jurisdiction.id, range).reverse();
        const { offset, limit } = windowOf(asked);
        const records = all.slice(offset, offset + limit).map(toRecord);
        return toPage(addressOf(request), asked, records, all.length);
      });
    },
  });
}

/** Only amounts add up: every figure of a line is one. */
function toLine({ figures, ...place }: RowLine): z.output<typeof line> {
  const dollars = Object.entries(figures).map(([name, cents]) => [name, cents / UNIT_SCALES.amount]);
  return { ...place, figures: Object.fromEntries(dollars) };
}

function toRecord({ period, corrected, sources }: SourcedMonth): z.output<typeof sourcedMonth> {
  return {
    allocation_period: period,
    sources: sources.map(({ kind, fileName, sha256, receivedAt, origin, sheet, row, lines }) => ({
      kind,
      report: { file_name: fileName, sha256, received_at: receivedAt, origin },
      sheet,
      row,
      ...(lines && { lines: lines.map(toLine) }),
    })),
    corrected: [...corrected],
  };
}
