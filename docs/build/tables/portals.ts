import * as z from 'zod';
import { feedEntry } from '../../../src/portals/feed.ts';
import { code, codes, sentence, table } from '../pages.ts';

/** The keys of a feed in the portal file. */
export function portalTables(): Record<string, string> {
  return {
    'feed-keys': table(
      ['key', 'protocol', 'meaning', 'default'],
      describeFeedKeys().map(({ key, protocols, defaultValue, description }) => [
        code(key),
        codes(protocols),
        sentence(description),
        defaultValue === undefined ? '' : code(JSON.stringify(defaultValue)),
      ]),
    ),
  };
}

/** A key of a feed in the portal file. */
export interface FeedKey {
  key: string;
  /** The protocols whose feeds have it. */
  protocols: string[];
  /** `undefined` if the key must be given. */
  defaultValue: unknown;
  description: string;
}

/** Describes the keys of a feed. A key whose meaning depends on the protocol comes once for each. */
export function describeFeedKeys(): FeedKey[] {
  const keys = new Map<string, FeedKey>();
  for (const { shape } of feedEntry.options)
    for (const [key, schema] of Object.entries(shape)) {
      const defaultValue = schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
      const description = schema.description ?? '';
      const id = JSON.stringify([key, defaultValue, description]);
      const known: FeedKey = keys.get(id) ?? { key, protocols: [], defaultValue, description };
      known.protocols.push(shape.protocol.value);
      keys.set(id, known);
    }
  return [...keys.values()];
}
