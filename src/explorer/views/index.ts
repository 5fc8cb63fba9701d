import { PAGE_PATHS, type PagePath } from '../../domain/explorer-page.ts';
import { type Address, partsOf } from '../address/address.ts';
import { Home } from './home/home.tsx';
import { later, NothingHere, type View, type ViewProps } from './later.tsx';

const Jurisdiction = later<ViewProps>(
  async () => (await import('./jurisdiction/jurisdiction-view.tsx')).JurisdictionView,
);
const Rankings = later<ViewProps>(async () => (await import('./rankings/rankings-view.tsx')).RankingsView);

const SHOWN: Readonly<Record<PagePath, View>> = {
  '/': Home,
  '/jurisdictions/:id': Jurisdiction,
  '/embed/jurisdictions/:id': Jurisdiction,
  '/compare': later(async () => (await import('./compare/compare-view.tsx')).CompareView),
  '/rankings': Rankings,
  '/rankings/:state': Rankings,
  '/rankings/:state/:month': Rankings,
  '/updates': later(async () => (await import('./updates/updates-view.tsx')).UpdatesView),
  '/updates/changes': later(async () => (await import('./updates/changes-view.tsx')).ChangesView),
  '/data': later(async () => (await import('./data/data-view.tsx')).AboutData),
  '/data/completeness': later(async () => (await import('./data/completeness-view.tsx')).CompletenessView),
  '/data/checks': later(async () => (await import('./data/checks-view.tsx')).ChecksView),
  '/glossary': later(async () => (await import('./glossary.tsx')).Glossary),
};

export function isView({ path }: Address): boolean {
  return PAGE_PATHS.some((pattern) => partsOf(pattern, path));
}

/** The view at an with the parts of its path. `place` is the same in all months of a state. */
export function viewAt({ path }: Address): { Show: View; parts: Record<string, string>; place: string } {
  for (const pattern of PAGE_PATHS) {
    const parts = partsOf(pattern, path);
    if (parts) return { Show: SHOWN[pattern], parts, place: [pattern, parts.id, parts.state].join(' ') };
  }
  return { Show: NothingHere, parts: {}, place: path };
}
