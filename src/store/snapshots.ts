import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getTableName } from 'drizzle-orm';
import * as z from 'zod';
import { compareText } from '../domain/compare-text.ts';
import { errorCode, MACHINE, messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { STATES } from '../states/index.ts';
import { type Dataset, openForReading, schemaVersionOf } from './dataset.ts';
import { readReadiness } from './query/status.ts';
import { type DatasetReader, openReader } from './query/view.ts';
import { allocationTableOf } from './schema.ts';

/**
 * A folder of snapshots: `<sha256>.sqlite`, a dataset that never changes; `<sha256>.json`, its manifest; and `current`,
 * which names the one to serve.
 */
export const POINTER = 'current';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const manifest = z.strictObject({
  format: z.literal(1),
  sha256: hash,
  bytes: z.int(),
  schema_version: z.int(),
  data_version: z.string(),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  reports: z.int(),
  revisions: z.int(),
  states: z.array(
    z.strictObject({
      state: z.string(),
      jurisdictions: z.int(),
      datapoints: z.int(),
      first_month: z.string().nullable(),
      last_month: z.string().nullable(),
    }),
  ),
});

/** What a snapshot is, with the names of its file. Months are `YYYY-MM`, null where there is none. */
export type Manifest = z.output<typeof manifest>;

export function snapshotPath(folder: string, sha256: string): string {
  return join(folder, `${sha256}.sqlite`);
}

export function manifestPath(folder: string, sha256: string): string {
  return join(folder, `${sha256}.json`);
}

/** The snapshot to serve, `null` where none was published. Throws an `OperatorError` where the pointer is unreadable. */
export function readPointer(folder: string): string | null {
  let text: string;
  try {
    text = readFileSync(join(folder, POINTER), 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw refused(join(folder, POINTER), messageOf(error));
  }
  if (hash.safeParse(text).success) return text;
  throw refused(join(folder, POINTER), 'it does not name a snapshot');
}

/** What a manifest says of the content of a dataset. */
export function describeDataset(
  dataset: Dataset,
): Pick<Manifest, 'schema_version' | 'data_version' | 'reports' | 'revisions' | 'states'> {
  const count = (sql: string, ...parameters: string[]) =>
    Number(
      dataset.sqlite
        .prepare<string[], number>(sql)
        .pluck()
        .get(...parameters),
    );
  const months = new Map(readReadiness(dataset).states.map((state) => [state.state, state]));
  return {
    schema_version: schemaVersionOf(dataset),
    data_version: openReader(dataset).version(),
    reports: count('SELECT count(*) FROM report WHERE withdrawn_at IS NULL'),
    revisions: count('SELECT count(*) FROM revision'),
    states: STATES.map((state) => ({
      state: state.code,
      jurisdictions: count('SELECT count(*) FROM jurisdiction WHERE state = ?', state.code),
      datapoints: count(`SELECT count(*) FROM ${getTableName(allocationTableOf(state))}`),
      first_month: months.get(state.code)?.first ?? null,
      last_month: months.get(state.code)?.last ?? null,
    })),
  };
}

/** The SHA-256 of a file's bytes, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  return sum.digest('hex');
}

/**
 * Opens a snapshot, once its bytes were found to be those its name and manifest say. Throws an `OperatorError` that
 * says what is wrong.
 */
export async function openSnapshot(
  folder: string,
  sha256: string,
): Promise<{ dataset: Dataset; manifest: Manifest }> {
  const path = snapshotPath(folder, sha256);
  const described = readManifest(folder, sha256);
  try {
    const { size } = statSync(path);
    if (size !== described.bytes) throw refused(path, `it has ${size} bytes of ${described.bytes}`);
    if ((await hashFile(path)) !== sha256) throw refused(path, 'its bytes are not those that were published');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw refused(path, messageOf(error));
  }
  const dataset = openForReading(path);
  const { schema_version, data_version } = describeDataset(dataset);
  if (schema_version === described.schema_version && data_version === described.data_version)
    return { dataset, manifest: described };
  dataset.close();
  throw refused(manifestPath(folder, sha256), 'it is the manifest of another snapshot');
}

/** The manifests in a folder that can be read. */
export function listManifests(folder: string): Manifest[] {
  const names = readdirSync(folder).map((name) => /^([0-9a-f]{64})\.json$/.exec(name)?.[1]);
  return names.flatMap((sha256) => {
    if (sha256 === undefined) return [];
    try {
      return [readManifest(folder, sha256)];
    } catch (error) {
      if (error instanceof OperatorError) return [];
      throw error;
    }
  });
}

function readManifest(folder: string, sha256: string): Manifest {
  const path = manifestPath(folder, sha256);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw refused(path, messageOf(error));
  }
  const parsed = manifest.safeParse(content);
  if (!parsed.success) throw refused(path, z.prettifyError(parsed.error).replaceAll('\n', ' '));
  if (parsed.data.sha256 === sha256) return parsed.data;
  throw refused(path, `it is the manifest of ${parsed.data.sha256}`);
}

function refused(path: string, reason: string): OperatorError {
  return new OperatorError(
    `the snapshot cannot be used: ${path}: ${reason}; publish it again, or copy it again: the pointer ${POINTER} last`,
    MACHINE,
  );
}

/** The current snapshot, else the newest that is whole; `onProblem` is told why it is not the current one. */
async function openFirst(folder: string, current: string, onProblem: (problem: OperatorError) => void) {
  const others = listManifests(folder).filter(({ sha256 }) => sha256 !== current);
  const newest = others.sort((a, b) => compareText(b.created_at, a.created_at));
  let problem: OperatorError | undefined;
  for (const sha256 of [current, ...newest.map((other) => other.sha256)]) {
    try {
      const opened = await openSnapshot(folder, sha256);
      if (problem) onProblem(problem);
      return opened;
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      problem ??= error;
    }
  }
  throw problem;
}

/** What changes when the files of a snapshot do. */
function stampOf(folder: string, sha256: string): string {
  const stamps = [snapshotPath(folder, sha256), manifestPath(folder, sha256)].map((path) => {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry ? [entry.size, entry.mtimeMs, entry.ctimeMs, entry.ino].join() : 'none';
  });
  return [sha256, ...stamps].join(' ');
}

/** A reader of the snapshot that is current, whichever that is. */
export interface SnapshotReader extends DatasetReader {
  /**
   * Looks for another current snapshot, and takes it where it is good; else the one before stays in service, and that
   * one is looked at again when its files change.
   */
  follow(): Promise<void>;
  close(): void;
}

/**
 * Opens the current snapshot of a folder, or where that is not whole the newest that is. `onChange` is told of each
 * that is taken afterwards, `onProblem` once of each that cannot be. Throws an `OperatorError` where there is none.
 */
export async function openSnapshots(
  folder: string,
  {
    onChange,
    onProblem,
  }: { onChange: (manifest: Manifest) => void; onProblem: (problem: OperatorError) => void },
): Promise<SnapshotReader> {
  const first = readPointer(folder);
  if (first === null)
    throw new OperatorError(`${folder} has no snapshot; make one with: allocations publish ${folder}`, USAGE);
  const filesOfFirst = stampOf(folder, first);
  const opened = await openFirst(folder, first, onProblem);
  let { dataset } = opened;
  let reader = openReader(dataset);
  let served = opened.manifest.sha256;
  let told = '';
  // of one that is not whole `openFirst` has told
  let refusedAs = served === first ? '' : filesOfFirst;
  let isLooking = false;

  const take = async () => {
    const current = readPointer(folder);
    if (current === null || current === served) return;
    const files = stampOf(folder, current);
    // its bytes are read again only where they may be others
    if (files === refusedAs) return;
    refusedAs = files;
    const next = await openSnapshot(folder, current);
    const before = dataset;
    // queries do not wait for anything, so that none is under way here
    ({ dataset } = next);
    reader = openReader(dataset);
    served = current;
    before.close();
    onChange(next.manifest);
  };
  return {
    version: () => reader.version(),
    read: (query) => reader.read(query),
    follow: async () => {
      if (isLooking) return;
      isLooking = true;
      try {
        await take();
        told = '';
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        if (told !== error.message) onProblem(error);
        told = error.message;
      } finally {
        isLooking = false;
      }
    },
    close: () => dataset.close(),
  };
}
