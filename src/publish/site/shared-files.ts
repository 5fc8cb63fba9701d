import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { orNull } from '../../domain/operator-error.ts';
import { stampedFile } from '../../records/documents/document-shelf.ts';
import type { DocumentIndex } from '../../records/documents/shapes.ts';
import { type FileEntry, readSiteManifest } from './manifest.ts';
import { entryOf, type SiteFile, WrittenFiles } from './written-files.ts';

/** The folders of a site whose files versions share. A file in them never changes. */
export const PAGE_FOLDER = 'page';
export const DOCUMENT_FOLDER = 'documents';

const STAMPED = new RegExp(`^${DOCUMENT_FOLDER}/(.+)\\.([0-9a-f]{8})\\.json$`);
const STAMP_LENGTH = 8;

/** The files of a version that other versions may have too. They have their places at once: no version names them before its end. */
export class SharedFiles {
  readonly all: FileEntry[] = [];
  private readonly folder: string;
  private readonly stamp: string;
  private readonly written: WrittenFiles;
  private readonly before: ReadonlyMap<string, string>;
  private readonly stamps = new Map<string, string>();

  /**
   * `identity` is all that the documents depend on: so a name never stands for other bytes, whichever publication was
   * killed before. `before` are the shared files of the version in service.
   */
  constructor(folder: string, identity: string, before: readonly FileEntry[]) {
    this.folder = folder;
    this.stamp = hash('sha256', identity).slice(0, STAMP_LENGTH);
    this.written = new WrittenFiles(folder);
    this.before = new Map(
      before.flatMap(({ path }) => {
        const [, name, stamp] = STAMPED.exec(path) ?? [];
        return name === undefined || stamp === undefined ? [] : [[name, stamp]];
      }),
    );
  }

  /** Adds a file whose name changes with its content. */
  addPage({ path: name, content }: SiteFile): void {
    this.add({ path: `${PAGE_FOLDER}/${name}`, content });
  }

  /** Adds a document, under the name that it has in service if it is still the same. */
  addDocument(name: string, content: string): void {
    const known = this.before.get(name);
    const isSame = known !== undefined && this.has({ path: pathOf(name, known), content });
    const stamp = isSame ? known : this.stamp;
    this.stamps.set(name, stamp);
    this.add({ path: pathOf(name, stamp), content });
  }

  /** Waits until the disk has all files. */
  finish(): DocumentIndex {
    this.written.sync();
    return Object.fromEntries(this.stamps);
  }

  private add(file: SiteFile): void {
    this.all.push(this.has(file) ? entryOf(file) : this.written.write(file));
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
