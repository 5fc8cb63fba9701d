import { mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Finding, withMessage } from '../../domain/findings/finding.ts';
import { explainDisk } from '../../domain/operator-error.ts';
import type { ReceivedReport } from './intake.ts';

const NOT_COPIED =
  'The file is a link to a place outside the folders that the run read. Open the original file.';
const SETGID = 0o2000;

/**
 * Copies a refused report to `<folder>/<sha256>/report.<its extension>`, with its path and findings in
 * `findings.json`. Does not copy the bytes if the path is a link to a place outside the named folders.
 */
export function quarantineReport(
  folder: string,
  { path, sha256, bytes, found }: ReceivedReport,
  findings: readonly Finding[],
): void {
  const directory = join(folder, sha256);
  const name = `report${extname(path).slice(0, 20)}`;
  try {
    mkdirSync(directory, { recursive: true });
    const mode = modeOfCopy(path, directory);
    const isCopied = isWithin(path, found);
    if (isCopied) writeFileAtomic.sync(join(directory, name), Buffer.from(bytes), { mode });
    const record = {
      path,
      sha256,
      ...(isCopied ? {} : { not_copied: NOT_COPIED }),
      findings: findings.map(withMessage),
    };
    writeFileAtomic.sync(join(directory, 'findings.json'), `${JSON.stringify(record, null, 2)}\n`, { mode });
  } catch (error) {
    throw explainDisk('quarantine folder', folder, error);
  }
}

/** Permissions no wider than those of the file and of the copy's folder. The folder carries the umask. */
function modeOfCopy(path: string, directory: string): number {
  const folder = statSync(directory);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return 0o600;
  const others = file.mode & 0o006;
  // another group gets the permissions that the file gives to everybody
  const group = file.gid === groupOfNewFile(folder) ? file.mode & 0o060 : others << 3;
  return (((file.mode & 0o600) | group | others) & folder.mode) | 0o400;
}

function groupOfNewFile(folder: Stats): number | undefined {
  return (folder.mode & SETGID) === 0 ? process.getegid?.() : folder.gid;
}

/** Whether a file, with links resolved, is in one of these paths. */
function isWithin(path: string, found: readonly string[]): boolean {
  const location = resolveLinks(path);
  return found.some((root) => {
    const within = resolveLinks(root);
    return location === within || location?.startsWith(within === sep ? sep : `${within}${sep}`) === true;
  });
}

/** The path with links resolved; `null` if the file no longer exists. */
function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
