import { type Address, partsOf } from '../address/address.ts';
import { Home } from './home/home.tsx';
import { JurisdictionView } from './jurisdiction/jurisdiction-view.tsx';
import type { View } from './view.ts';

/** Every view, in the order of the links in the head of the page. */
export const VIEWS: readonly View[] = [
  { pattern: '/', link: { text: 'Home', to: '/' }, Show: Home },
  { pattern: '/jurisdictions/:id', Show: JurisdictionView },
];

/** The view at an address, with the parts of its path; `null` if no view is there. */
export function viewAt({ path }: Address) {
  for (const view of VIEWS) {
    const parts = partsOf(view.pattern, path);
    if (parts) return { view, parts };
  }
  return null;
}
