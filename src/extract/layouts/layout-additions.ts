import * as z from 'zod';
import type { LayoutAddition } from '../../domain/findings/of-headers.ts';

const lists = z.looseObject({
  aliases: z.array(z.unknown()).default([]),
  ignored: z.array(z.unknown()).default([]),
});

/** A layout file with these additions; `text` is the JSON of the file, empty for a new one. Throws if it is not one. */
export function addToLayoutFile(text: string, additions: readonly LayoutAddition[]): string {
  const { aliases, ignored, ...others } = lists.parse(text === '' ? {} : JSON.parse(text));
  for (const { kind, header, field } of additions)
    if (field === null) ignored.push({ kind, headers: [header] });
    else aliases.push({ kind, field, headers: [header] });
  const file = Object.entries({ ...others, aliases, ignored });
  const filled = file.filter(([, list]) => !Array.isArray(list) || list.length > 0);
  return `${JSON.stringify(Object.fromEntries(filled), null, 2)}\n`;
}
