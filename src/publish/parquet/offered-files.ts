import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError, USAGE } from '../../domain/operator-error.ts';
import { BriefMap } from '../../store/brief-map.ts';
import { MANIFEST, readMarker, readPointer } from '../version-folder.ts';
import { readParquetManifest } from './manifest.ts';

/** Versions whose manifests are remembered. */
const MOST_REMEMBERED = 20;

/**
 * Opens the published versions of a folder. The result finds a file by its path: `state=…/allocations.parquet` in the
 * version in service, or with the name of a version and a slash before it. It follows the pointer to newer versions.
 */
export function openOfferedFiles(folder: string) {
  if (readPointer(folder) === null)
    throw new OperatorError(
      `The folder ${folder} has no Parquet files. Make them: allocations publish ${folder} --format parquet`,
      USAGE,
    );
  const pointer = new BriefMap<'current', string>();
  const names = new BriefMap<'all', string[]>();
  const versions = new Map<string, ReturnType<typeof readFiles>>();
  const filesOf = (name: string) => {
    const known = versions.get(name);
    if (known) return known;
    if (versions.size >= MOST_REMEMBERED) versions.clear();
    const files = readFiles(folder, name);
    versions.set(name, files);
    return files;
  };
  const current = () => pointer.getOrRead('current', () => readPointer(folder) ?? '');
  // a folder that cannot be used shows at the start
  filesOf(current());
  return (path: string) => {
    const [first = '', ...rest] = path.split('/');
    const known = names.getOrRead('all', () => readMarker(folder)?.versions ?? []);
    const isPinned = rest.length > 0 && known.includes(first);
    const found = filesOf(isPinned ? first : current()).get(isPinned ? rest.join('/') : path);
    return found ? { ...found, isPinned } : null;
  };
}

/** The files of a version by path, with its manifest. */
function readFiles(folder: string, name: string) {
  const { dataset_version: version, files } = readParquetManifest(folder, name);
  const manifest = { path: MANIFEST, bytes: statSync(join(folder, name, MANIFEST)).size };
  return new Map(
    [manifest, ...files].map(({ path, bytes }) => [path, { version, file: join(folder, name, path), bytes }]),
  );
}
