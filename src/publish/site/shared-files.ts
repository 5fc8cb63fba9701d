import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { orNull } from '../../domain/operator-error.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { type DocumentIndex, indexDocuments, stampedFile } from '../../records/documents/document-index.ts';
import { type FileEntry, readSiteManifest } from './manifest.ts';
import { entryOf, type SiteFile, WrittenFiles } from './written-files.ts';

/** The folders of a site whose files versions share. A file in them never changes. */
export const PAGE_FOLDER = 'page';
export const DOCUMENT_FOLDER = 'documents';

const STAMPED = new RegExp(`^${DOCUMENT_FOLDER}/(.+)\\.([0-9a-f]{8})\\.json$`);
const STAMP_LENGTH = 8;

/** The file of a document, and the stamp in its name; without stamp if the document is new or changed. */
interface Document {
  name: string;
  entry: FileEntry;
  stamp: string | null;
}

/** The files of a version that other versions may have too. */
export class SharedFiles {
  private readonly folder: string;
  /** New files, until `finish`. */
  private readonly waiting: string;
  private readonly written: WrittenFiles;
  private readonly before: ReadonlyMap<string, string>;
  private readonly page: { entry: FileEntry; isNew: boolean }[] = [];
  private readonly documents: Document[] = [];

  /** `before` are the shared files of the version in service, and `waiting` is a folder for new files. */
  constructor(folder: string, waiting: string, before: readonly FileEntry[]) {
    this.folder = folder;
    this.waiting = waiting;
    this.written = new WrittenFiles(waiting);
    this.before = new Map(
      before.flatMap(({ path }) => {
        const [, name, stamp] = STAMPED.exec(path) ?? [];
        return name === undefined || stamp === undefined ? [] : [[name, stamp]];
      }),
    );
  }

  /** Adds a file whose name changes with its content. */
  addPage({ path: name, content }: SiteFile): void {
    const file = { path: `${PAGE_FOLDER}/${name}`, content };
    const isNew = !this.has(file);
    this.page.push({ isNew, entry: isNew ? this.written.write(file) : entryOf(file) });
  }

  addDocument(name: string, content: string): void {
    const stamp = this.before.get(name) ?? null;
    const file = stamp === null ? null : { path: pathOf(name, stamp), content };
    if (file && this.has(file)) this.documents.push({ name, stamp, entry: entryOf(file) });
    else {
      const entry = this.written.write({ path: `${DOCUMENT_FOLDER}/${name}`, content });
      this.documents.push({ name, stamp: null, entry });
    }
  }

  /**
   * Moves the new files into the folders of the site. The stamp of changed documents is a hash of all documents: so a
   * name never stands for other bytes, whichever publication was killed before.
   */
  finish(): { files: FileEntry[]; index: DocumentIndex } {
    this.written.sync();
    const stamp = this.stampOfAll();
    const documents = this.documents.map(({ name, entry, stamp: kept }) => ({
      name,
      stamp: kept ?? stamp,
      entry: { ...entry, path: pathOf(name, kept ?? stamp) },
      from: kept === null ? entry.path : null,
    }));
    const moves = [
      ...this.page.flatMap(({ entry: { path }, isNew }) => (isNew ? [{ from: path, path }] : [])),
      ...documents.flatMap(({ from, entry: { path } }) => (from === null ? [] : [{ from, path }])),
    ];
    this.move(moves);
    return {
      files: [...this.page, ...documents].map(({ entry }) => entry),
      index: indexDocuments(new Map(documents.map(({ name, stamp: one }) => [name, one]))),
    };
  }

  private move(moves: readonly { from: string; path: string }[]): void {
    const folders = new Set(moves.map(({ path }) => dirname(join(this.folder, path))));
    for (const folder of folders) mkdirSync(folder, { recursive: true });
    for (const { from, path } of moves) renameSync(join(this.waiting, from), join(this.folder, path));
    for (const folder of folders) syncToDisk(folder);
    rmSync(this.waiting, { recursive: true, force: true });
  }

  private stampOfAll(): string {
    const sum = createHash('sha256');
    for (const { name, entry } of this.documents) sum.update(`${name} ${entry.sha256}\n`);
    return sum.digest('hex').slice(0, STAMP_LENGTH);
  }

  private has({ path, content }: SiteFile): boolean {
    const place = join(this.folder, path);
    return existsSync(place) && readFileSync(place).equals(Buffer.from(content));
  }
}

/** Removes the shared files that no version names. Removes none if the files of a version are not known. */
export function removeUnused(folder: string, versions: readonly string[]): void {
  const files = orNull(() => versions.flatMap((version) => readSiteManifest(folder, version).shared));
  if (files === null) return;
  const named = new Set(files.map(({ path }) => path));
  for (const shared of [PAGE_FOLDER, DOCUMENT_FOLDER]) removeExcept(join(folder, shared), folder, named);
}

/** Removes the files within a folder that are not named, and folders that are then empty. */
function removeExcept(folder: string, site: string, named: ReadonlySet<string>): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    if (entry.isDirectory()) removeExcept(place, site, named);
    else if (!named.has(relative(site, place).replaceAll(sep, '/'))) rmSync(place);
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
}

function pathOf(name: string, stamp: string): string {
  return `${DOCUMENT_FOLDER}/${stampedFile(name, stamp)}`;
}
