/**
 * Ends `npm start` where the dataset has reports that are not the tour's: its invented figures would take the place of
 * real ones. Called with the dataset and the folders of the tour.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const USAGE = 2;

const [database = '', ...folders] = process.argv.slice(2);
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)),
);
const tour = new Set(files.map((file) => hash('sha256', readFileSync(file))));

const own = isThere(database) ? readHashes(database).filter((sha256) => !tour.has(sha256)) : [];
if (own.length > 0) {
  const reports = own.length === 1 ? 'a report' : `${own.length} reports`;
  process.stderr.write(
    `npm start: ${database} has ${reports} of your own, and the tour's invented figures would stand among them; look at it with: npx allocations status - or take the tour in another checkout\n`,
  );
  process.exitCode = USAGE;
}

/** @param {string} file */
function isThere(file) {
  return existsSync(file) && statSync(file).size > 0;
}

/**
 * The hashes of the reports of a dataset; of what is none the tour itself says so.
 * @param {string} file
 * @returns {string[]}
 */
function readHashes(file) {
  try {
    const dataset = new Database(file, { readonly: true });
    try {
      return /** @type {string[]} */ (dataset.prepare('SELECT sha256 FROM report').pluck().all());
    } finally {
      dataset.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [];
    throw error;
  }
}
