import { linkTo } from '../address/address.ts';

/** The views that have parts with addresses of their own. */
const PARTS = {
  Updates: [
    ['/updates', 'What is new'],
    ['/updates/changes', 'All changes'],
  ],
  Data: [
    ['/data', 'Download and cite'],
    ['/data/completeness', 'Completeness'],
    ['/data/checks', 'Checks'],
  ],
} as const;

/** Links to the parts of a view. */
export function PartTabs({ view, current }: { view: keyof typeof PARTS; current: string }) {
  return (
    <nav class="tabs" aria-label={view}>
      {PARTS[view].map(([path, text]) => (
        <a key={path} href={linkTo(path)} aria-current={path === current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}
