/**
 * Where a redirect leads, or why it is not followed: from https only to https, on the feed's own host or one it
 * allows; from http only to the host itself.
 */
export function followRedirect(
  from: URL,
  location: string | null,
  feed: { url: URL; hosts: readonly string[] },
): { url: URL } | { refusal: string } {
  if (location === null) return { refusal: `${from.host} redirects without saying where` };
  const url = URL.parse(location, from.href);
  if (!url) return { refusal: `${from.host} redirects to something that is no address` };
  if (url.username !== '' || url.password !== '')
    return { refusal: `${from.host} redirects to an address with a name or password` };
  if (!/^https?:$/.test(url.protocol))
    return { refusal: `${from.host} redirects to ${url.protocol} in place of https:` };
  if (from.protocol === 'https:' && url.protocol !== 'https:')
    return { refusal: `${from.host} redirects from https to http, which is not followed` };
  const isAllowed =
    url.host === feed.url.host || (feed.url.protocol === 'https:' && feed.hosts.includes(url.host));
  if (isAllowed) return { url };
  const advice =
    feed.url.protocol === 'https:'
      ? 'where that is right, add it to the "hosts" of the feed'
      : 'a feed by http is not followed to another host: give its https address';
  return { refusal: `${from.host} redirects to another host, ${url.host}; ${advice}` };
}
