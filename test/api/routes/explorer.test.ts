import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { HOST, startService } from '../../rig/service.ts';

const { rig, service } = serveForAll(FEW_REPORTS);

/** Gets without a token, as a browser that opens the page does. */
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: HOST, ...headers } });

/** What the script of the page imports. */
const PRELOADED = /<link rel="modulepreload" href="explorer\/([^"]+)">/g;

function filesOf(body: string): string[] {
  const [, base = ''] = /<base href="([^"]+)">/.exec(body) ?? [];
  return [...body.matchAll(/(?:src|href)="([^"]+)"/g)]
    .map(([, file = '']) => new URL(file, `http://${HOST}${base}`).pathname)
    .filter((file) => file !== base);
}

describe('the page of the explorer', () => {
  test.each([
    '/',
    '/',
    '/jurisdictions/60001990/',
    '/jurisdictions/60001990?chart=change',
    '/compare',
    '/rankings',
    '/rankings/ca/2026-10',
    '/updates/changes',
    '/data/checks',
  ])('is at %s, without a token', async (url) => {
    const { statusCode, headers, body } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    expect(body).toBe((await get('/')).body);
  });

  test.each(['/jurisdictions', '/jurisdictions/1/2', '/explorer'])(
    'says that there is nothing at %s to a reader, and a message to a program',
    async (url) => {
      const page = await get(url, { accept: 'text/html,*/*;q=0.8' });
      expect(page.statusCode).toBe(404);
      expect(page.body).toBe((await get('/')).body);
      expect((await get(url)).json()).toMatchObject({
        message: expect.stringContaining(`nothing at ${url}.`),
      });
    },
  );

  test.each(['/api/nope', '/explorer/nope.js', '/docs/nope'])(
    'is not at %s, even for a browser',
    async (url) => {
      const { statusCode, headers } = await get(url, { accept: 'text/html' });
      expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  test('loads only files of the service, and has no script or style in it', async () => {
    const { headers, body } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'self';/);
    expect(policy).not.toMatch(/unsafe|https?:|\*|data:/);
    expect(body).not.toMatch(/<style|\sstyle=|\son\w+=/);
    expect(body).not.toMatch(/<script(?![^>]*src=)/);
    expect(filesOf(body.replaceAll(PRELOADED, '')).length).toBe(3);
    for (const file of filesOf(body)) expect(file).toMatch(/^\/explorer\/[a-z]+-[\w-]{8}\.(js|css|svg)$/);
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
    const types = new Set<string>();
    for (const file of filesOf((await get('/')).body.replaceAll(PRELOADED, ''))) {
      const { statusCode, headers } = await get(file);
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      types.add(String(headers['content-type']));
    }
    expect([...types].sort()).toEqual([
      'image/svg+xml',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  test('finds its files and the service under the path of a proxy', async () => {
    const behind = await startService(rig.database, {
      basePath: '/sales-tax',
      trustedProxies: ['127.0.0.1'],
    });
    for (const [url, headers, base] of [
      ['/sales-tax', {}, '/sales-tax/'],
      ['/compare', {}, '/sales-tax/'],
      ['/compare', { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-prefix': '/outer' }, '/outer/'],
    ] as const) {
      const { statusCode, body } = await behind.get(url, headers);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).toContain(`<base href="${base}">`);
      for (const file of filesOf(body)) {
        expect(file.startsWith(base)).toBe(true);
        // the proxy removes its own prefix
        expect((await behind.get(file.replace('/outer', ''))).statusCode).toBe(200);
      }
    }
    await behind.close();
  });
});
