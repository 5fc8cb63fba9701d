import { defineConfig } from 'vitest/config';
import { SETTINGS } from '../vitest.config.ts';

/** Tests of the explorer in a real browser: `npm run test:explorer`. */
export default defineConfig({
  // a test often waits for its page, so a third worker has time on two processors
  test: { ...SETTINGS, maxWorkers: 3, include: ['test/explorer/**/*.test.ts'] },
});
