import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that start, kill and wait for the real program many times: `npm run test:programs`. */
export const PROGRAM_TESTS = ['test/cli/commands/load/update.test.ts', 'test/portals/program.test.ts'];

/** Tests that put another list of states in place of the program's, and so share no module with others. */
const WITH_SMALL_STATES = ['test/states/contract.test.ts', 'test/states/life.test.ts'];

export const SETTINGS = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  testTimeout: 60_000,
  hookTimeout: 60_000,
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
          exclude: [...configDefaults.exclude, ...PROGRAM_TESTS, ...WITH_SMALL_STATES, 'test/nodes/**'],
        },
      },
      { extends: true, test: { name: 'small states', include: WITH_SMALL_STATES, isolate: true } },
    ],
  },
});
