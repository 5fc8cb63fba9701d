import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Who may import whom: the folder of a file, and what its imports may begin with. `cli` may import anything and
 * is imported by nobody.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // where the package's own files are
  domain: ['domain/', 'zod', 'node:url', 'node:crypto'],
  extract: [
    'extract/',
    'domain/',
    'papaparse',
    '@e965/xlsx',
    'iconv-lite',
    'lossless-json',
    'fastest-levenshtein',
    'zod',
    'node:buffer',
    'node:zlib',
  ],
  derive: ['derive/', 'domain/'],
  merge: ['merge/', 'domain/', 'states/state.ts'],
  states: ['states/state.ts', 'states/name-register.ts', 'domain/', 'extract/layouts/'],
  // a lock is a lock of SQLite
  files: ['files/', 'domain/', 'better-sqlite3', 'write-file-atomic', 'zod', 'node:'],
  // registers name states and kinds, and are CSV files like reports
  registers: [
    'registers/',
    'domain/',
    'files/',
    'states/',
    'extract/formats/',
    'extract/layouts/',
    'zod',
    'node:',
  ],
  store: [
    'store/',
    'domain/',
    'states/index.ts',
    'states/state.ts',
    'drizzle-orm',
    'better-sqlite3',
    'node:',
  ],
  portals: [
    'portals/',
    'domain/',
    'files/',
    'states/index.ts',
    'lossless-json',
    'papaparse',
    'undici',
    'zod',
    'node:',
  ],
  pipeline: [
    'pipeline/',
    'domain/',
    'extract/',
    'derive/',
    'merge/',
    'states/index.ts',
    'states/state.ts',
    'files/',
    'registers/',
    'store/',
    'better-sqlite3',
    'p-limit',
    'tinypool',
    'write-file-atomic',
    'zod',
    'node:',
  ],
  publish: [
    'publish/',
    'records/',
    'pipeline/',
    'store/',
    'files/',
    'domain/',
    'states/index.ts',
    'states/state.ts',
    // who made a workbook that exists, and the same bytes of the same note
    'fflate',
    'exceljs',
    // files and tables for warehouses: the names of the tables to read, and of manifests that come from elsewhere
    'hyparquet-writer',
    'pg',
    'pg-copy-streams',
    'drizzle-orm',
    'tinypool',
    'zod',
    'write-file-atomic',
    'node:',
    'papaparse',
  ],
  update: [
    'update/',
    'portals/summary.ts',
    'pipeline/',
    'store/',
    'files/',
    'registers/',
    'domain/',
    'states/',
    'node:',
  ],
  // the queries beside the descriptions read the store
  records: [
    'records/',
    'domain/',
    'derive/',
    'states/index.ts',
    'states/state.ts',
    'store/',
    '@xmldom/xmldom',
    'fast-png',
    'fastest-levenshtein',
    'drizzle-orm',
    'zod',
  ],
  api: [
    'api/',
    'records/',
    // notes are made of the page's parts
    'explorer/note/',
    'domain/',
    'derive/',
    'states/index.ts',
    'states/state.ts',
    'store/query/',
    'fastify',
    '@fastify/',
    'negotiator',
    'p-limit',
    'prom-client',
    'zod',
    'node:',
  ],
  // a package of its own, which needs no other
  client: ['client/', 'openapi-fetch'],
  // a page in a browser: it knows the service over HTTP, and what is pure
  explorer: [
    'explorer/',
    'client/',
    'domain/',
    'derive/',
    'records/description.ts',
    'records/descriptions/',
    'records/documents/',
    'records/files/',
    'records/filters/',
    'records/figure-lists.ts',
    'records/json-record.ts',
    'records/note/note.ts',
    'preact',
    '@observablehq/plot',
    // saved tables as workbooks
    'write-excel-file/browser',
    'fflate/browser',
  ],
};

/** Files that a folder may hold. */
const MOST_FILES = 16;

interface Import {
  file: string;
  target: string;
  /** Whether it is loaded only when it is needed. */
  isLate: boolean;
  /** Whether it is gone when the program runs. */
  isType: boolean;
}

/** Modules, with or without elements of a page in them. */
const MODULE = /\.tsx?$/;

const IMPORT =
  /^(?:import|export)[\s\w{},*]* from '(?<head>[^']+)'|^import '(?<bare>[^']+)'|\bimport\(\s*'(?<late>[^']+)'/gm;
/** What gives another answer each time it is asked. */
const CLOCKS = /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bMath\.random\b|\brandomUUID\b/;

function importsOf(folder: string): Import[] {
  return readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => MODULE.test(name))
    .flatMap((name) => {
      const file = join(folder, name);
      const source = readFileSync(`src/${file}`, 'utf8');
      return [...source.matchAll(IMPORT)].map(({ 0: text, groups }) => {
        const target = groups?.head ?? groups?.bare ?? groups?.late ?? '';
        return {
          file,
          target: target.startsWith('.') ? normalize(join(dirname(file), target)) : target,
          isLate: groups?.late !== undefined,
          isType: /^(?:import|export) type /.test(text),
        };
      });
    });
}

