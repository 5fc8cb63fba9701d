import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finding, findingMessage } from '../domain/findings/finding.ts';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';

/** Message about a file name that is not UTF-8. Its replacement text does not open the file. */
const NAMELESS = findingMessage(finding('unreadable-file', { reason: 'name' }));

/** Names in a folder that no report has. */
const NO_REPORT = /^\.|^~\$|\.md$/i;

/** Whether a file is not found because its name is not UTF-8: the name has replacement characters. */
export function isNameless(path: string, error: unknown): boolean {
  return errorCode(error) === 'ENOENT' && path.includes('\uFFFD');
}

/**
 * Lists the report files under the given paths, each once, sorted by path. Follows links, and visits each folder once.
 * Skips the program's own files, names that begin with a dot or `~$` (an Excel lock), and notes (`.md`) that are not
 * named themselves. Lists a subfolder that cannot be read as if it were a report, which then refuses it. Throws an `OperatorError` for a path that does not exist.
 */
export async function findReportFiles(
  paths: readonly string[],
  isOwn: (path: string) => boolean = () => false,
): Promise<string[]> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const path of paths) await collect(path, true, { files, folders, isOwn });
  return [...files].sort();
}

interface Search {
  files: Set<string>;
  folders: Set<string>;
  isOwn: (path: string) => boolean;
}

async function collect(path: string, named: boolean, search: Search): Promise<void> {
  const { files, folders, isOwn } = search;
  if (isOwn(path)) return;
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (error) {
    if (!named) {
      // reading the entry later gives the finding
      files.add(path);
      return;
    }
    if (isNameless(path, error)) throw new OperatorError(`${path}: ${NAMELESS}`, USAGE);
    if (errorCode(error) === 'ENOENT')
      throw new OperatorError(`${path} does not exist. Check the path.`, USAGE);
    throw new OperatorError(`Cannot read ${path}. Check its permissions.`, MACHINE);
  }
  if (!isFolder) {
    files.add(path);
    return;
  }
  const location = await realpath(path);
  if (folders.has(location)) return;
  folders.add(location);
  const names = await list(path, named);
  if (names === null) files.add(path);
  for (const name of names ?? []) {
    if (NO_REPORT.test(name)) continue;
    await collect(join(path, name), false, search);
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
