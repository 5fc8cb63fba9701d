import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// drizzle-kit cannot say STRICT and WITHOUT ROWID: adds them to the tables of new migrations

export function strictTables(sql: string): string {
  return sql.replaceAll(/(CREATE TABLE `(\w+)` \([^;]*\n\))(?=;)/g, (_, table: string, name: string) =>
    name.endsWith('_row') ? `${table} STRICT, WITHOUT ROWID` : `${table} STRICT`,
  );
}

// tests use the function alone
const isProgram = process.argv[1] === fileURLToPath(import.meta.url);
const folders = isProgram ? ['src/store/migrations', 'src/store/token-migrations'] : [];
for (const folder of folders) {
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.sql'))) {
    const file = join(folder, name);
    writeFileSync(file, strictTables(readFileSync(file, 'utf8')));
  }
}
