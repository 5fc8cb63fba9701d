import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { overviewOf } from '../../../src/api/routes/overview.ts';
import { publishSite, type SiteOptions } from '../../../src/publish/site/publication.ts';
import { STATES } from '../../../src/states/index.ts';
import { usualSchedule } from '../../../src/store/query/completeness.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/**
 * A server of the files of one folder, below a path: no ranges, no rewriting, no pages for folders but `index.html`.
 * `before` runs before each answer.
 */
export async function serveFiles(folder: string, path: string, before?: () => Promise<void>) {
  const asked: string[] = [];
  const server = createServer(async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const below = pathname.startsWith(path) ? pathname.slice(path.length) : null;
    const name = below === '' ? 'index.html' : below;
    asked.push(pathname);
    await before?.();
    try {
      if (name === null) throw new Error('elsewhere');
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain' }).end(bytes);
    } catch {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${path}`,
    asked,
    close: () => new Promise((done) => server.close(done).closeAllConnections()),
  };
}

/** Publishes the site of a dataset. */
export function publishSample(
  database: string,
  folder: string,
  places: readonly number[] | null = null,
  choices: Partial<SiteOptions> = {},
) {
  return publishSite({
    ...{
      database,
      folder,
      places,
      keep: null,
      programVersion: 'test',
      now: () => new Date('2026-11-25T12:00:00Z'),
    },
    states: STATES,
    overviewOf: (view) => overviewOf(view, 'test', usualSchedule()),
    ...choices,
  });
}
