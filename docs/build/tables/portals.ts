import { describeFeedKeys } from '../../../src/portals/feed.ts';
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
