import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './.config/tables.cjs',
  out: './src/store/migrations',
});
