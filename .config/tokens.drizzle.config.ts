import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/token-schema.ts',
  out: './src/store/token-migrations',
});
