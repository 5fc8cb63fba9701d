import { type Dataset, openForWriting } from '../dataset.ts';

// SQLite keeps this number in the header of the file, so that backups, copies and rebuilt datasets have it too

/** The newest run whose alerts a person got; 0 if there is none. */
export function readToldRun({ sqlite }: Dataset): number {
  return Number(sqlite.pragma('user_version', { simple: true }));
}

/** Stores the newest run whose alerts a person got. */
export function writeToldRun(database: string, run: number): void {
  const dataset = openForWriting(database);
  try {
    dataset.sqlite.pragma(`user_version = ${run}`);
  } finally {
    dataset.close();
  }
}
