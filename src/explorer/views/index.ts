import { type Address, partsOf } from '../address/address.ts';
import { ChangesView } from './changes/changes-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { AboutData } from './data/about-data.tsx';
import { Home } from './home/home.tsx';
import { JurisdictionView } from './jurisdiction/jurisdiction-view.tsx';
import { RankingsView } from './rankings/rankings-view.tsx';
import type { View } from './view.ts';

/** Every view, in the order of the links in the head of the page. */
export const VIEWS: readonly View[] = [
  { pattern: '/', link: { text: 'Home', to: '/' }, Show: Home },
  { pattern: '/jurisdictions/:id', Show: JurisdictionView },
  { pattern: '/compare', link: { text: 'Compare', to: '/compare' }, Show: CompareView },
  {
    pattern: '/rankings/:state/:month',
    link: { text: 'Rankings', to: '/rankings/:state/newest' },
    Show: RankingsView,
  },
  { pattern: '/changes', link: { text: 'Changes', to: '/changes' }, Show: ChangesView },
  { pattern: '/data', link: { text: 'Data', to: '/data' }, Show: AboutData },
];

/** The view at an address, with the parts of its path; `null` if no view is there. */
export function viewAt({ path }: Address) {
  for (const view of VIEWS) {
    const parts = partsOf(view.pattern, path);
    if (parts) return { view, parts };
  }
  return null;
}
