import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import type { FileEntry } from './manifest.ts';

/** A file with its path in a folder. */
export interface SiteFile {
  path: string;
  content: Buffer | string;
}

/** The files of one folder, with their hashes. */
export class WrittenFiles {
  readonly all: FileEntry[] = [];
  private readonly folder: string;
  private readonly folders = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  write({ path, content }: SiteFile): FileEntry {
    const place = join(this.folder, path);
    if (!this.folders.has(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    this.folders.add(dirname(place));
    writeFileSync(place, content);
    const entry = entryOf({ path, content });
    this.all.push(entry);
    return entry;
  }

  /** Waits until the disk has all files. */
  sync(): void {
    for (const { path } of this.all) syncToDisk(join(this.folder, path));
    for (const folder of this.folders) syncToDisk(folder);
  }
}

/** What a manifest says of a file. */
export function entryOf({ path, content }: SiteFile): FileEntry {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, bytes: Buffer.byteLength(content), sha256 };
}
