import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILT_PAGE, type BuiltPage, fillPage } from '../../domain/explorer-page.ts';
import { orNull } from '../../domain/operator-error.ts';
import { packageFile } from '../../domain/package-file.ts';
import { escapeXml } from '../../domain/text/printable.ts';
import { syncToDisk } from '../../files/sync-to-disk.ts';
import { DATASET, DOCUMENTS } from '../../records/documents/document-shelf.ts';
import type { FiguresBeside } from '../../records/found-rows.ts';
import { openDocuments } from '../../records/making/documents.ts';
import { pictureOfStates } from '../../records/preview.ts';
import type { State } from '../../states/state.ts';
import { readDataset } from '../../store/dataset.ts';
import { readStateSources } from '../../store/query/overview.ts';
import { readGivingReports } from '../../store/query/sources.ts';
import { type DatasetView, openReader, versionOf, withPlaces } from '../../store/query/view.ts';
import { type PublishedVersion, type PublishOptions, publishVersion } from '../publish-version.ts';
import { MANIFEST, readPointer } from '../version-folder.ts';
import { isWholeSite, readSiteManifest, type SiteManifest } from './manifest.ts';
import { PAGE_FOLDER, removeUnused, SharedFiles } from './shared-files.ts';
import { entryOf, type SiteFile, WrittenFiles } from './written-files.ts';

const FOLDER = packageFile('dist/explorer');

/** The page at the root. */
const PAGE = 'index.html';
/** The picture that links to it show. */
const PICTURE = 'preview.png';

/** No report names its license, and no portal does in what the program reads of it. */
const NOT_STATED = 'not stated by the source';

/** What a caller decides about a site. */
export interface SiteOptions extends PublishOptions {
  states: readonly State[];
  /** The ids of the places to publish, in order. `null`: all places of the states. */
  places: readonly number[] | null;
  /** What the service tells of the dataset. */
  overviewOf(view: DatasetView, states: readonly State[]): object;
  /** By which the page converts figures, and own events if readers may see them. Default: none. */
  registers?: Pick<FiguresBeside, 'prices' | 'population' | 'events'>;
}

export type PublishedSite = PublishedVersion<SiteManifest>;

/** Writes the explorer and the documents of a dataset as a site, and then points to them. */
export async function publishSite(options: SiteOptions): Promise<PublishedSite> {
  const { database, folder, states, places, registers = {} } = options;
  const built: BuiltPage = JSON.parse(readFileSync(join(FOLDER, BUILT_PAGE), 'utf8'));
  const root = rootPage(built);
  const [page, start] = [pageFiles(), startScript(built, places?.length ?? null)];
  const { prices, population, events } = registers;
  const read = { path: 'registers', content: JSON.stringify([prices?.(), population?.(), events?.()]) };
  const fingerprint = fingerprintOf(root, [...page, start, read]);
  const codes = states.map(({ code }) => code);
  let picture: Uint8Array | undefined;
  const published = await publishVersion(options, {
    kind: 'site',
    versionOf: ({ dataset_version }) => dataset_version,
    read: readSiteManifest,
    isCurrent: (_, name, manifest) => {
      const version = readDataset(database, versionOf);
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
          const identity = [view.version, fingerprint, codes, places].join(' ');
          const shared = new SharedFiles(folder, identity, sharedInService(folder));
          own.write(start);
          for (const file of page) shared.addPage(file);
          picture = pictureOfStates(places ? withPlaces(view, places) : view, codes);
          writeVersion(view, options, own, shared);
          own.write({ path: `${DOCUMENTS}.json`, content: JSON.stringify(shared.finish()) });
          const manifest: SiteManifest = {
            ...{ format: 2, dataset_version: view.version, program_version: options.programVersion },
            ...{ created_at: createdAt, page_sha256: fingerprint, states: codes, places },
            index: entryOf({ path: PAGE, content: root }),
            ...{ files: [...own.all], shared: shared.all },
          };
          own.write({ path: MANIFEST, content: `${JSON.stringify(manifest, null, 2)}\n` });
          own.sync();
          return manifest;
        }),
      ),
    removeUnused,
  });
  replaceIfOther(join(folder, PAGE), root);
  if (picture) replaceIfOther(join(folder, PICTURE), picture);
  return published;
}

function writeVersion(
  view: DatasetView,
  { states, places, overviewOf, registers }: SiteOptions,
  own: WrittenFiles,
  shared: SharedFiles,
): void {
  const shown = places ? withPlaces(view, places) : view;
  const content = { whole: view, view: shown, states };
  for (const [name, make] of openDocuments(content, () => overviewOf(shown, states), registers)) {
    const text = JSON.stringify(make());
    // names the version, so it changes with each
    if (name === DATASET) own.write({ path: `${name}.json`, content: text });
    else shared.addDocument(name, text);
  }
  own.write({ path: 'sources.html', content: sourcesPage(shown, states) });
}

/** The shared files of the version in service; none if that is not readable, because then all files are new. */
function sharedInService(folder: string): SiteManifest['shared'] {
  const inService = orNull(() => {
    const name = readPointer(folder);
    return name === null ? null : readSiteManifest(folder, name);
  });
  return inService?.shared ?? [];
}

