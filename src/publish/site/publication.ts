import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../domain/operator-error.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { DATASET, DOCUMENTS } from '../../records/documents/document-shelf.ts';
import { openDocuments } from '../../records/making/documents.ts';
import type { State } from '../../states/state.ts';
import { readDataset } from '../../store/dataset.ts';
import { type DatasetView, openReader, withPlaces } from '../../store/query/view.ts';
import { type PublishedVersion, type PublishOptions, publishVersion } from '../publish-version.ts';
import { MANIFEST, readPointer } from '../version-folder.ts';
import { isWholeSite, readSiteManifest, type SiteManifest } from './manifest.ts';
import { fingerprintOf, pageFiles, rootPage, startScript } from './page-files.ts';
import { removeUnused, SharedFiles } from './shared-files.ts';
import { sourcesPage } from './sources-page.ts';
import { entryOf, WrittenFiles } from './written-files.ts';

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
  const [page, start] = [pageFiles(), startScript(places?.length ?? null)];
  const fingerprint = fingerprintOf([...page, start]);
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
          const own = new WrittenFiles(unfinished);
          const shared = new SharedFiles(folder, join(unfinished, 'new'), sharedInService(folder));
          own.write(start);
          for (const file of page) shared.addPage(file);
          writeVersion(view, options, own, shared);
          const { files, index } = shared.finish();
          own.write({ path: `${DOCUMENTS}.json`, content: JSON.stringify(index) });
          const manifest: SiteManifest = {
            ...{ format: 2, dataset_version: view.version, program_version: options.programVersion },
            ...{ created_at: createdAt, page_sha256: fingerprint, states: codes, places },
            index: entryOf({ path: INDEX, content: rootPage() }),
            ...{ files: [...own.all], shared: files },
          };
          own.write({ path: MANIFEST, content: `${JSON.stringify(manifest, null, 2)}\n` });
          own.sync();
          return manifest;
        }),
      ),
    removeUnused,
  });
  replaceIfOther(join(folder, INDEX), rootPage());
  return published;
}

function writeVersion(
  view: DatasetView,
  { states, places, overviewOf }: SiteOptions,
  own: WrittenFiles,
  shared: SharedFiles,
): void {
  const shown = places ? withPlaces(view, places) : view;
  const content = { whole: view, view: shown, states };
  for (const [name, make] of openDocuments(content, () => overviewOf(shown, states))) {
    const text = JSON.stringify(make());
    // names the version, so it changes with each
    if (name === DATASET) own.write({ path: `${name}.json`, content: text });
    else shared.addDocument(name, text);
  }
  own.write({ path: 'sources.html', content: sourcesPage(shown, states) });
}

/** The shared files of the version in service; none if that is not readable, because then all files are new. */
function sharedInService(folder: string): SiteManifest['shared'] {
  try {
    const name = readPointer(folder);
    return name === null ? [] : readSiteManifest(folder, name).shared;
  } catch (error) {
    if (error instanceof OperatorError) return [];
    throw error;
  }
}

/** The page at the root changes only with the program, and finds every version. */
function replaceIfOther(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(`${path}.unfinished`, text);
  syncToDisk(`${path}.unfinished`);
  renameSync(`${path}.unfinished`, path);
}
