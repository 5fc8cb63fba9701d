import { type Address, partsOf } from '../address/address.ts';
import { ChangesView } from './changes/changes-view.tsx';
import { CompareView } from './compare/compare-view.tsx';
import { AboutData } from './data/about-data.tsx';
import { Home } from './home/home.tsx';
import { JurisdictionView } from './jurisdiction/jurisdiction-view.tsx';
import { NothingHere } from './nothing-here.tsx';
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
  { pattern: '/rankings', Show: RankingsView },
  { pattern: '/rankings/:state', Show: RankingsView },
  { pattern: '/changes', link: { text: 'Changes', to: '/changes' }, Show: ChangesView },
  { pattern: '/data', link: { text: 'Data', to: '/data' }, Show: AboutData },
];

export function isView({ path }: Address): boolean {
  return VIEWS.some(({ pattern }) => partsOf(pattern, path));
}

/** The view at an address, with the parts of its path. `place` is the same in all months of a state. */
export function viewAt({
  path,
}: Address): Pick<View, 'Show'> & { parts: Record<string, string>; place: string } {
  for (const { pattern, Show } of VIEWS) {
    const parts = partsOf(pattern, path);
    if (parts) return { Show, parts, place: [pattern, parts.id, parts.state].join(' ') };
  }
  return { Show: NothingHere, parts: {}, place: path };
}
