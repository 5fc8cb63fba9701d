import { defineConfig } from 'vitest/config';
import { DEFINED } from '../../.config/styles.js';
import { SETTINGS } from '../vitest.config.ts';

/** Tests of the explorer in a real browser: `npm run test:explorer`. */
export default defineConfig({
  define: DEFINED,
  test: { ...SETTINGS, include: ['test/explorer/**/*.test.ts'] },
});
