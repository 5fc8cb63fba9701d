import * as z from 'zod';
import { type Finding, factsOf } from '../../domain/findings/finding.ts';
import type { LayoutAddition } from '../../domain/findings/of-headers.ts';

/** Additions in the form of the layout file. */
export interface LayoutAdditions {
  aliases?: { kind: string; field: string; headers: string[] }[];
  ignored?: { kind: string; headers: string[] }[];
}

/**
 * The whole addition to a layout file by which a refused report could be read, from its findings. A guess: a renamed
 * column becomes an alias, a column like no other is ignored. `null` if no addition helps, or if a person must decide which column is which.
 */
export function suggestAdditions(findings: readonly Finding[]): LayoutAdditions | null {
  if (findings.some(isUndecided)) return null;
  const suggested = findings.flatMap((found) => additionOf(found) ?? []);
  const aliases = groupHeaders(
    suggested.flatMap(({ field, ...rest }) => (field === null ? [] : [{ ...rest, field }])),
  );
  const ignored = groupHeaders(suggested.flatMap(({ field, ...rest }) => (field === null ? [rest] : [])));
  if (suggested.length === 0) return null;
  return { ...(aliases.length > 0 && { aliases }), ...(ignored.length > 0 && { ignored }) };
}

/** Whether only a person can tell which column is meant. */
function isUndecided(item: Finding): boolean {
  const { candidates } = factsOf('missing-column', item) ?? {};
  const { missing, absent } = factsOf('unknown-column', item) ?? {};
  return [candidates, missing, absent].some((mayBe) => mayBe !== undefined);
}

function additionOf(item: Finding): LayoutAddition | null {
  const renamed = factsOf('missing-column', item);
  if (renamed) return renamed.nearest;
  const unknown = factsOf('unknown-column', item);
  if (!unknown) return null;
  const { kind, header, nearest } = unknown;
  return nearest?.addition ?? { kind, header, field: null };
}

/** One entry for each kind and field, with all its headers. */
function groupHeaders<Target extends object>(additions: readonly (Target & { header: string })[]) {
  const groups = new Map<string, Omit<Target, 'header'> & { headers: string[] }>();
  for (const { header, ...target } of additions) {
    const known = groups.get(JSON.stringify(target));
    if (!known) groups.set(JSON.stringify(target), { ...target, headers: [header] });
    else if (!known.headers.includes(header)) known.headers.push(header);
  }
  return [...groups.values()];
}

const lists = z.looseObject({
  aliases: z.array(z.unknown()).default([]),
  ignored: z.array(z.unknown()).default([]),
});

/** A layout file with these additions; `text` is the JSON of the file, empty for a new one. Throws if it is not one. */
export function addToLayoutFile(text: string, { aliases = [], ignored = [] }: LayoutAdditions): string {
  const file = lists.parse(text === '' ? {} : JSON.parse(text));
  const extended = {
    ...file,
    aliases: [...file.aliases, ...aliases],
    ignored: [...file.ignored, ...ignored],
  };
  return `${layoutJson(extended)}\n`;
}

/** The JSON of a layout file without empty lists. */
export function layoutJson(file: object): string {
  const filled = Object.entries(file).filter(([, list]) => !Array.isArray(list) || list.length > 0);
  return JSON.stringify(Object.fromEntries(filled), null, 2);
}
