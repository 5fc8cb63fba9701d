import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';

const { service } = serveForAll(FEW_REPORTS);

/** What a page or a style sheet refers to. */
function referencesOf(content: string): string[] {
  const attributes = [...content.matchAll(/\b(?:src|href|action)\s*=\s*["']?([^"'\s>]+)/gi)];
  const styles = [
    ...content.matchAll(/url\(\s*["']?([^"')]+)/gi),
    ...content.matchAll(/@import\s+["']([^"']+)/gi),
  ];
  return [...attributes, ...styles].map(([, reference = '']) => reference);
}

/** Gets without a token, as a browser that opens the page does. */
const get = (url: string) => service.app.inject({ url, headers: { host: 'allocations.test' } });

/** The page with everything it refers to, by address. */
async function readPage(start: string): Promise<Map<string, { type: string; content: string }>> {
  const read = new Map<string, { type: string; content: string }>();
  const waiting = [start];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (read.has(path)) continue;
    const { statusCode, headers, body } = await get(path);
    expect({ path, statusCode }).toEqual({ path, statusCode: 200 });
    const type = String(headers['content-type']);
    read.set(path, { type, content: body });
    if (!/html|css/.test(type)) continue;
    for (const reference of referencesOf(body)) {
      if (reference.startsWith('data:') || reference.startsWith('#')) continue;
      const url = new URL(reference, `http://allocations.test${path}`);
      expect({ path, reference, host: url.host }).toEqual({ path, reference, host: 'allocations.test' });
      waiting.push(url.pathname);
    }
  }
  return read;
}

test('the page and all its files come from the service', async () => {
  const read = await readPage('/docs/');
  expect(read.size).toBeGreaterThan(4);
  const types = [...read.values()].map(({ type }) => type.split(';')[0]);
  expect(types).toEqual(expect.arrayContaining(['text/html', 'text/css']));
  expect(types.some((type) => type?.includes('javascript'))).toBe(true);
  for (const [path, { type, content }] of read) {
    if (/html/.test(type)) {
      expect(content).not.toMatch(/https?:\/\//);
      expect(content.length, path).toBeGreaterThan(200);
    }
    if (/css/.test(type)) expect(content).not.toMatch(/url\(\s*["']?(https?:)?\/\//i);
  }
});

test('the page obeys its policy: no inline scripts, and none from other hosts', async () => {
  const { headers, body } = await get('/docs');
  for (const [, attributes = '', script = ''] of body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/gi)) {
    expect(attributes).toMatch(/src=/);
    expect(script.trim()).toBe('');
  }
  expect(body).not.toMatch(/\son\w+\s*=/i);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
});

test('its script gets the document from this service, and calls no external validator', async () => {
  const read = await readPage('/docs/');
  const { content = '' } = read.get('/docs/static/start.js') ?? {};
  expect(content).toMatch(/validatorUrl: null/);
  const [, reference = ''] = /new URL\('([^']+)', document\.currentScript\.src\)/.exec(content) ?? [];
  const { pathname } = new URL(reference, 'http://allocations.test/docs/static/start.js');
  expect(pathname).toBe('/openapi.json');
});
