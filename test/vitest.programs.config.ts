import { defineConfig } from 'vitest/config';
import { PROGRAM_TESTS, SETTINGS } from './vitest.config.ts';

export default defineConfig({ test: { ...SETTINGS, include: PROGRAM_TESTS } });
