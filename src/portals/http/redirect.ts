interface Site {
  url: URL;
  /** Other hosts that the feed may be downloaded from, by https. */
  hosts: readonly string[];
}

/**
 * Whether a feed may be downloaded from this host: its own, with or without `www.`, or one that it names.
 */
export function isHostOf({ host }: URL, { url, hosts }: Site): boolean {
  const bare = (name: string) => name.replace(/^www\./, '');
  return bare(host) === bare(url.host) || (url.protocol === 'https:' && hosts.includes(host));
}

/** Where a redirect leads, or why it is refused. A redirect never leads from https to http. */
export function followRedirect(
  from: URL,
  location: string | null,
  feed: Site,
): { url: URL } | { refusal: string } {
  const refuse = (reason: string) => ({
    refusal: `${from.host} redirects ${reason}. Check the feed's address on the portal`,
  });
  if (location === null) return refuse('without an address');
  const url = URL.parse(location, from.href);
  if (!url) return refuse('to text that is not an address');
  if (url.username !== '' || url.password !== '') return refuse('to an address with a user name or password');
  if (!/^https?:$/.test(url.protocol)) return refuse(`to an address that begins with ${url.protocol}`);
  if (from.protocol === 'https:' && url.protocol !== 'https:') return refuse('from https to http');
  if (isHostOf(url, feed)) return { url };
  const advice =
    feed.url.protocol === 'https:'
      ? 'If that is right, add it to "hosts" of the feed in the portal file'
      : 'If that is right, give the feed an https address and add this host to its "hosts"';
  return { refusal: `${from.host} redirects to another host, ${url.host}. ${advice}` };
}
