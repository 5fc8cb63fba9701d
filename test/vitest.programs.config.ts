import { defineConfig } from 'vitest/config';
import { DEFINED } from '../.config/styles.js';
import { PROGRAM_TESTS, SETTINGS } from './vitest.config.ts';

export default defineConfig({ define: DEFINED, test: { ...SETTINGS, include: PROGRAM_TESTS } });