/** The page at the root changes only with the program, and finds every version. */
function replaceIfOther(path: string, content: string | Uint8Array): void {
  if (existsSync(path) && readFileSync(path).equals(Buffer.from(content))) return;
  writeFileSync(`${path}.unfinished`, content);
  syncToDisk(`${path}.unfinished`);
  renameSync(`${path}.unfinished`, path);
}

/** The page that names the reports behind the figures of the places of a site, and their terms. */
function sourcesPage(view: DatasetView, states: readonly State[]): string {
  const ofStates = readStateSources(view.dataset).filter(({ state }) => states.includes(state));
  const sections = ofStates.map(({ state, reports, newest, hosts, hasInvented }) => {
    const from =
      hosts.length > 0
        ? ` Downloaded from ${hosts.join(', ')}.`
        : ' No report names the portal that it is from.';
    const license = hasInvented ? '' : ` License of the reports: ${NOT_STATED}.`;
    const invented = hasInvented ? ' Some reports are a sample: their figures are invented.' : '';
    const places = [...view.jurisdictions.values()].filter((place) => place.state === state.code);
    const giving = readGivingReports(
      view.dataset,
      state,
      places.map(({ id }) => id),
    );
    const rows = giving.map(
      ({ file_name, sha256 }) => `<tr><td>${escapeXml(file_name)}</td><td><code>${sha256}</code></td></tr>`,
    );
    return `<h2>${escapeXml(state.name)}</h2>
<p>${reports} reports${newest ? `, the newest of ${newest}` : ''}.${escapeXml(from)}${license}${invented}</p>
<details><summary>Reports that figures come from</summary>
<table><thead><tr><th>File</th><th>SHA-256</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table></details>`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sources</title>
<style>body{font-family:system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{text-align:left;padding:.2rem .6rem .2rem 0}code{font-size:.8rem;overflow-wrap:anywhere}</style>
</head>
<body>
<p><a href="../">Back to the figures</a></p>
<h1>Sources</h1>
<p>Dataset ${escapeXml(view.version)}. The states publish these reports. If a portal has terms of use, they apply to its reports. This site adds none of its own.</p>
<p>This site is a copy of one version. It has no HTTP API and no whole lists as files: the service of the dataset has them.</p>
${sections.join('\n')}
</body>
</html>
`;
}

/** The files of the explorer, whose names change with their content. */
function pageFiles(): SiteFile[] {
  const names = readdirSync(FOLDER).filter((name) => name !== BUILT_PAGE);
  return names.map((name) => ({ path: name, content: readFileSync(join(FOLDER, name)) }));
}

const INCOMPLETE =
  'This site is not complete: its newest version cannot be read. Load the page again. If it fails again, tell whoever publishes the site.';

/** The page at the root of the site: it reads which version is current, and starts that. */
function rootPage({ template }: BuiltPage): string {
  return fillPage(template, {
    base: './',
    picture: PICTURE,
    start: [
      // browsers ask for an icon before the version names its own
      '<link rel="icon" href="data:,">',
      `<script type="module">
      try {
        const response = await fetch('current', { cache: 'no-store' });
        const name = (await response.text()).trim();
        await import(new URL(\`\${name}/start.js\`, document.baseURI));
      } catch (error) {
        // an old browser cannot read the script
        if (!(error instanceof SyntaxError)) document.getElementById('page').textContent = '${INCOMPLETE}';
        throw error;
      }
    </script>`,
    ],
    withoutScript: 'This page needs JavaScript.',
  });
}

/** Changes with the page and with the registers that it converts figures by. */
function fingerprintOf(root: string, files: readonly SiteFile[]): string {
  const sum = createHash('sha256').update(root);
  for (const { path, content } of files) sum.update(path).update(content);
  return sum.digest('hex');
}

/** The script that starts the explorer of a version. `places` counts the places of a site that does not have all. */
function startScript({ script, style, icon, preloads }: BuiltPage, places: number | null): SiteFile {
  const content = `const here = new URL('.', import.meta.url).href;
const page = new URL('../${PAGE_FOLDER}/', here).href;
document.documentElement.dataset.site = here;
${places === null ? '' : `document.documentElement.dataset.places = '${places}';\n`}const link = (rel, name) => Object.assign(document.createElement('link'), { rel, href: page + name });
const style = link('stylesheet', '${style}');
const styled = new Promise((done) => {
  style.onload = style.onerror = done;
});
const scripts = ${JSON.stringify([script, ...preloads])}.map((name) => link('modulepreload', name));
// what the page asks for first comes beside its scripts
const files = ['${DATASET}', '${DOCUMENTS}'].map((name) =>
  Object.assign(document.createElement('link'), { rel: 'preload', as: 'fetch', crossOrigin: '', href: here + name + '.json' }),
);
document.head.append(link('icon', '${icon}'), style, ...scripts, ...files);
await styled;
await import(page + '${script}');
`;
  return { path: 'start.js', content };
}
