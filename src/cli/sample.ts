import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { packageFile } from '../domain/package-file.ts';
import { readOrigin } from '../files/origin-note.ts';
import { countedReports } from '../store/dataset.ts';
import { DatasetOption } from './help.ts';
import { archiveOf } from './kept-folders.ts';
import { tell } from './output/print.ts';

/** The sample is a dataset of its own, so that invented figures never stand beside real ones. */
const SAMPLE = 'sample.sqlite';
const REPORTS = packageFile('fixtures/sample/reports');

/** The sample of a dataset: `data/sample.sqlite` of `data/allocations.sqlite`. */
export function sampleOf(database: string): string {
  return join(dirname(database), SAMPLE);
}

export function isSample(database: string): boolean {
  return basename(database) === SAMPLE;
}

/**
 * Lets a command that looks use the sample as long as the usual dataset has no report. `awaited` is then the dataset that
 * takes the place of the sample.
 */
export function chooseDataset(command: Command): void {
  if (!command.options.some((option) => option instanceof DatasetOption && option.isLookedAt)) return;
  const { db } = command.opts<{ db: string }>();
  const reports = countedReports(db);
  if (!isSample(db) && reports?.some(({ isInvented }) => isInvented))
    tell(
      `${db} also has the sample with its invented figures, from an earlier version. Remove it: allocations reprocess --db ${db}`,
    );
  const sample = sampleOf(db);
  // a dataset with an archive was lost
  const isUnused = reports?.length === 0 && !existsSync(archiveOf(db));
  if (command.getOptionValueSource('db') === 'cli' || !isUnused || !existsSync(sample)) return;
  command.setOptionValue('db', sample).setOptionValue('awaited', db);
  tell('This is the sample, because you loaded no report yet. Load yours: allocations ingest <path>');
}

/** Throws an `OperatorError` if reports of the sample and others would mix. */
export function requireApart(database: string, reports: readonly string[]): void {
  const wrong = reports.find((path) => isOfSample(path) !== isSample(database));
  if (wrong === undefined) return;
  const reason = isSample(database)
    ? `${database} is the sample, and ${wrong} is not of the sample. Leave out --db, or name another dataset.`
    : `${wrong} is of the sample, and ${database} is for your reports. To load the sample, run: npm start`;
  throw new OperatorError(reason, USAGE);
}

/** Whether a file stands in the folder of the sample, or the note beside it says that it is invented. */
function isOfSample(path: string): boolean {
  if (!relative(REPORTS, resolve(path)).startsWith('..')) return true;
  return readOrigin(path).origin?.invented === true;
}

/** The reports of the sample in another dataset, to withdraw them: `npm start` of an earlier version loaded them into it. */
export function strayReports(database: string): { sha256: string; reason: string }[] {
  const reports = isSample(database) ? [] : (countedReports(database) ?? []);
  if (!reports.some(({ isInvented }) => isInvented)) return [];
  const published = new Set(
    (existsSync(REPORTS) ? readdirSync(REPORTS, { recursive: true, withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => hash('sha256', readFileSync(join(parentPath, name)))),
  );
  return reports
    .filter(({ sha256, isInvented }) => isInvented || published.has(sha256))
    .map(({ sha256 }) => ({ sha256, reason: 'The sample has a dataset of its own' }));
}
