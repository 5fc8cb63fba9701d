import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { type Finding, withRefusal } from '../../domain/findings/finding.ts';
import { explainDisk } from '../../domain/operator-error.ts';

/**
 * Copies a refused report to `<folder>/<sha256>/report.<its extension>`, with its path and findings in
 * `findings.json`. Returns the path of the copy.
 */
export function quarantineReport(
  folder: string,
  { path, name = path, sha256, bytes }: { path: string; name?: string; sha256: string; bytes: Uint8Array },
  findings: readonly Finding[],
): string {
  const directory = join(folder, sha256);
  const copy = join(directory, `report${extname(name).slice(0, 20)}`);
  const record = { path: name, sha256, findings: findings.map(withRefusal) };
  try {
    mkdirSync(directory, { recursive: true });
    // what a killed run left: write-file-atomic puts a number after the name
    const names = [basename(copy), 'findings.json'];
    for (const left of readdirSync(directory))
      if (names.some((whole) => left.startsWith(`${whole}.`))) rmSync(join(directory, left));
    const mode = modeOfCopy(path, directory);
    writeFileAtomic.sync(copy, Buffer.from(bytes), { mode });
    writeFileAtomic.sync(join(directory, 'findings.json'), `${JSON.stringify(record, null, 2)}\n`, { mode });
    return copy;
  } catch (error) {
    throw explainDisk('quarantine folder', folder, error);
  }
}

/** Permissions no wider than those of the file and of the copy's folder. */
function modeOfCopy(path: string, directory: string): number {
  const file = statSync(path, { throwIfNoEntry: false });
  const mode = file ? file.mode & statSync(directory).mode : 0;
  // the group of the copy may be another one, so it gets what everybody has
  return (mode & 0o604) | ((mode & 0o004) << 3) | 0o400;
}
