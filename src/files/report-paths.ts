import { glob, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';

/** What is wrong with a file name that is not UTF-8. Its replacement text does not open the file. */
export const NAMELESS = { what: 'The file name is not UTF-8.', advice: 'Rename the file.' };

/** Names in a folder that no report has: of notes, of systems, of programs at work and of unfinished downloads. */
const NO_REPORT =
  /^\.|^~\$|\.md$|^(?:desktop\.ini|(?:eh)?thumbs\.db|icon\r|__macosx)$|\.(?:crdownload|download|gsheet|part|partial|tmp)$/i;
/** Characters of a pattern. cmd.exe and PowerShell do not replace it by the names that fit. */
const PATTERN = /[*?[{]/;

/** Whether a file is not found because its name is not UTF-8: the name has replacement characters. */
export function isNameless(path: string, error: unknown): boolean {
  return errorCode(error) === 'ENOENT' && path.includes('\uFFFD');
}

/** What stands under some paths, each file once, sorted by path. */
export interface FoundFiles {
  reports: string[];
  /** Files in folders that are no reports by their names. */
  foreign: string[];
}

/** Tells which files are not listed: the program's own, and in folders those that cannot be reports. */
export interface FileChecks {
  isOwn?: (path: string) => boolean;
  isForeign?: (path: string) => boolean;
}

/**
 * Lists the files under paths and patterns such as `folder/*.csv`. Follows links, and visits each folder once. In
 * folders it passes over the names of no reports. Lists a subfolder that cannot be read as if it were a report, which
 * then refuses it. Throws an `OperatorError` for a path that does not exist.
 */
export async function findFiles(paths: readonly string[], checks: FileChecks = {}): Promise<FoundFiles> {
  const search = new FileSearch(checks);
  for (const path of paths) await search.collect(path, true);
  const foreign = [...search.foreign].filter((path) => !search.reports.has(path));
  return { reports: [...search.reports].sort(), foreign: foreign.sort() };
}

/** Lists the report files under paths, as `findFiles` does. */
export async function findReportFiles(
  paths: readonly string[],
  isOwn?: (path: string) => boolean,
): Promise<string[]> {
  return (await findFiles(paths, { isOwn })).reports;
}

class FileSearch {
  readonly reports = new Set<string>();
  readonly foreign = new Set<string>();
  private readonly folders = new Set<string>();
  private readonly isOwn: (path: string) => boolean;
  private readonly isForeign: (path: string) => boolean;

  constructor({ isOwn = () => false, isForeign = () => false }: FileChecks) {
    this.isOwn = isOwn;
    this.isForeign = isForeign;
  }

  async collect(path: string, isNamed: boolean): Promise<void> {
    if (this.isOwn(path) || (!isNamed && NO_REPORT.test(basename(path)))) return;
    let isFolder = false;
    try {
      isFolder = (await stat(path)).isDirectory();
    } catch (error) {
      // reading an entry of a folder later gives the finding
      if (isNamed) return this.expand(path, error);
    }
    if (!isFolder) {
      const found = !isNamed && this.isForeign(path) ? this.foreign : this.reports;
      found.add(path);
      return;
    }
    const location = await realpath(path);
    if (this.folders.has(location)) return;
    this.folders.add(location);
    const names = await list(path, isNamed);
    if (names === null) this.reports.add(path);
    for (const name of names ?? []) await this.collect(join(path, name), false);
  }

  /** Collects the files that fit a pattern. Throws if the path is none, or nothing fits. */
  private async expand(path: string, error: unknown): Promise<void> {
    if (isNameless(path, error))
      throw new OperatorError(`${path}: ${NAMELESS.what} ${NAMELESS.advice}`, USAGE);
    if (errorCode(error) !== 'ENOENT')
      throw new OperatorError(`Cannot read ${path}. Check its permissions.`, MACHINE);
    if (!PATTERN.test(path)) throw new OperatorError(`${path} does not exist. Check the path.`, USAGE);
    const found: string[] = [];
    for await (const file of glob(path)) found.push(file);
    if (found.length === 0) throw new OperatorError(`No file fits ${path}. Check the pattern.`, USAGE);
    for (const file of found.sort()) await this.collect(file, false);
  }
}

/** The names in a folder; `null` if it cannot be read and was not named. */
async function list(folder: string, named: boolean): Promise<string[] | null> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (!named) return null;
    throw new OperatorError(
      `Cannot read the folder ${folder} (${messageOf(error)}). Check its permissions.`,
      MACHINE,
    );
  }
}
