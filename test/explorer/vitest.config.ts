import { defineConfig } from 'vitest/config';
import { SETTINGS } from '../vitest.config.ts';

/** Tests of the explorer in a real browser: `npm run test:explorer`. */
export default defineConfig({ test: { ...SETTINGS, include: ['test/explorer/**/*.test.ts'] } });
