import { afterAll, beforeAll, expect, test } from 'vitest';
import { FEW_REPORTS } from './few-reports.ts';
import { type Bench, createBench, type Service, startService } from './service.ts';

let bench: Bench;
let service: Service;

beforeAll(async () => {
  bench = createBench();
  await bench.load(FEW_REPORTS);
  service = await startService(bench.database);
});

afterAll(async () => {
  await service.close();
  bench.remove();
});

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

test.each(['/docs', '/docs/'])('%s and all it refers to come from here', async (start) => {
  const read = await readPage(start);
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

test('the page runs under its own policy: no script stands in it, none comes from elsewhere', async () => {
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

test('its script asks this service for the document, and no validator elsewhere', async () => {
  const read = await readPage('/docs/');
  const [, start] = [...read].find(([path]) => path.includes('initializer')) ?? [];
  expect(start?.content).toMatch(/validatorUrl["']?\s*:\s*null/);
  const { statusCode, body } = await get('/docs/json');
  expect(statusCode).toBe(200);
  expect(JSON.parse(body)).toEqual(await service.json('/openapi.json'));
});
