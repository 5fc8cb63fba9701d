/** A value as SQLite stores it. */
export type SqlValue = string | number | null;
