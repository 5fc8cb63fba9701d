/**
 * Ends `npm start` where the dataset or the archive has reports that are not the tour's: its invented figures would take
 * the place of real ones. Called with the dataset, the archive and the folders of the tour.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const USAGE = 2;

const [database = '', archive = '', ...folders] = process.argv.slice(2);
const files = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name)),
);
const tour = new Set(files.map((file) => hash('sha256', readFileSync(file))));

const known = new Set([...(isThere(database) ? readHashes(database) : []), ...listArchived(archive)]);
const own = [...known].filter((sha256) => !tour.has(sha256));
if (own.length > 0) {
  const reports = own.length === 1 ? 'a report' : `${own.length} reports`;
  process.stderr.write(
    `npm start: ${database} or ${archive} has ${reports} of your own, and the tour's invented figures would stand among them; look at it with: npx allocations status - or take the tour in another checkout\n`,
  );
  process.exitCode = USAGE;
}

/**
 * The hashes of archived reports, by which their records are named.
 * @param {string} folder
 */
function listArchived(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap(
    (path) => /([0-9a-f]{64})\.report\.json$/.exec(path)?.[1] ?? [],
  );
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
    if (['SQLITE_ERROR', 'SQLITE_NOTADB'].includes(error instanceof Database.SqliteError ? error.code : ''))
      return [];
    throw error;
  }
}
