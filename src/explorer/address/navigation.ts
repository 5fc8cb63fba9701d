import { useLayoutEffect, useState } from 'preact/hooks';
import { type Address, linkTo, linkWith, type Parameters, readAddress } from './address.ts';

/** The service's address with its path prefix, from the `base` element of the page. */
export const BASE = new URL(document.baseURI);

/** Sent when the page itself changes the address; the browser sends `popstate` for its back button. */
const MOVED = 'explorer-moved';

export function currentAddress(): Address {
  return readAddress(new URL(location.href), BASE);
}

/** Whether the page is a part of another page: it then has a chart alone. */
export function isEmbedded(): boolean {
  return currentAddress().path.startsWith('/embed/');
}

/** What the address says of a parameter; `null` if it does not have it. */
export function readParameter(name: string): string | null {
  return currentAddress().parameters.get(name);
}

/** What the address says of some parameters, by their names. */
export function parametersNamed<Name extends string>(...names: readonly Name[]): Record<Name, string | null> {
  const { parameters } = currentAddress();
  const said: Partial<Record<Name, string | null>> = {};
  for (const name of names) said[name] = parameters.get(name);
  // every name has been set
  return said as Record<Name, string | null>;
}

/** Values of a parameter with their texts; the first is the default. */
type Values<Value extends string> = readonly [readonly [Value, string], ...(readonly [Value, string])[]];

/** A parameter of the address that has one of a few values. */
export function choiceOf<Value extends string>(name: string, values: Values<Value>): Value {
  const given = readParameter(name);
  const [chosen] = values.find(([value]) => value === given) ?? values[0];
  return chosen;
}

/** The link to the same view with some parameters changed. */
export function linkHere(changed: Parameters): string {
  return linkWith(currentAddress(), changed);
}

/** How payments count, when years begin, the period and the unit: what a view hands on to the next one. */
function handedOn(): Parameters {
  return parametersNamed('basis', 'fiscal_year_start', 'period', 'per', 'prices');
}

export function placeLink(id: number | string | undefined, parameters: Parameters = {}): string {
  return linkTo(`/jurisdictions/${id}`, { ...handedOn(), ...parameters });
}

export function compareLink(ids: readonly (number | string | undefined)[]): string {
  return linkTo('/compare', { ids: ids.join(','), ...handedOn() });
}

/** The parameter of an address that has a panel open. */
export const PANEL = 'figure';

/** Shows another address without loading the page again. One that replaces the present one is no step of the back button. */
export function goTo(link: string, { replaces = false } = {}): void {
  const url = new URL(link, BASE);
  if (url.href === location.href) return;
  const next = readAddress(url, BASE);
  const isOtherPath = next.path !== currentAddress().path;
  // counts the steps since a panel opened
  if (replaces) history.replaceState(history.state, '', url);
  else history.pushState(next.parameters.has(PANEL) ? stepsInPanel() + 1 : 0, '', url);
  dispatchEvent(new Event(MOVED));
  if (isOtherPath) scrollTo(0, 0);
}

/** Closes a panel, so that the back button does not open it again. */
export function leavePanel(): void {
  const steps = stepsInPanel();
  // the address that opened the page may have the panel
  const replace = () => {
    if (readParameter(PANEL) !== null) goTo(linkHere({ [PANEL]: null, sum: null }), { replaces: true });
  };
  if (steps === 0) replace();
  else {
    addEventListener('popstate', replace, { once: true });
    history.go(-steps);
  }
}

function stepsInPanel(): number {
  return typeof history.state === 'number' ? history.state : 0;
}

/** The address, which changes with every move. */
export function useAddress(): Address {
  const [address, setAddress] = useState(currentAddress);
  // a link that is followed as soon as it is drawn counts too
  useLayoutEffect(() => {
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
    const next = readAddress(url, BASE);
    // only views below /embed/ may stand in a page of others
    if (isEmbedded() && !next.path.startsWith('/embed/')) link.target = '_blank';
    else if (isView(next)) {
      event.preventDefault();
      goTo(url.href);
    }
  });
}

/** Names the view in the browser's tab and history. */
export function usePageTitle(title: string | null): void {
  useLayoutEffect(() => {
    document.title = title === null ? 'Sales tax allocations' : `${title} · Sales tax allocations`;
  }, [title]);
}
