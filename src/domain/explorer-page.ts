import { escapeXml } from './text/printable.ts';

/**
 * The paths of the page's views, each with the script of its view; the first is in the script of the page. The service
 * answers each path with the page, which shows the view.
 */
export const PAGE_VIEWS = {
  '/': null,
  '/jurisdictions/:id': 'jurisdiction-view',
  '/embed/jurisdictions/:id': 'jurisdiction-view',
  '/compare': 'compare-view',
  '/rankings': 'rankings-view',
  '/rankings/:state': 'rankings-view',
  '/rankings/:state/:month': 'rankings-view',
  '/updates': 'updates-view',
  '/updates/changes': 'changes-view',
  '/data': 'data-view',
  '/data/completeness': 'completeness-view',
  '/data/checks': 'checks-view',
  '/glossary': 'glossary',
} as const;

export type PagePath = keyof typeof PAGE_VIEWS;
// Object.keys forgets their type
export const PAGE_PATHS = Object.keys(PAGE_VIEWS) as readonly PagePath[];

/** The file in `dist/explorer` that has the page to fill; see `.config/build.js`. It is not served. */
export const BUILT_PAGE = 'page.json';

/** What the build knows of the page: its template, and the names of the files that start it. */
export interface BuiltPage {
  template: string;
  script: string;
  style: string;
  icon: string;
  /** What the script imports. */
  preloads: readonly string[];
  /** The file of the script of each view. */
  views: Readonly<Record<string, string>>;
}

const NAME = 'Sales tax allocations';
const ABOUT =
  'What each city, county and district was paid in sales tax, month by month, from the reports of the states.';

/** The places of the template, each written as `{{base}}`. */
interface PageTexts {
  /** The address that all others are relative to. */
  base: string;
  /** What links to the page show. Default: the name of the page. */
  title?: string;
  description?: string;
  /** The address of the picture that links to the page show. Default: none. */
  picture?: string;
  /** The elements of the head that start the page. */
  start: readonly string[];
  /** For a browser that runs no scripts. */
  withoutScript: string;
}

/** The page with all places of its template filled. The texts are HTML. */
export function fillPage(
  template: string,
  { base, start, withoutScript, title = NAME, description = ABOUT, picture }: PageTexts,
): string {
  const texts = {
    ...{ base, start: start.join('\n    '), withoutScript },
    ...{ title: escapeXml(title), description: escapeXml(description) },
    picture:
      picture === undefined
        ? ''
        : `<meta property="og:image" content="${escapeXml(picture)}">
    <meta name="twitter:card" content="summary_large_image">`,
  };
  return Object.entries(texts).reduce(
    (page, [place, text]) => page.replaceAll(`{{${place}}}`, () => text),
    template,
  );
}
