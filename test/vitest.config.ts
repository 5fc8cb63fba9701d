import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that start the real program many times, or take more than ten seconds: `npm run test:programs`. */
export const PROGRAM_TESTS = [
  'test/api/serve/serve.test.ts',
  'test/api/serve/serve-beside-a-run.test.ts',
  'test/api/serve/serve-end.test.ts',
  'test/api/serve/serve-snapshots.test.ts',
  'test/cli/command-line.test.ts',
  'test/cli/corrections.test.ts',
  'test/cli/lookup.test.ts',
  'test/cli/odd-files.test.ts',
  'test/cli/written-files.test.ts',
  'test/cli/commands/correct/layouts.test.ts',
  'test/cli/commands/correct/review.test.ts',
  'test/cli/commands/load/returned-file.test.ts',
  'test/cli/commands/load/update.test.ts',
  'test/cli/commands/look/changes.test.ts',
  'test/cli/commands/look/totals.test.ts',
  'test/cli/commands/look/compare.test.ts',
  'test/cli/commands/look/export-analysis.test.ts',
  'test/cli/commands/look/export.test.ts',
  'test/cli/commands/look/findings.test.ts',
  'test/cli/commands/look/list.test.ts',
  'test/cli/commands/look/reconcile.test.ts',
  'test/cli/commands/look/show-analysis.test.ts',
  'test/cli/commands/look/show.test.ts',
  'test/cli/commands/serve/explore.test.ts',
  'test/cli/commands/serve/token.test.ts',
  'test/portals/program.test.ts',
  'test/soak/failures.test.ts',
  'test/client/guide.test.ts',
  'test/docs-commands.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/pipeline/histories.test.ts',
  'test/pipeline/intake/reading-threads.test.ts',
  'test/portals/hostile.test.ts',
  'test/portals/http.test.ts',
  'test/tour.test.ts',
];

/** Tests of Parquet files and of PostgreSQL: `npm run test:warehouse`. */
export const WAREHOUSE_TESTS = ['test/warehouse/*.test.ts'];

/** Tests that put other states or lists in place of the program's, and so share no module with others. */
const ALONE = ['test/states/contract.test.ts', 'test/states/life.test.ts', 'test/records/records.test.ts'];

export const SETTINGS = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  // far more than any test needs, so that a busy machine fails none
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 30_000 } },
  setupFiles: fileURLToPath(new URL('random-draws.ts', import.meta.url)),
  pool: 'forks' as const,
  maxWorkers: 2,
  // files share what they import, which takes a fifth of the time; none leaves anything behind
  isolate: false,
};

export default defineConfig({
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
