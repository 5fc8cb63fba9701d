import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { DEFINED } from '../.config/styles.js';

/** Tests that start the real program many times, or take more than ten seconds: `npm run test:programs`. */
export const PROGRAM_TESTS = [
  'test/api/http/connection-limits.test.ts',
  'test/api/serve/*.test.ts',
  'test/cli/command-line.test.ts',
  'test/cli/corrections.test.ts',
  'test/cli/lookup.test.ts',
  'test/cli/odd-files.test.ts',
  'test/cli/sample.test.ts',
  'test/cli/terminal.test.ts',
  'test/cli/written-files.test.ts',
  'test/cli/commands/{correct,load,look,serve}/*.test.ts',
  'test/portals/program.test.ts',
  'test/client/guide.test.ts',
  'test/docs-commands.test.ts',
  'test/pipeline/histories.test.ts',
  'test/pipeline/interrupted-runs.test.ts',
  // need Chromium, and the second LibreOffice
  'test/publish/note/one-page.test.ts',
  'test/publish/note/opened-notes.test.ts',
  'test/pipeline/intake/reading-threads.test.ts',
  'test/states/*-original.test.ts',
  'test/package.test.ts',
  'test/tour.test.ts',
  'test/upgrade.test.ts',
];

/** Tests of Parquet files and of PostgreSQL: `npm run test:warehouse`. */
export const WAREHOUSE_TESTS = ['test/warehouse/*.test.ts'];

/** Tests that put other states or lists in place of the program's, and so share no module with others. */
const ALONE = [
  'test/states/contract.test.ts',
  'test/states/life.test.ts',
  'test/records/records.test.ts',
  'test/api/http/long-queries.test.ts',
];

export const SETTINGS = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  // far more than any test needs, so that a busy machine fails none
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
  globalSetup: fileURLToPath(new URL('setup/temporary-folder.ts', import.meta.url)),
  setupFiles: fileURLToPath(new URL('setup/random-draws.ts', import.meta.url)),
  pool: 'forks' as const,
  maxWorkers: 2,
  // files share what they import, which takes a fifth of the time; none leaves anything behind
  isolate: false,
};

export default defineConfig({
  define: DEFINED,
  test: {
    ...SETTINGS,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            ...PROGRAM_TESTS,
            ...WAREHOUSE_TESTS,
            ...ALONE,
            'test/explorer/**',
          ],
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, isolate: true } },
    ],
  },
});
