/**
 * Builds `dist` from `src`: the command in a few modules that hold the packages it starts with, which load in half
 * the time of several hundred, the explorer's page, and the client. `npm run types` checks the types.
 */
import { hash } from 'node:crypto';
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { DEFINED, readStyles } from './styles.js';

/** Packages that stay in node_modules: they have native code, threads or files of their own, or few commands need them. */
const LEFT_OUT = [
  '@e965/xlsx',
  'better-sqlite3',
  'exceljs',
  'fastify',
  '@fastify/compress',
  '@fastify/cors',
  '@fastify/etag',
  '@fastify/helmet',
  '@fastify/rate-limit',
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'iconv-lite',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
  'tinypool',
  'undici',
  'write-file-atomic',
];

async function build(options, output) {
  const bundle = await rolldown({ transform: { target: 'node22', define: DEFINED }, ...options });
  const written = await bundle.write(output);
  await bundle.close();
  return written.output;
}

rmSync('dist', { recursive: true, force: true });
await build(
  {
    input: {
      'cli/main': 'src/cli/main.ts',
      'pipeline/intake/read-report': 'src/pipeline/intake/read-report.ts',
      'publish/parquet/writing-thread': 'src/publish/parquet/writing-thread.ts',
    },
    platform: 'node',
    external: (name) => LEFT_OUT.some((one) => name === one || name.startsWith(`${one}/`)),
  },
  { dir: 'dist', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js', sourcemap: true },
);

// npx starts it
chmodSync('dist/cli/main.js', 0o755);

await build(
  // the only package that the client needs
  { input: 'src/client/index.ts', platform: 'neutral', external: 'openapi-fetch' },
  { file: 'dist/client/index.js' },
);
copyFileSync('src/client/package.json', 'dist/client/package.json');

const PAGE = 'dist/explorer';
const scripts = await build(
  {
    ...{
      input: 'src/explorer/main.tsx',
      platform: 'browser',
      transform: { target: 'es2022', define: DEFINED },
    },
    plugins: [
      {
        name: 'zip',
        resolveId: (source) => (source === 'fflate' ? resolve('src/explorer/table/zip.ts') : null),
      },
    ],
  },
  {
    ...{ dir: PAGE, minify: true, entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
    // what several parts need is one file: many small ones are slow, and compress badly
    codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
  },
);
const start = scripts.find(({ isEntry }) => isEntry);

/** Writes a file of the page. Browsers keep it for a year, so a changed file needs another name. */
function writeFile(name, ending, text) {
  const file = `${name}-${hash('sha256', text).slice(0, 8)}.${ending}`;
  writeFileSync(`${PAGE}/${file}`, text);
  return file;
}

// the service and a site fill the template in; see `src/domain/explorer-page.ts`
const page = {
  template: readFileSync('src/explorer/index.html', 'utf8'),
  script: start.fileName,
  style: writeFile('main', 'css', readStyles('src/explorer/main.css')),
  icon: writeFile('icon', 'svg', readFileSync('src/explorer/icon.svg', 'utf8')),
  // what the script needs loads with it, and not only once the browser has read it
  preloads: start.imports,
  views: Object.fromEntries(
    scripts.filter(({ isDynamicEntry }) => isDynamicEntry).map(({ name, fileName }) => [name, fileName]),
  ),
};
writeFileSync(`${PAGE}/page.json`, JSON.stringify(page));
