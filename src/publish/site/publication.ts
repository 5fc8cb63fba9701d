import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { openDocuments } from '../../records/making/documents.ts';
import type { State } from '../../states/state.ts';
import { readDataset } from '../../store/dataset.ts';
import { type DatasetView, openReader, withPlaces } from '../../store/query/view.ts';
import { type PublishedVersion, type PublishOptions, publishVersion } from '../publish-version.ts';
import { MANIFEST } from '../version-folder.ts';
import { isWholeSite, readSiteManifest, type SiteManifest } from './manifest.ts';
import { fingerprintOf, pageFiles, rootPage, type SiteFile } from './page-files.ts';
import { sourcesPage } from './sources-page.ts';

/** What a caller decides about a site. */
export interface SiteOptions extends PublishOptions {
  states: readonly State[];
  /** The ids of the places to publish, in order. `null`: all places of the states. */
  places: readonly number[] | null;
  /** What the service tells of the dataset. */
  overviewOf(view: DatasetView, states: readonly State[]): object;
}

/** The page at the root. */
const INDEX = 'index.html';

export type PublishedSite = PublishedVersion<SiteManifest>;

/** Writes the explorer and the documents of a dataset as a site, and then points to them. */
export async function publishSite(options: SiteOptions): Promise<PublishedSite> {
  const { database, folder, states, places } = options;
  const page = pageFiles(places?.length ?? null);
  const fingerprint = fingerprintOf(page);
  const codes = states.map(({ code }) => code);
  const published = await publishVersion(options, {
    kind: 'site',
    versionOf: ({ dataset_version }) => dataset_version,
    read: readSiteManifest,
    isCurrent: (_, name, manifest) => {
      const version = readDataset(database, (dataset) => openReader(dataset).version());
      const isSame =
        manifest.dataset_version === version &&
        manifest.page_sha256 === fingerprint &&
        `${manifest.states}` === `${codes}` &&
        `${manifest.places}` === `${places}`;
      return isSame && isWholeSite(folder, name, manifest);
    },
    write: async (unfinished, createdAt) =>
      readDataset(database, (dataset) =>
        openReader(dataset).read((view) => {
          const files = new WrittenFiles(unfinished);
          for (const file of page) files.write(file);
          writeVersion(view, options, files);
          const manifest: SiteManifest = {
            ...{ format: 1, dataset_version: view.version, program_version: options.programVersion },
            ...{ created_at: createdAt, page_sha256: fingerprint, states: codes, places },
            ...{ index: fileOf(INDEX, Buffer.from(rootPage())), files: files.all },
          };
          files.write({ path: MANIFEST, content: `${JSON.stringify(manifest, null, 2)}\n` });
          files.sync();
          return manifest;
        }),
      ),
  });
  replaceIfOther(join(folder, INDEX), rootPage());
  return published;
}

function writeVersion(
  view: DatasetView,
  { states, places, overviewOf }: SiteOptions,
  files: WrittenFiles,
): void {
  const shown = places ? withPlaces(view, places) : view;
  const content = { whole: view, view: shown, states };
  for (const [name, make] of openDocuments(content, () => overviewOf(shown, states)))
    files.write({ path: `data/${name}.json`, content: JSON.stringify(make()) });
  files.write({ path: 'sources.html', content: sourcesPage(shown, states) });
}

function fileOf(path: string, bytes: Buffer): SiteManifest['index'] {
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** The files of a version, with their hashes. */
class WrittenFiles {
  readonly all: SiteManifest['files'] = [];
  private readonly folder: string;
  private readonly folders = new Set<string>();

  constructor(folder: string) {
    this.folder = folder;
  }

  write({ path, content }: SiteFile): void {
    const bytes = Buffer.from(content);
    const place = join(this.folder, path);
    if (!this.folders.has(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    this.folders.add(dirname(place));
    writeFileSync(place, bytes);
    this.all.push(fileOf(path, bytes));
  }

  /** Waits until the disk has all files. */
  sync(): void {
    for (const { path } of this.all) syncToDisk(join(this.folder, path));
    for (const folder of this.folders) syncToDisk(folder);
  }
}

/** The page at the root changes only with the program, and finds every version. */
function replaceIfOther(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.unfinished`, text);
  syncToDisk(`${path}.unfinished`);
  renameSync(`${path}.unfinished`, path);
}
