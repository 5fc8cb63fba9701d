import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { getTableName } from 'drizzle-orm';
import * as z from 'zod';
import { errorCode, MACHINE, messageOf, OperatorError } from '../../domain/operator-error.ts';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { toSentence } from '../../domain/text/wording.ts';
import { STATES } from '../../states/index.ts';
import { type Dataset, openForReading, schemaVersionOf } from '../dataset.ts';
import { readReadiness } from '../query/dataset-status.ts';
import { openReader } from '../query/view.ts';
import { allocationTableOf } from '../schema.ts';

/**
 * The file that names the snapshot to serve. A folder of snapshots also has, for each snapshot, `<sha256>.sqlite`, which
 * never changes, and its manifest `<sha256>.json`.
 */
export const POINTER = 'current';

const manifest = z.strictObject({
  format: z.literal(1),
  sha256: sha256Hex,
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

/** Describes a snapshot. The names are those of its JSON file. Months are `YYYY-MM`; null if there is none. */
export type Manifest = z.output<typeof manifest>;

export function snapshotPath(folder: string, sha256: string): string {
  return join(folder, `${sha256}.sqlite`);
}

export function manifestPath(folder: string, sha256: string): string {
  return join(folder, `${sha256}.json`);
}

/** The snapshot to serve; `null` before the first publication. Throws an `OperatorError` if the pointer cannot be read. */
export function readPointer(folder: string): string | null {
  let text: string;
  try {
    text = readFileSync(join(folder, POINTER), 'utf8').trim();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw refused(join(folder, POINTER), messageOf(error));
  }
  if (sha256Hex.safeParse(text).success) return text;
  throw refused(join(folder, POINTER), 'The file does not name a snapshot.');
}

/** Describes the content of a dataset for its manifest. */
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

/** Opens a snapshot after checking its bytes against its name and manifest. Throws an `OperatorError` if they differ. */
export async function openSnapshot(
  folder: string,
  sha256: string,
): Promise<{ dataset: Dataset; manifest: Manifest }> {
  const path = snapshotPath(folder, sha256);
  const described = readManifest(folder, sha256);
  try {
    const { size } = statSync(path);
    if (size !== described.bytes) throw refused(path, `The file has ${size} of ${described.bytes} bytes.`);
    if ((await hashFile(path)) !== sha256) throw refused(path, 'The file is not the one that was published.');
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw refused(path, messageOf(error));
  }
  const dataset = openForReading(path);
  const { schema_version, data_version } = describeDataset(dataset);
  if (schema_version === described.schema_version && data_version === described.data_version)
    return { dataset, manifest: described };
  dataset.close();
  throw refused(manifestPath(folder, sha256), 'This manifest belongs to another snapshot.');
}

/** The readable manifests in a folder. */
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
  throw refused(path, `This manifest belongs to the snapshot ${parsed.data.sha256}.`);
}

function refused(path: string, reason: string): OperatorError {
  return new OperatorError(
    `Cannot use ${path}. ${toSentence(reason)} Publish again, or copy the folder again: ${POINTER} last.`,
    MACHINE,
  );
}
