import * as z from 'zod';
import { monthText } from '../../domain/month.ts';
import { messageOf } from '../../domain/operator-error.ts';
import { normalizeHeader } from './header.ts';
import {
  columnsOf,
  fieldsTakenAway,
  type Layout,
  PRINTED_SIGNS,
  type PrintedSign,
  type ReportKind,
} from './report-kind.ts';

const sign = z.enum(PRINTED_SIGNS);
const headers = z.array(z.string().trim().min(1)).min(1);

/** An operator's layout file: whole layouts, aliases of known fields, ignored columns, signs. */
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
        signs: z.record(z.string(), sign).optional(),
      }),
    )
    .default([]),
  aliases: z.array(z.strictObject({ kind: z.string(), field: z.string(), headers })).default([]),
  ignored: z.array(z.strictObject({ kind: z.string(), headers })).default([]),
  signs: z.array(z.strictObject({ kind: z.string(), field: z.string(), sign })).default([]),
});

/** The layouts of all kinds, with those of an operator's file. Throws an `Error` that names the mistake in the file. */
export function readLayoutFile(text: string, kinds: readonly ReportKind[]): Layout[] {
  const file = layoutFile.safeParse(parseJson(text));
  if (!file.success) throw new Error(z.prettifyError(file.error));
  const { layouts, aliases, ignored, signs } = file.data;
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
  const checkSign = (kindName: string, field: string) => {
    const known = fieldsTakenAway(kindNamed(kindName));
    if (known.includes(field)) return;
    const names = known.join(', ') || 'none';
    throw new Error(
      `${kindName} has no field "${field}" that is an amount taken away; its fields that are: ${names}`,
    );
  };
  for (const layout of layouts) {
    for (const field of Object.keys(layout.signs ?? {})) checkSign(layout.kind, field);
    checkFields(layout.kind, Object.keys(layout.columns));
    checkLayout(layout, kindNamed(layout.kind));
  }
  for (const { kind, field } of aliases) checkFields(kind, [field]);
  for (const { kind } of ignored) kindNamed(kind);
  for (const [at, { kind, field }] of signs.entries()) {
    checkSign(kind, field);
    if (signs.findIndex((entry) => entry.kind === kind && entry.field === field) < at)
      throw new Error(`the file states the sign of ${field} of ${kind} twice`);
  }

  const added = layouts.map(
    ({ kind, name, since, until, columns, ignored: unread, signs: own }): Layout => ({
      kind: kindNamed(kind).name,
      name,
      since: since ?? null,
      until: until ?? null,
      headers: columns,
      ignored: unread ?? [],
      ...(own && { signs: own }),
    }),
  );
  const all = [...kinds.flatMap((kind) => kind.layouts), ...added].map((layout) => ({
    ...layout,
    headers: withAliases(layout, aliases),
    ignored: [
      ...layout.ignored,
      ...ignored.filter(({ kind }) => kind === layout.kind).flatMap((entry) => entry.headers),
    ],
    ...statedSigns(layout, signs),
  }));
  for (const layout of all) checkHeaders(layout);
  return all;
}

/** Throws unless the layout can read a report: it names all required columns, and its dates are in order. */
function checkLayout(layout: z.output<typeof layoutFile>['layouts'][number], kind: ReportKind): void {
  const { name, since, until, columns } = layout;
  const missing = [...columnsOf(kind)].find(
    ([field, { presence }]) => presence === 'always' && !columns[field],
  );
  if (missing)
    throw new Error(`the layout "${name}" has no column for ${missing[0]}, which every report must have`);
  if (since && until && since > until)
    throw new Error(`the layout "${name}" ends (${until}) before it begins (${since})`);
}

/** Throws if one header names two fields. */
function checkHeaders({ name, headers: known }: Layout): void {
  const fields = new Map<string, string>();
  for (const [field, printed] of Object.entries(known)) {
    for (const header of printed) {
      const other = fields.get(normalizeHeader(header));
      if (other && other !== field) {
        throw new Error(`in the layout "${name}" the header "${header}" names both ${other} and ${field}`);
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
    // an alias does not add a field to a layout
    if (alias.kind === layout.kind && known) extended[alias.field] = [...known, ...alias.headers];
  }
  return extended;
}

/** The signs of a layout: its own, then those that the file states for its kind. */
function statedSigns(
  { kind, signs: own }: Layout,
  stated: readonly { kind: string; field: string; sign: PrintedSign }[],
): Pick<Layout, 'signs'> {
  const ofKind = stated.filter((entry) => entry.kind === kind);
  if (ofKind.length === 0 && !own) return {};
  return { signs: { ...Object.fromEntries(ofKind.map(({ field, sign }) => [field, sign])), ...own } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`not JSON: ${messageOf(error)}`);
  }
}
