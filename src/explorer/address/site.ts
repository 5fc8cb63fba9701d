/**
 * Where the documents of a site are: the folder of its version, as an absolute address; `null` on a page of the service.
 * `start.js` of the version says it before the page starts.
 */
export const SITE = globalThis.document?.documentElement.dataset.site ?? null;

/** How many places the site has, if it does not have all of its states. */
export const SITE_PLACES = Number(globalThis.document?.documentElement.dataset.places ?? 0);

/** What begins the address of a view after the number sign: servers of files have no page at the path of a view. */
const VIEW = '#/';

/** The link to a view: its path below the base, and on a site the same after a number sign. */
export function viewLink(relative: string): string {
  return SITE === null || relative.startsWith('api/')
    ? relative
    : `${VIEW}${relative === './' ? '' : relative}`;
}

/** The address of a view without the number sign of a site. */
export function addressOfView(url: URL, base: URL): URL {
  return url.hash.startsWith(VIEW) ? new URL(url.hash.slice(VIEW.length), base) : url;
}
