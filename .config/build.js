/**
 * Builds `dist` from `src`: the command in a few modules that hold the packages it starts with, which load in half
 * the time of several hundred, the explorer's page, and the client. `npm run types` checks the types.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { build } from 'esbuild';

/** Packages that stay in node_modules: they have native code, threads or files of their own, or few commands need them. */
const LEFT_OUT = [
  '@e965/xlsx',
  'better-sqlite3',
  'exceljs',
  'fastify',
  '@fastify/cors',
  '@fastify/rate-limit',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  'iconv-lite',
  'pg',
  'pg-copy-streams',
  'pino',
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
    'pipeline/intake/reading-thread': 'src/pipeline/intake/reading-thread.ts',
    'publish/parquet/writing-thread': 'src/publish/parquet/writing-thread.ts',
    'pipeline/intake/reading-process': 'src/pipeline/intake/reading-process.ts',
  },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: LEFT_OUT,
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
const FOR_BROWSERS = {
  outdir: PAGE,
  // browsers keep a file for a year, so a changed file needs another name
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  bundle: true,
  // what few readers need is loaded when they ask for it
  splitting: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
  metafile: true,
  logLevel: 'warning',
};

// What computes on a site shares no chunk with the page: else the page would load parts that it does not need.
const COMPUTES = 'src/explorer/service/documents.ts';
const computing = await build({ ...FOR_BROWSERS, entryPoints: [COMPUTES] });
const COMPUTING = Object.entries(computing.metafile.outputs).find(
  ([, { entryPoint }]) => entryPoint === COMPUTES,
);
const { metafile } = await build({
  ...FOR_BROWSERS,
  entryPoints: ['src/explorer/main.tsx', 'src/explorer/main.css', 'src/explorer/icon.svg'],
  plugins: [
    {
      name: 'computing',
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/documents\.ts$/ }, ({ kind }) =>
          kind === 'dynamic-import' ? { path: `./${basename(COMPUTING[0])}`, external: true } : undefined,
        ),
    },
  ],
});
let page = readFileSync('src/explorer/index.html', 'utf8');
for (const path of Object.keys(metafile.outputs)) {
  const name = basename(path);
  page = page.replace(name.replace(/-[^-.]+(?=\.)/, ''), name);
}
// what the script needs loads with it, and not only once the browser has read it
const start = Object.values(metafile.outputs).find(
  ({ entryPoint }) => entryPoint === 'src/explorer/main.tsx',
);
const needed = start.imports
  .filter(({ kind }) => kind === 'import-statement')
  .map(({ path }) => basename(path));
const preloads = needed.map((name) => `    <link rel="modulepreload" href="explorer/${name}">\n`);
page = page.replace('  </head>', `${preloads.join('')}  </head>`);
writeFileSync(`${PAGE}/index.html`, page);
