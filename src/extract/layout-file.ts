import { z } from 'zod';
import { type Month, parseMonth } from '../domain/month.ts';
import { columnsOf, type Layout, type ReportKind } from './report-kind.ts';

const headers = z.array(z.string().trim().min(1)).min(1);
const month = z.string().transform((text, context): Month => {
  const parsed = parseMonth(text);
  if (parsed) return parsed;
  context.addIssue({ code: 'custom', message: `"${text}" is not a month like 2021-07` });
  return z.NEVER;
});

/** An operator's layout file: whole layouts, more names for known fields, columns to leave unread. */
const layoutFile = z.strictObject({
  layouts: z
    .array(
      z.strictObject({
        kind: z.string(),
        name: z.string().min(1),
        since: month.optional(),
        until: month.optional(),
        columns: z.record(z.string(), headers),
        ignored: headers.optional(),
      }),
    )
    .default([]),
  aliases: z.array(z.strictObject({ kind: z.string(), field: z.string(), headers })).default([]),
  ignored: z.array(z.strictObject({ kind: z.string(), headers })).default([]),
});

/**
 * The layouts of all kinds with those of an operator's file. `text` is the file's JSON.
 * Throws an `Error` with one line per mistake, each naming the place in the file.
 */
export function readLayoutFile(text: string, kinds: readonly ReportKind[]): Layout[] {
  const file = layoutFile.safeParse(parseJson(text));
  if (!file.success) throw new Error(z.prettifyError(file.error));
  const { layouts, aliases, ignored } = file.data;
  const kindNamed = (name: string) => {
    const kind = kinds.find((known) => known.name === name);
    if (!kind)
      throw new Error(`unknown report kind "${name}"; known: ${kinds.map((known) => known.name).join(', ')}`);
    return kind;
  };
  const checkFields = (kindName: string, fields: string[]) => {
    const known = [...columnsOf(kindNamed(kindName)).keys()];
    const wrong = fields.find((field) => !known.includes(field));
    if (wrong) throw new Error(`${kindName} has no field "${wrong}"; its fields: ${known.join(', ')}`);
  };
  for (const { kind, columns } of layouts) checkFields(kind, Object.keys(columns));
  for (const { kind, field } of aliases) checkFields(kind, [field]);
  for (const { kind } of ignored) kindNamed(kind);

  const added = layouts.map(
    ({ kind, name, since, until, columns, ignored: unread }): Layout => ({
      kind: kindNamed(kind).name,
      name,
      since: since ?? null,
      until: until ?? null,
      headers: columns,
      ignored: unread ?? [],
    }),
  );
  return [...kinds.flatMap((kind) => kind.layouts), ...added].map((layout) => ({
    ...layout,
    headers: withAliases(layout, aliases),
    ignored: [
      ...layout.ignored,
      ...ignored.filter(({ kind }) => kind === layout.kind).flatMap((entry) => entry.headers),
    ],
  }));
}

function withAliases(
  layout: Layout,
  aliases: { kind: string; field: string; headers: string[] }[],
): Layout['headers'] {
  const extended: Record<string, readonly string[]> = { ...layout.headers };
  for (const alias of aliases) {
    if (alias.kind === layout.kind)
      extended[alias.field] = [...(extended[alias.field] ?? []), ...alias.headers];
  }
  return extended;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
