/**
 * Builds `dist` from `src`: the command in a few modules that hold the packages it starts with, which load in half
 * the time of several hundred, the explorer's page, and the client. `npm run types` checks the types.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { build } from 'esbuild';
import { rolldown } from 'rolldown';
import { DEFINED } from './note-style.ts';

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
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: {
    'cli/main': 'src/cli/main.ts',
    'pipeline/intake/read-report': 'src/pipeline/intake/read-report.ts',
    'publish/parquet/writing-thread': 'src/publish/parquet/writing-thread.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: LEFT_OUT,
  define: DEFINED,
  // packages in the older module format load Node's own modules by it
  banner: { js: REQUIRE },
  sourcemap: 'linked',
  logLevel: 'warning',
});

await build({
  entryPoints: { index: 'src/client/index.ts' },
  outdir: 'dist/client',
  bundle: true,
  // the only package that the client needs
  external: ['openapi-fetch'],
  format: 'esm',
  platform: 'neutral',
  target: 'es2023',
  logLevel: 'warning',
});

copyFileSync('src/client/package.json', 'dist/client/package.json');

const PAGE = 'dist/explorer';
// browsers keep a file for a year, so a changed file needs another name
const NAMES = '[name]-[hash]';

// what several parts need is one file: many small ones are slow, and compress badly
const bundle = await rolldown({
  input: 'src/explorer/main.tsx',
  ...{ platform: 'browser', transform: { target: 'es2022', define: DEFINED } },
  plugins: [
    {
      name: 'zip',
      resolveId: (source) => (source === 'fflate' ? resolve('src/explorer/table/zip.ts') : null),
    },
  ],
});
const { output } = await bundle.write({
  ...{ dir: PAGE, minify: true, entryFileNames: `${NAMES}.js`, chunkFileNames: `${NAMES}.js` },
  codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
});
await bundle.close();
const start = output.find(({ isEntry }) => isEntry);
const { metafile } = await build({
  ...{ entryPoints: ['src/explorer/main.css', 'src/explorer/icon.svg'], entryNames: NAMES, outdir: PAGE },
  ...{ bundle: true, minify: true, target: 'es2022', loader: { '.svg': 'copy' } },
  ...{ metafile: true, logLevel: 'warning' },
});
const outputs = Object.keys(metafile.outputs).map((path) => basename(path));
// the service and a site fill the template in; see `src/domain/explorer-page.ts`
const page = {
  template: readFileSync('src/explorer/index.html', 'utf8'),
  script: start.fileName,
  style: outputs.find((name) => name.endsWith('.css')),
  icon: outputs.find((name) => name.endsWith('.svg')),
  // what the script needs loads with it, and not only once the browser has read it
  preloads: start.imports,
};
writeFileSync(`${PAGE}/page.json`, JSON.stringify(page));
