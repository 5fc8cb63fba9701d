import { linkTo } from '../address/address.ts';
import { usePageTitle } from '../address/navigation.ts';
import { Choice, LinkTabs } from '../parts/choice.tsx';
import { useOverview } from '../service/overview.ts';

/** The parts of the view of the data, with addresses of their own: the tab, and the heading. */
const PARTS = [
  ['/data', 'Download and cite', 'Data'],
  ['/data/completeness', 'Completeness', 'Completeness'],
  ['/data/checks', 'Checks', 'Checks'],
  ['/updates/changes', 'All changes', 'All changes'],
] as const;

/** The heading of a part of the view of the data, and links to all parts. */
export function DataHead({ current }: { current: (typeof PARTS)[number][0] }) {
  const [, , title = ''] = PARTS.find(([path]) => path === current) ?? [];
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <LinkTabs label="Data" links={PARTS.map(([path, tab]) => [tab, linkTo(path), path === current])} />
    </>
  );
}

/** The state whose rows a list has. */
export function StateChoice() {
  const states = useOverview().states.map(({ state, name }) => [state, name] as const);
  return <Choice label="State" parameter="state" options={[['', 'All states'], ...states]} />;
}
