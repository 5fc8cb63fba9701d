import * as z from 'zod';
import { FEED_KEYS } from '../../../src/portals/portal-file.ts';
import { code, sentence, table } from '../pages.ts';

/** The keys of a feed in the portal file. */
export function portalTables(): Record<string, string> {
  const rows = Object.entries(FEED_KEYS).map(([key, schema]) => {
    const defaultValue = schema instanceof z.ZodDefault ? code(JSON.stringify(schema.def.defaultValue)) : '';
    return [code(key), sentence(schema.description ?? ''), defaultValue];
  });
  return { 'feed-keys': table(['key', 'meaning', 'default'], rows) };
}
