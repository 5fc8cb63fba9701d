import { addressOfView, viewLink } from './site.ts';

/** A view with its state, as the browser's address line has it: the path below the base, and the parameters. */
export interface Address {
  /** Begins with a slash: `/jurisdictions/60001990`. */
  path: string;
  parameters: URLSearchParams;
}

/** Values of parameters; a parameter without a value is left out. */
export type Parameters = Readonly<Record<string, string | number | null | undefined>>;

/** The file of a site, which a server of files also shows without its name. */
const SITE_PAGE = /^index\.html$/;

/** Reads an address. `base` is the address of the service, with a slash at its end. */
export function readAddress(url: URL, base: URL): Address {
  const { pathname, searchParams } = addressOfView(url, base);
  const below = pathname.startsWith(base.pathname) ? pathname.slice(base.pathname.length) : '';
  const path = SITE_PAGE.test(below) ? '' : below;
  return { path: `/${path.replace(/\/$/, '')}`, parameters: searchParams };
}

/** The link to a path with parameters. It is relative to the base of the page, so it works under every prefix. */
export function linkTo(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  const relative = path.replace(/^\//, '') || './';
  // commas separate ids, colons name groups, and months are easier to read without escapes
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return viewLink(text === '' ? relative : `${relative}?${text}`);
}

/** The link to the same view with some parameters changed. */
export function linkWith({ path, parameters }: Address, changed: Parameters): string {
  return linkTo(path, { ...Object.fromEntries(parameters), ...changed });
}

/** The named parts of a path that fits a pattern such as `/jurisdictions/:id`; `null` if it does not fit. */
export function partsOf(pattern: string, path: string): Record<string, string> | null {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, word] of wanted.entries()) {
    const text = given[at] ?? '';
    if (word.startsWith(':')) parts[word.slice(1)] = decodeURIComponent(text);
    else if (word !== text) return null;
  }
  return parts;
}
