import { defineConfig } from 'vitest/config';
import { SETTINGS, WAREHOUSE_TESTS } from './vitest.config.ts';

/** Tests that start a PostgreSQL server, or kill publications: `npm run test:warehouse`. */
export default defineConfig({ test: { ...SETTINGS, include: WAREHOUSE_TESTS } });
