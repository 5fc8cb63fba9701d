import { describe, expect, test } from 'vitest';
import { serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, HOST, JURISDICTIONS, type Page, type Service, startService } from '../../rig/service.ts';

const { rig, service } = serveForAll(FEW_REPORTS, { basePath: '/data/v1' });

const FORWARDED = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-prefix': '/outer' };

async function linkOf(asked: Service, url: string, headers: Record<string, string> = {}): Promise<string> {
  const { statusCode, body } = await asked.get(url, headers);
  expect({ url, statusCode }).toEqual({ url, statusCode: 200 });
  const { links }: Page = JSON.parse(body);
  return links.first;
}

/** Where the OpenAPI document says that the service is. */
async function serverOf(asked: Service, headers: Record<string, string> = {}): Promise<string[]> {
  const { servers } = JSON.parse((await asked.get(`${asked.app.basePath}/openapi.json`, headers)).body);
  return servers.map(({ url }: { url: string }) => url);
}

describe('a base path', () => {
  test.each([CA, `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}/sources`])(
    'is in the addresses and the links of %s',
    async (path) => {
      const link = `http://${HOST}/data/v1${path}?limit=2&page=1`;
      for (const asked of [`/data/v1${path}`, `/data/v1${path}/`, `http://${HOST}/data/v1${path}`])
        expect(await linkOf(service, `${asked}?limit=2`)).toBe(link);
    },
  );

  test('is not needed for health checks, which do not come through the proxy', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await service.get(url)).statusCode).toBe(200);
  });

  test.each([CA, `/data/v2${CA}`, `/data/v1x${CA}`, `/data${CA}`, `/data/v1/data/v1${CA}`])(
    'does not match %s',
    async (url) => {
      const { statusCode, body } = await service.get(url);
      expect(statusCode).toBe(404);
      expect(JSON.parse(body).message).toContain(`${url}. See /data/v1/docs `);
    },
  );

  test('is in the OpenAPI document and in /docs', async () => {
    expect(await serverOf(service)).toEqual(['/data/v1']);
    for (const url of ['/data/v1/docs', '/outer/v1/docs']) {
      const { body } = await service.get(url.replace('/outer', '/data'));
      const files = [...body.matchAll(/<(?:link|script)[^>]*\s(?:src|href)="([^"]+)"/g)];
      expect(files.length).toBeGreaterThan(4);
      for (const [, file = ''] of files) {
        const { pathname } = new URL(file, `http://${HOST}${url}`);
        expect(pathname.startsWith(`${url}/static/`)).toBe(true);
        // the proxy has another prefix
        expect((await service.get(pathname.replace('/outer', '/data'))).statusCode).toBe(200);
      }
      const slashed = await service.get(`${url.replace('/outer', '/data')}/`);
      const { location } = slashed.headers;
      expect([slashed.statusCode, new URL(`${location}`, `http://${HOST}${url}/`).pathname]).toEqual([
        302,
        url,
      ]);
    }
  });

  test('is in the log as the client sent it', async () => {
    await service.get(`/data/v1${CA}?limit=7`);
    expect(service.log.some((line) => line.includes(`"/data/v1${CA}?limit=7"`))).toBe(true);
  });
});

describe('X-Forwarded-Prefix', () => {
  test('of a trusted proxy replaces the base path in links, document and page', async () => {
    for (const basePath of ['', '/data/v1']) {
      const behind = await serveAnother(rig.database, { trustedProxies: ['127.0.0.1'], basePath });
      const headers = { ...FORWARDED, 'x-forwarded-prefix': '/outer/' };
      expect(await linkOf(behind, `${basePath}${CA}?limit=2`, headers)).toBe(
        `http://${HOST}/outer${CA}?limit=2&page=1`,
      );
      expect(await serverOf(behind, headers)).toEqual(['/outer']);
      const description = await behind.json<{ servers: object[]; paths: object }>(`${basePath}/docs/json`);
      expect(description.servers).toMatchObject([{ url: basePath || '/' }]);
      expect(Object.keys(description.paths)).toContain(CA);
      // another proxy's clients get theirs
      expect(await serverOf(behind, { ...headers, 'x-forwarded-prefix': '/other' })).toEqual(['/other']);
      expect(await serverOf(behind)).toEqual([basePath || '/']);
    }
  });

  test('of any other client is ignored', async () => {
    const alone = await startService(rig.database);
    const elsewhere = await startService(rig.database, { trustedProxies: ['10.0.0.1'] });
    for (const asked of [alone, elsewhere]) {
      expect(await linkOf(asked, CA, FORWARDED)).toBe(`http://${HOST}${CA}?page=1`);
      expect(await serverOf(asked, FORWARDED)).toEqual(['/']);
      await asked.close();
    }
  });

  test.each(['//evil.example', 'evil', '/a b', '/"><script>', '/../x', '/a?b=1'])(
    'never becomes a link if it is %s',
    async (prefix) => {
      const behind = await serveAnother(rig.database, { trustedProxies: ['127.0.0.1'] });
      for (const url of [CA, '/docs', '/docs/json', '/openapi.json']) {
        const { statusCode, body } = await behind.get(url, { ...FORWARDED, 'x-forwarded-prefix': prefix });
        expect([statusCode, body]).toEqual([400, expect.stringContaining('X-Forwarded-Prefix')]);
      }
    },
  );
});