describe('who may import whom', () => {
  test.each(Object.keys(ALLOWED))('%s', (folder) => {
    const imports = importsOf(folder);
    expect(imports.length).toBeGreaterThan(0);
    const forbidden = imports.filter(({ file, target }) => {
      const own = folder === 'states' ? `${dirname(file)}/` : null;
      if (['states/index.ts', 'states/list.ts'].includes(file)) return !/^(states\/|domain\/)/.test(target);
      return !(own && target.startsWith(own)) && !ALLOWED[folder]?.some((start) => target.startsWith(start));
    });
    expect(forbidden).toEqual([]);
  });

  test('descriptions of records and writers of files are pure', () => {
    const pure =
      /^(?:domain|derive|records\/(?:descriptions|files))\/|^records\/(?:description|json-record|reasons|filters\/(?:shared-)?filters?)\.ts$|^states\/state\.ts$/;
    const imports = importsOf('records').filter(({ file }) =>
      /^records\/(?:description(?:s\/|\.ts)|json-record\.ts|filters\/(?:shared-)?filters?\.ts|files\/)/.test(
        file,
      ),
    );
    expect(imports.length).toBeGreaterThan(0);
    expect(imports.filter(({ target }) => !pure.test(target))).toEqual([]);
  });

  test('what answers from documents runs in a browser', () => {
    const imports = ['records', 'derive', 'domain'].flatMap(importsOf);
    const reached = new Set(['records/documents/place-note.ts', 'records/figure-lists.ts']);
    for (const file of reached)
      for (const { target } of imports.filter((one) => one.file === file && !one.isType)) reached.add(target);
    expect(reached.size).toBeGreaterThan(50);
    expect([...reached].filter((file) => !/^(?:domain|derive|records)\//.test(file))).toEqual([
      'fastest-levenshtein',
    ]);
  });

  test('what asks portals is loaded by the commands that do, when they do', () => {
    const loading = importsOf('cli').filter(({ target, isLate, isType }) => {
      return target.startsWith('portals/') && !isLate && !isType;
    });
    expect(loading).toEqual([]);
  });

  test.each(['domain', 'extract', 'states', 'merge', 'derive'])(
    '%s knows no clock and no chance',
    (folder) => {
      const names = readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' });
      const sources = names.filter((name) => name.endsWith('.ts'));
      expect(sources.length).toBeGreaterThan(0);
      expect(sources.filter((name) => CLOCKS.test(readFileSync(`src/${folder}/${name}`, 'utf8')))).toEqual(
        [],
      );
    },
  );

  test('config.ts alone reads the environment', () => {
    const readers = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && readFileSync(`src/${name}`, 'utf8').includes('process.env'),
    );
    expect(readers).toEqual(['config.ts']);
  });

  test.each(['src', 'test', 'docs/build'])(
    `no folder of %s holds more than ${MOST_FILES} files`,
    (folder) => {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        MODULE.test(name),
      );
      const counts = new Map<string, number>();
      for (const name of files) counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
      expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
    },
  );

  test('no two files export things of one name', () => {
    const names = new Map<string, string[]>();
    for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
      // the API's names for its answers are those of the OpenAPI document
      if (!MODULE.test(file) || file.startsWith('client/generated/')) continue;
      const source = readFileSync(`src/${file}`, 'utf8');
      for (const [, name = ''] of source.matchAll(
        /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm,
      ))
        names.set(name, [...(names.get(name) ?? []), file]);
    }
    expect([...names].filter(([, files]) => new Set(files).size > 1)).toEqual([]);
  });

  test('no file imports itself by way of others', () => {
    const imports = [...Object.keys(ALLOWED), 'cli'].flatMap(importsOf);
    const targets = new Map<string, string[]>();
    for (const { file, target } of imports) targets.set(file, [...(targets.get(file) ?? []), target]);
    const isDone = new Set<string>();
    const circles: string[][] = [];
    const follow = (file: string, path: readonly string[]) => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
      if (isDone.has(file) || path.includes(file)) return;
      for (const target of targets.get(file) ?? []) follow(target, [...path, file]);
      isDone.add(file);
    };
    for (const file of targets.keys()) follow(file, []);
    expect(circles).toEqual([]);
  });

  test('the folders are those of the design', () => {
    const folders = readdirSync('src', { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    expect(folders.sort()).toEqual([...Object.keys(ALLOWED), 'cli'].sort());
  });
});
