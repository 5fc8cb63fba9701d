import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { PAGE_PATHS } from '../../../src/domain/explorer-page.ts';
import { serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { HOST } from '../../rig/service.ts';

const { rig, service } = serveForAll(FEW_REPORTS);

/** Gets without a token, as a browser that opens the page does. */
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: HOST, ...headers } });

/** What the script of the page imports. */
const PRELOADED = /<link rel="modulepreload" href="explorer\/([^"]+)">/g;

/** The files that a page or a style sheet names, as a browser resolves them. */
function filesOf(body: string, at = '/'): string[] {
  const [, base = at] = /<base href="([^"]+)">/.exec(body) ?? [];
  const named = body.matchAll(/(?:src|href|action)="([^"]+)"|(?:url\(|@import )\s*["']?([^"')\s]+)/g);
  return [...named]
    .map(([, file, ofStyle]) => `${file ?? ofStyle}`)
    .filter((file) => file !== base && !/^(data:|#)/.test(file))
    .map((file) => {
      const { host, pathname } = new URL(file, `http://${HOST}${base}`);
      expect({ file, host }).toEqual({ file, host: HOST });
      return pathname;
    });
}

describe('the page of the explorer', () => {
  test.each([
    ...PAGE_PATHS.map((path) =>
      path.replace(':id', '60001990').replace(':state', 'ca').replace(':month', '2026-10'),
    ),
    '/jurisdictions/60001990/',
    '/jurisdictions/60001990?chart=change',
  ])('is at %s, without a token', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    // figures need a token here, so that no address says more than another, but for the script of its view
    const withoutScripts = (page: string) => page.replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '');
    expect(withoutScripts(body)).toBe(withoutScripts((await get('/')).body));
  });

  test.each([
    ['/jurisdictions/60001990', ['ca/block-0', 'ca/errors-7']],
    ['/jurisdictions/60001990?basis=sales', ['ca/block-0']],
    ['/jurisdictions/ca:city', ['ca/places', 'ca/beside', 'ca/all-net_payment']],
    ['/compare?ids=60001990,99', ['ca/block-0']],
    ['/rankings/ca?field=countywide_pool', []],
  ])('names what %s needs first, if no token is needed', async (url, names) => {
    const open = await serveAnother(rig.database, { verifyToken: null });
    const { body } = await open.app.inject({ url, headers: { host: HOST } });
    const loaded = Array.from(body.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]+)">/g));
    const paths = loaded.map(([, path = '']) => path);
    expect(paths.slice(0, 2)).toEqual(['api/overview', 'api/documents/dataset']);
    expect(paths.slice(2).map((path) => path.replace('api/documents/', ''))).toEqual(names);
    for (const path of paths) await open.json(`/${path}`);
  });

  test('tells in a link what a place or a group got, if no token is needed', async () => {
    const open = await serveAnother(rig.database, { verifyToken: null });
    const told = async (id: string) => {
      const { body } = await open.app.inject({ url: `/jurisdictions/${id}`, headers: { host: HOST } });
      const { data } = await open.json<{ data: { text: string }[] }>(
        `/api/ca/sales-tax/sentences?${/\d/.test(id) ? `jurisdictions=${id}` : 'type=city'}`,
      );
      expect(body).toContain(
        `<meta property="og:description" content="${data[0]?.text.replaceAll("'", '&apos;')}`,
      );
      return /<title>(.*)<\/title>/.exec(body)?.[1];
    };
    expect(await told('60001990')).toBe('Alder Creek: sales tax');
    expect(await told('ca:city')).toBe('Cities of California: sales tax');
    const picture = async (page: string) => {
      const { body } = await open.app.inject({ url: page, headers: { host: HOST } });
      const url = /<meta property="og:image" content="http:\/\/[^/]*([^"]*)">/.exec(body)?.[1] ?? '';
      const { headers, rawPayload } = await open.app.inject({ url, headers: { host: HOST } });
      expect(headers['content-type']).toBe('image/png');
      return { url, drawn: decode(rawPayload) };
    };
    const { url, drawn } = await picture('/jurisdictions/ca:city');
    expect(url).toBe('/preview.png?of=ca%3Acity');
    expect([drawn.width, drawn.height]).toEqual([1200, 630]);
    const { data: months } = await open.json<{ data: { payment: { value: number } }[] }>(
      '/api/ca/sales-tax/months?type=city&limit=24',
    );
    const paid = months.map(({ payment }) => payment.value).reverse();
    // in the middle of each bar, its height in pixels
    const heights = paid.map((_, at) => {
      const x = 60 + Math.round((24 - paid.length + at + 0.5) * 45);
      const isDrawn = (y: number) => drawn.data[3 * (y * drawn.width + x)] !== 255;
      return Array.from({ length: 568 }, (_, y) => y).filter(isDrawn).length;
    });
    const most = Math.max(...paid);
    for (const [at, value] of paid.entries())
      expect(Math.abs((heights[at] ?? 0) - (510 * value) / most)).toBeLessThan(3);
    expect((await picture('/')).url).toBe('/preview.png');
    for (const id of ['99', 'ca:<b>', 'zz:city', 'ca:city:Nowhere'])
      expect(
        (await open.app.inject({ url: `/jurisdictions/${id}`, headers: { host: HOST } })).body,
      ).toContain('<title>Sales tax allocations</title>');
  });

  test('shows a chart in the pages of one origin, if a setting names it', async () => {
    const frames = async (readers: string | null, url: string) => {
      const open = await serveAnother(rig.database, { verifyToken: null, readers });
      const { headers } = await open.app.inject({ url, headers: { host: 'localhost' } });
      return [
        /frame-ancestors (.*)$/.exec(String(headers['content-security-policy']))?.[1],
        headers['x-frame-options'],
      ];
    };
    const chart = '/embed/jurisdictions/60001990';
    expect(await frames('https://news.example', chart)).toEqual(['https://news.example', undefined]);
    expect(await frames('https://news.example', '/jurisdictions/60001990')).toEqual(["'none'", 'DENY']);
    expect(await frames(null, chart)).toEqual(["'none'", 'DENY']);
  });

  test('says that there is nothing at an address to a reader, and a message to a program', async () => {
    for (const url of ['/jurisdictions', '/jurisdictions/1/2', '/explorer']) {
      const page = await get(url, { accept: 'text/html,*/*;q=0.8' });
      expect([page.statusCode, page.body]).toEqual([404, (await get('/')).body]);
      expect((await get(url)).json().message).toContain(`nothing at ${url}.`);
    }
    for (const url of ['/api/nope', '/explorer/nope.js', '/explorer/page.json', '/docs/nope']) {
      const { statusCode, headers } = await get(url, { accept: 'text/html' });
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    }
  });

  test('names what its script imports, so that browsers load all at once', async () => {
    const { body } = await get('/');
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(body) ?? [];
    const imported = [...(await get(`/${script}`)).body.matchAll(/(?:from|import)"\.\/([^"]+)"/g)];
    const named = [...body.matchAll(PRELOADED)];
    expect(named.length).toBeGreaterThan(0);
    expect(named.map(([, name]) => name).sort()).toEqual(imported.map(([, name]) => name).sort());
  });

  test('has files that browsers keep', async () => {
    const files = filesOf((await get('/')).body.replaceAll(PRELOADED, ''));
    const answers = await Promise.all(files.map((file) => get(file)));
    for (const { statusCode, headers } of answers)
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect(answers.map(({ headers }) => headers['content-type']).sort()).toEqual([
      'application/javascript; charset=utf-8',
      'image/svg+xml',
      'text/css; charset=utf-8',
    ]);
  });

  test('finds its files and the service under the path of a proxy', async () => {
    const trusting = { basePath: '/sales-tax', trustedProxies: ['127.0.0.1'] };
    const behind = await serveAnother(rig.database, trusting);
    for (const [url, headers, base] of [
      ['/sales-tax/jurisdictions/60001990', {}, '/sales-tax/'],
      ['/sales-tax/compare', {}, '/sales-tax/'],
      ['/sales-tax/compare', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-prefix': '/outer' }, '/outer/'],
    ] as const) {
      const { statusCode, body } = await behind.get(url, headers);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toContain(`<base href="${base}">`);
      for (const file of filesOf(body)) {
        expect(file.startsWith(base)).toBe(true);
        // the proxy has another prefix
        expect((await behind.get(file.replace('/outer', '/sales-tax'))).statusCode).toBe(200);
      }
    }
  });
});

test.each(['/', '/docs'])('%s obeys its policy, and all its files come from the service', async (page) => {
  const { headers, body } = await get(page);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(/^default-src 'self';/);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
  if (page === '/') expect(policy).not.toMatch(/unsafe|data:/);
  expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+\s*=|https?:\/\//);
  if (page === '/') expect(body).not.toMatch(/<style|\sstyle=/);
  const read = new Set<string>();
  const waiting = filesOf(body, page);
  expect(waiting.length).toBeGreaterThan(3);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (read.has(file)) continue;
    read.add(file);
    const answer = await get(file);
    expect([file, answer.statusCode]).toEqual([file, 200]);
    if (file.endsWith('.css')) waiting.push(...filesOf(answer.body, file));
  }
});

test('the page of the documents reads the document of this service, and calls no external validator', async () => {
  const { body } = await get('/docs/static/swagger-initializer.js');
  expect(body).toMatch(/validatorUrl: null/);
  expect(body).toContain("url: resolveUrl('./json')");
  expect((await get('/docs/json')).json()).toEqual((await get('/openapi.json')).json());
});
