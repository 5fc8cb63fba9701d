import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './src/store/tokens/token-schema.ts',
  out: './src/store/token-migrations',
});
