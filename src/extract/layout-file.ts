import * as z from 'zod';
import { monthText } from '../domain/month.ts';
import { messageOf } from '../domain/operator-error.ts';
import { normalizeHeader } from './header.ts';
import { columnsOf, type Layout, type ReportKind } from './report-kind.ts';

const headers = z.array(z.string().trim().min(1)).min(1);

/** An operator's layout file: whole layouts, more names for known fields, columns to leave unread. */
const layoutFile = z.strictObject({
  layouts: z
    .array(
      z.strictObject({
        kind: z.string(),
        name: z.string().min(1),
        since: monthText.optional(),
        until: monthText.optional(),
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
 * Throws an `Error` that names the mistake and its place in the file.
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
  for (const layout of layouts) {
    checkFields(layout.kind, Object.keys(layout.columns));
    checkLayout(layout, kindNamed(layout.kind));
  }
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
  const all = [...kinds.flatMap((kind) => kind.layouts), ...added].map((layout) => ({
    ...layout,
    headers: withAliases(layout, aliases),
    ignored: [
      ...layout.ignored,
      ...ignored.filter(({ kind }) => kind === layout.kind).flatMap((entry) => entry.headers),
    ],
  }));
  for (const layout of all) checkHeaders(layout);
  return all;
}

/** A layout must be able to take a report: its required columns named, its dates in order. */
function checkLayout(layout: z.output<typeof layoutFile>['layouts'][number], kind: ReportKind): void {
  const { name, since, until, columns } = layout;
  const missing = [...columnsOf(kind)].find(
    ([field, { presence }]) => presence === 'always' && !columns[field],
  );
  if (missing)
    throw new Error(`the layout "${name}" names no column for ${missing[0]}, which every report must have`);
  if (since && until && since > until)
    throw new Error(`the layout "${name}" ends (${until}) before it begins (${since})`);
}

/** Throws where one header is to mean two fields. */
function checkHeaders({ name, headers: known }: Layout): void {
  const fields = new Map<string, string>();
  for (const [field, printed] of Object.entries(known)) {
    for (const header of printed) {
      const other = fields.get(normalizeHeader(header));
      if (other && other !== field) {
        throw new Error(
          `in the layout "${name}" the header "${header}" is to mean both ${other} and ${field}`,
        );
      }
      fields.set(normalizeHeader(header), field);
    }
  }
}

function withAliases(
  layout: Layout,
  aliases: { kind: string; field: string; headers: string[] }[],
): Layout['headers'] {
  const extended: Record<string, readonly string[]> = { ...layout.headers };
  for (const alias of aliases) {
    const known = extended[alias.field];
    // a layout that does not name the field does not ask for it
    if (alias.kind === layout.kind && known) extended[alias.field] = [...known, ...alias.headers];
  }
  return extended;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${messageOf(error)}`);
  }
}
