/**
 * The tour of `npm start`: loads the sample, shows one place, and says what to do next. It works in the folder `data`,
 * or in the folder given. It ends with 2 if that folder has other reports, which invented figures would replace.
 */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';

const USAGE = 2;
const SAMPLE = 'fixtures/sample/reports';

const [folder = 'data'] = process.argv.slice(2);
const [database, archive] = [join(folder, 'allocations.sqlite'), join(folder, 'reports')];

const others = countOtherReports();
if (others > 0) {
  const reports = others === 1 ? '1 report' : `${others} reports`;
  process.stderr.write(
    `npm start: ${folder} contains ${reports} outside the sample, and the sample has invented figures. Move ${database} and ${archive} away, or run npm start in another checkout.\n`,
  );
  process.exitCode = USAGE;
} else {
  takeTour();
}

function takeTour() {
  print('The sample has what Illinois published for 59 governments, from July 2017 to June 2020, and what');
  print('North Carolina published for 60 places, of sales from July 2018 to June 2020. It also has invented');
  print('figures of twelve places in California and twelve in Texas, from 2018 to 2026.\n');
  run('ingest', SAMPLE);
  print('  (The warnings are about real payments: Orange and Pitt County got far less than usual.');
  print('  To read them: npx allocations findings --severity warning)\n');
  run('months', 'il', '--jurisdiction', 'Chicago', '--months', '2020-06');
  if (process.exitCode) return;
  print(`
What to do next:
  npx allocations list                                   list all places
  npx allocations export --state tx --out texas.xlsx     export the figures of a state
  npx allocations --help                                 see all commands
  npm run explore                                        see the figures in a browser`);
}

/**
 * Shows a command as a person would type it, and runs it. Long warnings are left out of what it prints.
 * @param {string[]} args
 */
function run(...args) {
  print(`$ npx allocations ${args.map((arg) => (arg.includes(' ') ? `"${arg}"` : arg)).join(' ')}`);
  const { status, stdout } = spawnSync(process.execPath, ['dist/cli/main.js', ...args], {
    stdio: ['inherit', 'pipe', 'inherit'],
    encoding: 'utf8',
    env: {
      ...process.env,
      ALLOCATIONS_DB: database,
      ALLOCATIONS_ARCHIVE: archive,
      ALLOCATIONS_QUARANTINE: join(folder, 'quarantine'),
    },
  });
  process.stdout.write(stdout.replaceAll(/^ {2}warning .*\n/gm, ''));
  if (status !== 0) process.exitCode = status ?? 1;
}

function print(text = '') {
  process.stdout.write(`${text}\n`);
}

/** How many reports the dataset and the archive have that the sample has not. */
function countOtherReports() {
  const sample = new Set(
    readdirSync(SAMPLE, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => hash('sha256', readFileSync(join(parentPath, name)))),
  );
  const known = new Set([...listLoaded(), ...listArchived()]);
  return [...known].filter((sha256) => !sample.has(sha256)).length;
}

/** The hashes of archived reports; each has a record that is named by its hash. */
function listArchived() {
  if (!existsSync(archive)) return [];
  return readdirSync(archive, { recursive: true, encoding: 'utf8' }).flatMap(
    (path) => /([0-9a-f]{64})\.report\.json$/.exec(path)?.[1] ?? [],
  );
}

/**
 * The hashes of the reports in the dataset. If the file is not a dataset, the tour's first command says so.
 * @returns {string[]}
 */
function listLoaded() {
  if (!existsSync(database) || statSync(database).size === 0) return [];
  try {
    const dataset = new Database(database, { readonly: true });
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
