import type { Sight } from './browser.ts';
import { ALDER_CREEK } from './views.ts';

export const PICTURES_FOLDER = 'docs/pictures';

interface DocumentPicture {
  path: string;
  sight: Sight;
  /** A selector of what to draw; by default all that the window shows. */
  part?: string;
}

const PLACE = `/jurisdictions/${ALDER_CREEK}`;

/** The pictures of the documents, by the name of their file. `npm run screenshots -- --docs` draws them. */
export const DOCUMENT_PICTURES: Readonly<Record<string, DocumentPicture>> = {
  'explorer-home': { path: '/', sight: { width: 960, height: 660 } },
  'explorer-jurisdiction': { path: `${PLACE}?years=3`, sight: { width: 1090, height: 900 } },
  'explorer-fiscal-year': {
    path: `${PLACE}?chart=fiscal-year&budget=2026-27:20100000`,
    sight: { width: 960, height: 900 },
    part: 'section[aria-label=Chart] .chart',
  },
  'explorer-years': {
    path: `${PLACE}?chart=years`,
    sight: { width: 960, height: 900 },
    part: 'section[aria-label=Chart]',
  },
  'explorer-periods': {
    path: '/rankings/nc/2020-03..2020-06?type=city&basis=sales&sort=change',
    sight: { width: 1100, height: 620 },
  },
  'explorer-figure': { path: `${PLACE}?figure=2026-02-01`, sight: { width: 940, height: 600 } },
  'explorer-rankings': {
    path: '/rankings/ca/2026-10?type=city&sort=-change',
    sight: { width: 1100, height: 640 },
  },
  'explorer-compare': {
    path: '/compare?ids=60001990,60034990,482999021&scale=index&chart=rolling-year&years=all',
    sight: { width: 960, height: 1000 },
  },
};
