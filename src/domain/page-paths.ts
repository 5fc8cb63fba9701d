/** The paths of the page's views. The service answers each with the page, which shows the view of its path. */
export const PAGE_PATHS = [
  '/',
  '/jurisdictions/:id',
  '/compare',
  '/rankings',
  '/rankings/:state',
  '/rankings/:state/:month',
  '/updates',
  '/updates/changes',
  '/data',
  '/data/completeness',
  '/data/checks',
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];
