import { linkTo } from '../address/address.ts';
import { LinkTabs } from '../parts/choice.tsx';

/** The parts of the view of the data, with addresses of their own. */
const PARTS = [
  ['/data', 'Download and cite'],
  ['/data/completeness', 'Completeness'],
  ['/data/checks', 'Checks'],
  ['/updates/changes', 'All changes'],
] as const;

/** Links to the parts of the view of the data. */
export function PartTabs({ current }: { current: (typeof PARTS)[number][0] }) {
  return <LinkTabs label="Data" links={PARTS.map(([to, text]) => [text, linkTo(to), to === current])} />;
}
