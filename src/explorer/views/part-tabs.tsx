import { linkTo } from '../address/address.ts';
import { LinkTabs } from '../parts/choice.tsx';

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
    <LinkTabs label={view} links={PARTS[view].map(([to, text]) => [text, linkTo(to), to === current])} />
  );
}
