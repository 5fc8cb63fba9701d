import type { PagePath } from '../../domain/explorer-page.ts';
import { describeSample } from '../../records/files/source.ts';
import { linkTo } from '../address/address.ts';
import { currentAddress } from '../address/navigation.ts';
import { SITE, SITE_PLACES } from '../address/site.ts';
import { useOverview } from '../service/overview.ts';
import { showFigure } from '../words/figures.ts';
import { longDay } from '../words/months.ts';
import { SearchBox } from './search-box.tsx';

const LINKS: readonly (readonly [PagePath, string])[] = [
  ['/compare', 'Compare'],
  ['/rankings', 'Rankings'],
  ['/updates', 'Updates'],
  ['/data', 'Data'],
];

/** The head of every view. */
export function PageHead({ hasSearch }: { hasSearch: boolean }) {
  return (
    <header class="page-head">
      <a class="brand" href={linkTo('/')}>
        Sales tax allocations
      </a>
      <nav aria-label="Views">
        {LINKS.map(([path, text]) => (
          <a
            key={path}
            href={linkTo(path)}
            aria-current={isBelow(path, currentAddress().path) ? 'page' : undefined}
          >
            {text}
          </a>
        ))}
        {SITE !== null && <a href={`${SITE}sources.html`}>Sources</a>}
      </nav>
      {hasSearch && <SearchBox isCompact />}
    </header>
  );
}

/** Whether a path is that of a link, or begins with it. The list of all changes is a part of the data. */
function isBelow(link: string, path: string): boolean {
  const shown = path === '/updates/changes' ? '/data/changes' : path;
  return shown === link || shown.startsWith(`${link}/`);
}

/** Which dataset the page shows. */
export function PageFoot() {
  const { version, updated_at, program_version } = useOverview();
  if (version === '') return null;
  return (
    <footer class="page-foot">
      <p>
        Dataset <span class="code">{version.slice(0, 8)}</span>
        {updated_at && `, updated on ${longDay(updated_at)}`}. Program {program_version}.{' '}
        <a href={linkTo('/glossary')}>Glossary</a>
      </p>
      <p class="on-paper">
        {location.href}, seen on {longDay(new Date().toISOString())}.
      </p>
    </footer>
  );
}

/** Says above every view of a site that it does not have all places. */
export function PartNotice() {
  return SITE_PLACES > 0 ? (
    <aside class="notice" aria-label="Places of this site">
      This site has only {showFigure(SITE_PLACES, 'count')} {SITE_PLACES === 1 ? 'place' : 'places'}. Its
      lists, sums and comparisons count no other places. The rank of a place is among all places of its type
      and state.
    </aside>
  ) : null;
}

/** Says above every view which states have invented figures. Shows nothing if none has. */
export function SampleNotice() {
  const text = describeSample(useOverview().states);
  return text ? (
    <aside class="notice sample" aria-label="Sample">
      {text}
    </aside>
  ) : null;
}
