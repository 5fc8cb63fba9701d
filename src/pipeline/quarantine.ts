import { mkdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import type { Finding } from '../domain/finding.ts';
import { explainDisk } from '../domain/operator-error.ts';

/** Sets a refused report aside: `<folder>/<sha256>/report.<its extension>`, with its path and findings in `findings.json`. */
export function quarantineReport(
  folder: string,
  path: string,
  sha256: string,
  bytes: Uint8Array,
  findings: readonly Finding[],
): void {
  const directory = join(folder, sha256);
  const name = `report${extname(path).slice(0, 20)}`;
  try {
    mkdirSync(directory, { recursive: true });
    writeFileAtomic.sync(join(directory, name), Buffer.from(bytes));
    writeFileAtomic.sync(
      join(directory, 'findings.json'),
      `${JSON.stringify({ path, sha256, findings }, null, 2)}\n`,
    );
  } catch (error) {
    throw explainDisk('quarantine folder', folder, error);
  }
}
