import { useEffect, useState } from 'preact/hooks';
import { type Address, linkTo, type Parameters, readAddress } from './address.ts';

/** The service's address with its path prefix, from the `base` element of the page. */
export const BASE = new URL(document.baseURI);

/** Sent when the page itself changes the address; the browser sends `popstate` for its back button. */
const MOVED = 'explorer-moved';

export function currentAddress(): Address {
  return readAddress(new URL(location.href), BASE);
}

/** The link to a place, which counts payments and begins years as the view that has the link. */
export function placeLink(id: number | string | undefined, parameters: Parameters = {}): string {
  const here = currentAddress().parameters;
  const [basis, fiscal_year_start] = ['basis', 'fiscal_year_start'].map((name) => here.get(name));
  return linkTo(`/jurisdictions/${id}`, { basis, fiscal_year_start, ...parameters });
}

/** Shows another address without loading the page again. */
export function goTo(link: string): void {
  const url = new URL(link, BASE);
  if (url.href === location.href) return;
  const isOtherPath = url.pathname !== location.pathname;
  history.pushState(null, '', url);
  dispatchEvent(new Event(MOVED));
  if (isOtherPath) scrollTo(0, 0);
}

/** The address, which changes with every move. */
export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress);
  useEffect(() => {
    const read = () => setAddress(currentAddress());
    addEventListener('popstate', read);
    addEventListener(MOVED, read);
    return () => {
      removeEventListener('popstate', read);
      removeEventListener(MOVED, read);
    };
  }, []);
  return address;
}

/** Follows links to views within the page. Links elsewhere, and clicks that open a new tab, are the browser's. */
export function followLinks(isView: (address: Address) => boolean): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link?.target !== '' || link.hasAttribute('download')) return;
    const url = new URL(link.href);
    if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
    if (!isView(readAddress(url, BASE))) return;
    event.preventDefault();
    goTo(url.href);
  });
}
