import { defineConfig } from 'vitest/config';
import { SETTINGS } from './vitest.config.ts';

export default defineConfig({ test: { ...SETTINGS, include: ['test/nodes/*.test.ts'] } });
