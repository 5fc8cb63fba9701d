import { type Address, partsOf } from '../address/address.ts';
import { Home } from './home/home.tsx';
import { later } from './later.tsx';
import { NothingHere } from './nothing-here.tsx';
import type { View, ViewProps } from './view.ts';

const Jurisdiction = later<ViewProps>(
  async () => (await import('./jurisdiction/jurisdiction-view.tsx')).JurisdictionView,
);
const Compare = later<ViewProps>(async () => (await import('./compare/compare-view.tsx')).CompareView);
const Rankings = later<ViewProps>(async () => (await import('./rankings/rankings-view.tsx')).RankingsView);
const Updates = later<ViewProps>(async () => (await import('./updates/updates-view.tsx')).UpdatesView);
const Changes = later<ViewProps>(async () => (await import('./updates/changes-view.tsx')).ChangesView);
const Data = later<ViewProps>(async () => (await import('./data/data-view.tsx')).AboutData);
const Completeness = later<ViewProps>(
  async () => (await import('./data/completeness-view.tsx')).CompletenessView,
);
const Checks = later<ViewProps>(async () => (await import('./data/checks-view.tsx')).ChecksView);

/** Every view, in the order of the links in the head of the page. */
export const VIEWS: readonly View[] = [
  { pattern: '/', link: { text: 'Home', to: '/' }, Show: Home },
  { pattern: '/jurisdictions/:id', Show: Jurisdiction },
  { pattern: '/compare', link: { text: 'Compare', to: '/compare' }, Show: Compare },
  {
    pattern: '/rankings/:state/:month',
    link: { text: 'Rankings', to: '/rankings' },
    Show: Rankings,
  },
  { pattern: '/rankings', Show: Rankings },
  { pattern: '/rankings/:state', Show: Rankings },
  { pattern: '/updates', link: { text: 'Updates', to: '/updates' }, Show: Updates },
  { pattern: '/updates/changes', Show: Changes },
  { pattern: '/data', link: { text: 'Data', to: '/data' }, Show: Data },
  { pattern: '/data/completeness', Show: Completeness },
  { pattern: '/data/checks', Show: Checks },
];

export function isView({ path }: Address): boolean {
  return VIEWS.some(({ pattern }) => partsOf(pattern, path));
}

/** The view at an with the parts of its path. `place` is the same in all months of a state. */
export function viewAt({
  path,
}: Address): Pick<View, 'Show'> & { parts: Record<string, string>; place: string } {
  for (const { pattern, Show } of VIEWS) {
    const parts = partsOf(pattern, path);
    if (parts) return { Show, parts, place: [pattern, parts.id, parts.state].join(' ') };
  }
  return { Show: NothingHere, parts: {}, place: path };
}
