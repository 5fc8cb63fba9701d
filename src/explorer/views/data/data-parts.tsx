import { PartTabs } from '../../parts/choice.tsx';

const PARTS = [
  ['/data', 'Download and cite'],
  ['/data/completeness', 'Completeness'],
  ['/data/checks', 'Checks'],
] as const;

/** Links to the three views of the data. */
export function DataParts({ current }: { current: (typeof PARTS)[number][0] }) {
  return <PartTabs label="Data" parts={PARTS} current={current} />;
}
