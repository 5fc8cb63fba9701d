import { PartTabs } from '../../parts/choice.tsx';

const PARTS = [
  ['/updates', 'What is new'],
  ['/updates/changes', 'All changes'],
] as const;

/** Links to the news and to the single changes. */
export function UpdateParts({ current }: { current: (typeof PARTS)[number][0] }) {
  return <PartTabs label="Updates" parts={PARTS} current={current} />;
}
