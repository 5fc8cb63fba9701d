import { mkdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Finding, withMessage } from '../../domain/findings/finding.ts';
import { explainDisk } from '../../domain/operator-error.ts';

/** A report that was refused. */
export interface RefusedFile {
  path: string;
  sha256: string;
  bytes: Uint8Array;
  findings: readonly Finding[];
  /** The paths it was found under. */
  found: readonly string[];
}

const NOT_COPIED =
  'the file is a link that leads out of the folders that were read; look at it where it lies';
const SETGID = 0o2000;

/**
 * Sets a refused report aside: `<folder>/<sha256>/report.<its extension>`, with its path and findings in
 * `findings.json`. The bytes of a link that leads out of where it was found are not copied.
 */
export function quarantineReport(
  folder: string,
  { path, sha256, bytes, findings, found }: RefusedFile,
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

/** Permissions not wider than those of the file, nor than those of the folder of its copy, which has the umask. */
function modeOfCopy(path: string, directory: string): number {
  const folder = statSync(directory);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return 0o600;
  const others = file.mode & 0o006;
  // to another group the copy gives what the file gave to everybody
  const group = file.gid === groupOfNewFile(folder) ? file.mode & 0o060 : others << 3;
  return (((file.mode & 0o600) | group | others) & folder.mode) | 0o400;
}

function groupOfNewFile(folder: Stats): number | undefined {
  return (folder.mode & SETGID) === 0 ? process.getegid?.() : folder.gid;
}

/** Whether a file lies under one of these paths, whatever links lead to it. */
function isWithin(path: string, found: readonly string[]): boolean {
  const location = resolveLinks(path);
  return found.some((root) => {
    const within = resolveLinks(root);
    return location === within || location?.startsWith(within === sep ? sep : `${within}${sep}`) === true;
  });
}

/** Where a path leads; `null` where it is gone. */
function resolveLinks(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
