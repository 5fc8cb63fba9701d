import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Access tokens of the list service. Times are UTC, as `2026-11-20T09:30:00.000Z`. */
export const token = sqliteTable('token', {
  id: text().primaryKey(),
  name: text().notNull(),
  sha256: text().notNull(),
  created_at: text().notNull(),
  expires_at: text(),
  revoked_at: text(),
  last_used_at: text(),
});
