import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { countedReports } from '../store/dataset.ts';

/** The usual name of a dataset. Its folders have no name before theirs. */
const USUAL_NAME = 'allocations.sqlite';
/** Until version 0.2.0, every dataset kept its reports here unless an option named another folder. */
const FORMER_ARCHIVE = 'data/reports';

/** The folder that a dataset keeps its reports in: `data/reports`, or `data/real.reports` of `data/real.sqlite`. */
export function archiveOf(database: string): string {
  return keptBeside(database, 'reports');
}

/** The folder that a dataset copies refused reports to. */
export function quarantineOf(database: string): string {
  return keptBeside(database, 'quarantine');
}

function keptBeside(database: string, folder: string): string {
  const file = basename(database);
  const name = file === USUAL_NAME ? folder : `${file.replace(/\.sqlite$/, '')}.${folder}`;
  return join(dirname(database), name);
}

/**
 * Gives a command the folders of its dataset unless options or settings name them, so that two datasets never share an
 * archive by mistake. Throws an `OperatorError` if the reports of a dataset may be in the former archive.
 */
export function nameKeptFolders(command: Command): void {
  const { db, archive, quarantine } = command.opts<{ db: string; archive?: string; quarantine?: string }>();
  const has = (name: string) => command.options.some(({ long }) => long === `--${name}`);
  if (has('archive') && archive === undefined) {
    const own = archiveOf(db);
    if (!existsSync(own) && existsSync(FORMER_ARCHIVE) && countedReports(db)?.length)
      throw new OperatorError(
        `${db} has no archive ${own}. Name the folder of its reports with --archive.`,
        USAGE,
      );
    command.setOptionValue('archive', own);
  }
  if (has('quarantine') && quarantine === undefined) command.setOptionValue('quarantine', quarantineOf(db));
}
