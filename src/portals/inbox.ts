import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainDisk } from '../domain/operator-error.ts';
import { downloadName, type OriginFile, originFileName } from '../domain/origin.ts';
import { acquireLock } from '../files/lock.ts';
import { type NotedFile, readNotedFiles } from '../files/origin-note.ts';
import { syncToDisk } from '../files/sync-to-disk.ts';
import type { Validators } from './client.ts';
import { FetchFault } from './fault.ts';

/** The incomplete files of a fetch that was killed. */
const UNFINISHED = /^\..+\.part$/;

/** The folder that receives the downloads. The note beside each file is the only history. */
export class Inbox {
  private readonly folder: string;
  private readonly now: () => Date;
  private readonly lock: { release(): void } | null;
  private readonly past: NotedFile[];

  /** Locks the folder, and creates it. A dry run only reads. Throws an `OperatorError` if another fetch holds the lock. */
  constructor(folder: string, command: string, now: () => Date, isDry: boolean) {
    this.folder = folder;
    this.now = now;
    this.lock = isDry ? null : acquireLock(join(folder, '.fetch'), command, now().toISOString());
    try {
      this.past = readNotedFiles(folder);
      const names = isDry ? [] : readdirSync(folder);
      for (const name of names) if (UNFINISHED.test(name)) rmSync(join(folder, name));
    } catch (error) {
      this.close();
      throw explainDisk('inbox', folder, error);
    }
  }

  /** The last download from an address. Its file may be gone or changed. */
  last(url: string): NotedFile | null {
    return this.past.findLast((note) => note.url === url) ?? null;
  }

  /** Whether a downloaded file is still there and as it was. */
  holds({ file, sha256 }: NotedFile): boolean {
    try {
      return hash('sha256', readFileSync(file)) === sha256;
    } catch {
      return false;
    }
  }

  /** Writes a note and its file, unless the file is there. Throws a `FetchFault` if another file has the name. */
  save(stem: string, extension: string, text: string, version: Validators & { url: string }) {
    const note: OriginFile = {
      ...{ ...version, fetched_at: this.now().toISOString(), status: 200 },
      ...{ bytes: Buffer.byteLength(text), sha256: hash('sha256', text) },
    };
    const name = downloadName(stem, note.sha256, extension);
    const download: NotedFile = { ...note, file: join(this.folder, name) };
    const isNew = !this.holds(download);
    if (isNew && existsSync(download.file))
      throw new FetchFault(`Another file is in the way: ${download.file}. Move it out of the inbox`);
    // the note first, so that no run finds the file without it
    this.write(originFileName(name), `${JSON.stringify(note)}\n`);
    if (isNew) this.write(name, text);
    return { download, isNew };
  }

  close(): void {
    this.lock?.release();
  }

  private write(name: string, content: string): void {
    if (this.lock === null) return;
    const unfinished = join(this.folder, `.${name}.part`);
    try {
      writeFileSync(unfinished, content, { flush: true });
      renameSync(unfinished, join(this.folder, name));
      syncToDisk(this.folder);
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw explainDisk('inbox', this.folder, error);
    }
  }
}
