import { defineConfig } from 'vitest/config';
import { DEFINED } from '../../.config/styles.js';
import { SETTINGS } from '../vitest.config.ts';

/** Tests of the explorer in a real browser: `npm run test:explorer`. */
export default defineConfig({
  define: DEFINED,
  // a test often waits for its page, so a third worker has time on two processors
  test: { ...SETTINGS, maxWorkers: 3, include: ['test/explorer/**/*.test.ts'] },
});
