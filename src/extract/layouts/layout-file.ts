import * as z from 'zod';
import { messageOf } from '../../domain/operator-error.ts';
import { parseSettings } from '../../domain/text/json.ts';
import { monthText } from '../../domain/text/month-text.ts';
import type { LayoutAddition } from './column-advice.ts';
import { normalizeHeader } from './header.ts';
import { columnsOf, fieldsTakenAway, type Layout, PRINTED_SIGNS, type ReportKind } from './report-kind.ts';

const sign = z.enum(PRINTED_SIGNS);
const headers = z.array(z.string().trim().min(1)).min(1);
/** A shorter beginning would pass over rows. */
const notes = z
  .array(z.string().refine((text) => normalizeHeader(text).length >= 3, 'needs three letters'))
  .min(1);

/** An operator's layout file: whole layouts, aliases of known fields, ignored columns, notes beside the rows, signs. */
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
        notes: notes.optional(),
        signs: z.record(z.string(), sign).optional(),
      }),
    )
    .default([]),
  aliases: z.array(z.strictObject({ kind: z.string(), field: z.string(), headers })).default([]),
  ignored: z.array(z.strictObject({ kind: z.string(), headers })).default([]),
  notes: z.array(z.strictObject({ kind: z.string(), beginnings: notes })).default([]),
  signs: z.array(z.strictObject({ kind: z.string(), field: z.string(), sign })).default([]),
});

const list = z.array(z.unknown()).default([]);
const lists = z.looseObject({ aliases: list, ignored: list, notes: list });

/** A layout file with these additions; `text` is the JSON of the file, empty for a new one. Throws if it is not one. */
export function addToLayoutFile(text: string, additions: readonly LayoutAddition[]): string {
  const { aliases, ignored, notes, ...others } = lists.parse(text === '' ? {} : parseSettings(text));
  for (const addition of additions) {
    const { kind } = addition;
    if ('note' in addition) notes.push({ kind, beginnings: [addition.note] });
    else if (addition.field === null) ignored.push({ kind, headers: [addition.header] });
    else aliases.push({ kind, field: addition.field, headers: [addition.header] });
  }
  const file = Object.entries({ ...others, aliases, ignored, notes });
  const filled = file.filter(([, entries]) => !Array.isArray(entries) || entries.length > 0);
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}

type LayoutFile = z.output<typeof layoutFile>;
type LayoutEntry = LayoutFile['layouts'][number];

/** The layouts of all kinds, with those of an operator's file. Throws an `Error` that names the mistake in the file. */
export function readLayoutFile(text: string, kinds: readonly ReportKind[]): Layout[] {
  const { success, data, error } = layoutFile.safeParse(parseJson(text));
  if (!success) throw new Error(z.prettifyError(error));
  checkNames(data, kinds);
  const builtIn = kinds.flatMap((kind) => kind.layouts).map((layout) => extend(layout, data));
  const added = data.layouts.map((entry) => {
    const layout = extend(layoutOf(entry, kindNamed(kinds, entry.kind)), data);
    return { ...layout, signs: { ...layout.signs, ...entry.signs } };
  });
  const all = [...builtIn, ...added];
  for (const layout of all) checkHeaders(layout);
  return all;
}

/** Throws if the file names an unknown kind or field, or states a sign twice. */
function checkNames(
  { layouts, aliases, ignored, notes, signs }: LayoutFile,
  kinds: readonly ReportKind[],
): void {
  for (const layout of layouts) {
    const kind = kindNamed(kinds, layout.kind);
    for (const field of Object.keys(layout.signs ?? {})) checkSign(kind, field);
    checkFields(kind, Object.keys(layout.columns));
    checkLayout(layout, kind);
  }
  for (const { kind, field } of aliases) checkFields(kindNamed(kinds, kind), [field]);
  for (const { kind } of [...ignored, ...notes]) kindNamed(kinds, kind);
  for (const [at, { kind, field }] of signs.entries()) {
    checkSign(kindNamed(kinds, kind), field);
    if (signs.findIndex((entry) => entry.kind === kind && entry.field === field) < at)
      throw new Error(`the file states the sign of ${field} of ${kind} twice`);
  }
}

function kindNamed(kinds: readonly ReportKind[], name: string): ReportKind {
  const kind = kinds.find((known) => known.name === name);
  if (kind) return kind;
  throw new Error(`unknown report kind "${name}"; known: ${kinds.map((known) => known.name).join(', ')}`);
}

function checkFields(kind: ReportKind, fields: readonly string[]): void {
  const known = [...columnsOf(kind).keys()];
  const wrong = fields.find((field) => !known.includes(field));
  if (wrong) throw new Error(`${kind.name} has no field "${wrong}"; its fields: ${known.join(', ')}`);
}

function checkSign(kind: ReportKind, field: string): void {
  const known = fieldsTakenAway(kind);
  if (known.includes(field)) return;
  const names = known.join(', ') || 'none';
  throw new Error(
    `${kind.name} has no field "${field}" that is an amount taken away; its fields that are: ${names}`,
  );
}

function layoutOf({ name, since, until, columns, ignored, notes }: LayoutEntry, kind: ReportKind): Layout {
  return {
    kind: kind.name,
    name,
    since: since ?? null,
    until: until ?? null,
    headers: columns,
    ignored: ignored ?? [],
    notes: notes ?? [],
  };
}

/** A layout with the aliases, ignored columns, notes and signs that the file gives to its kind. */
function extend(layout: Layout, { aliases, ignored, notes, signs }: LayoutFile): Layout {
  const isOfKind = ({ kind }: { kind: string }) => kind === layout.kind;
  return {
    ...layout,
    headers: withAliases(layout, aliases),
    ignored: [...layout.ignored, ...ignored.filter(isOfKind).flatMap(({ headers: unread }) => unread)],
    notes: [...layout.notes, ...notes.filter(isOfKind).flatMap(({ beginnings }) => beginnings)],
    signs: {
      ...layout.signs,
      ...Object.fromEntries(signs.filter(isOfKind).map(({ field, sign: printed }) => [field, printed])),
    },
  };
}

/** Throws unless the layout can read a report: it names all required columns, and its dates are in order. */
function checkLayout(layout: LayoutEntry, kind: ReportKind): void {
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

function withAliases(layout: Layout, aliases: LayoutFile['aliases']): Layout['headers'] {
  const extended: Record<string, readonly string[]> = { ...layout.headers };
  for (const alias of aliases) {
    const known = extended[alias.field];
    // an alias does not add a field to a layout
    if (alias.kind === layout.kind && known) extended[alias.field] = [...known, ...alias.headers];
  }
  return extended;
}

function parseJson(text: string): unknown {
  try {
    return parseSettings(text);
  } catch (error) {
    throw new Error(`not JSON: ${messageOf(error)}`);
  }
}
