import * as z from 'zod';
import type { RecordList } from '../../../src/records/list.ts';
import { readDocument } from '../openapi-document.ts';
import { code, codes, table } from '../pages.ts';

const parameter = z.object({
  name: z.string(),
  in: z.string(),
  description: z.string().optional(),
  schema: z.looseObject({
    default: z.unknown().optional(),
    enum: z.array(z.string()).optional(),
    examples: z.array(z.unknown()).optional(),
  }),
});
const operation = z.object({
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(parameter).default([]),
  responses: z.record(z.string(), z.looseObject({ description: z.string() })),
});
const document = z.object({ paths: z.record(z.string(), z.looseObject({ get: operation.optional() })) });

type Operation = z.infer<typeof operation>;

/** More choices than this are listed below a table, not in it. */
const FEW = 6;

/** The addresses, parameters and answers of the service, as its OpenAPI document has them. */
export async function apiTables(records: readonly RecordList[]): Promise<Record<string, string>> {
  const { paths } = document.parse(await readDocument(records));
  const routes = groupByAnswer(paths);
  return {
    addresses: table(
      ['address', 'answer'],
      routes.map(({ addresses, get }) => [codes(addresses), get.summary ?? '']),
    ),
    parameters: routes
      .filter(({ get }) => get.parameters.length > 0)
      .map(({ addresses, get }) => `### ${codes(addresses.slice(0, 1))}\n\n${parametersOf(get)}`)
      .join('\n\n'),
    statuses: statusesOf(routes.map(({ get }) => get)),
  };
}

/** Addresses that answer alike stand together. */
function groupByAnswer(paths: z.infer<typeof document>['paths']) {
  const routes = new Map<string, { addresses: string[]; get: Operation }>();
  for (const [address, { get }] of Object.entries(paths)) {
    if (!get) continue;
    const key = `${get.summary} ${get.parameters.map(({ name }) => name).join()}`;
    const route = routes.get(key) ?? { addresses: [], get };
    route.addresses.push(address);
    routes.set(key, route);
  }
  return [...routes.values()];
}

function parametersOf({ parameters }: Operation): string {
  const rows = parameters.map(({ name, description = '', schema }) => [
    code(name),
    description.replace(/[.]?$/, '.'),
    schema.default === undefined ? '' : code(String(schema.default)),
    exampleOf(schema.examples?.[0]),
  ]);
  const lists = parameters.flatMap(({ name, schema }) => {
    const ascending = (schema.enum ?? []).filter((choice) => !choice.startsWith('-'));
    // counties are names that everybody knows
    return ascending.length > FEW && name === 'sort' ? [sortNames(ascending)] : [];
  });
  return [table(['parameter', 'meaning', 'default', 'example'], rows), ...lists].join('\n\n');
}

function exampleOf(example: unknown): string {
  return example === undefined || example === '' ? '' : code(String(example));
}

function sortNames(names: readonly string[]): string {
  const own = names.filter((name) => !name.includes('.'));
  const families = [...new Set(names.flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])))];
  const derived =
    families.length > 0 ? `, and each field after ${codes(families.map((family) => `${family}.`))}` : '';
  return `Sort names: ${codes(own)}${derived}.`;
}

function statusesOf(operations: readonly Operation[]): string {
  const texts = new Map<string, Set<string>>();
  for (const { responses } of operations)
    for (const [status, { description }] of Object.entries(responses))
      if (status !== '200') texts.set(status, (texts.get(status) ?? new Set()).add(description));
  const rank = (status: string) => (status === 'default' ? 999 : Number(status));
  return table(
    ['status', 'when'],
    [...texts]
      .sort(([left], [right]) => rank(left) - rank(right))
      .map(([status, all]) => [status === 'default' ? 'other' : status, `${[...all].join('. ')}.`]),
  );
}
