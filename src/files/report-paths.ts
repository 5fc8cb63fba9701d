import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finding, findingMessage } from '../domain/findings/finding.ts';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';

/** What is said of a folder among reports that cannot be walked, as `lost+found` of a volume. */
export const UNREADABLE_FOLDER = findingMessage(finding('unreadable-file', { reason: 'folder' }));

/** What is said of a name that is no text: it cannot be asked for by what stands in its place. */
export const NAMELESS = findingMessage(finding('unreadable-file', { reason: 'name' }));

/** Whether a file is not found because its name is no text: what stands for its bytes is in no name that is. */
export function isNameless(path: string, error: unknown): boolean {
  return errorCode(error) === 'ENOENT' && path.includes('\uFFFD');
}

/**
 * The report files under the paths given, each once, in order of path. Folders are walked with all they hold, each
 * once, by whatever link; names that begin with a dot or `~$` (an Excel lock) are left out, and what is the program's
 * own, also where it is named. A folder in them that cannot be read stands for what it holds, and is refused as a
 * report. Throws an `OperatorError` for a path that is not there.
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

/** What was found, and what is not looked for. */
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
      // an entry that cannot be looked at is refused as a report, when it is read
      files.add(path);
      return;
    }
    if (isNameless(path, error)) throw new OperatorError(`${path}: ${NAMELESS}`, USAGE);
    if (errorCode(error) === 'ENOENT')
      throw new OperatorError(`${path} does not exist; check the path`, USAGE);
    throw new OperatorError(`${path} cannot be read; check its permissions`, MACHINE);
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
    if (name.startsWith('.') || name.startsWith('~$')) continue;
    await collect(join(path, name), false, search);
  }
}

/** The names in a folder; `null` where one that was not named cannot be read. */
async function list(folder: string, named: boolean): Promise<string[] | null> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (!named) return null;
    throw new OperatorError(
      `the folder ${folder} cannot be read (${messageOf(error)}); check its permissions`,
      MACHINE,
    );
  }
}
