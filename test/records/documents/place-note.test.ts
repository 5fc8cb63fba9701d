import { beforeAll, expect, test } from 'vitest';
import { loadSample } from '../../explorer/rig/served.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { documentsOf, noteFrom } from './made-documents.ts';

/** A note made from documents is that of the service, byte for byte. */

const { rig, service } = serveForAll(loadSample);
let overview: object;
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  overview = (await service.json<{ data: object }>('/api/overview')).data;
  files = documentsOf(rig.database, overview, null);
}, 120_000);

const PLACES = [60001990, 60036990, 482999021, 173901670, 172900167, 370001390];
const QUERIES = [
  '',
  '?fiscal_year_start=4',
  '?fiscal_year_start=1&month=2020-04-01',
  '?month=2020-05-01',
  '?basis=sales&fiscal_year_start=1',
];

test.each(PLACES.flatMap((id) => QUERIES.map((query) => `/api/jurisdictions/${id}/note${query}`)))(
  '%s',
  async (url) => {
    const { statusCode, body } = await service.get(url);
    expect(statusCode).toBe(200);
    expect(noteFrom(files, url)).toMatchObject({ status: 200, body });
  },
);

test.each([
  '/api/jurisdictions/60001990/note?month=2031-01-01',
  '/api/jurisdictions/60001990/note?fiscal_year_start=13',
  '/api/jurisdictions/60001990/note?basis=sale',
])('what is wrong with %s is said as the service says it', async (url) => {
  const { statusCode, body } = await service.get(url);
  const { status, body: text } = noteFrom(files, url);
  expect([status, text]).toEqual([statusCode, JSON.parse(body).message]);
});

test('a site of some places leaves out the nearest places, and says so', async () => {
  const url = `/api/jurisdictions/${PLACES[0]}/note`;
  const some = noteFrom(documentsOf(rig.database, overview, PLACES), url).body;
  const left = '<p class="hint">Left out: this site does not have all places of the state.</p>';
  expect(some).toContain(`<h2>Places nearest in size</h2>\n${left}`);
  const withoutNearest = (html: string) =>
    html.replace(/(?<=<h2>Places nearest in size<\/h2>\n).*?<\/div><\/div>/s, '');
  expect(withoutNearest(some)).toBe(withoutNearest((await service.get(url)).body));
});
