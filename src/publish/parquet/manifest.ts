import * as z from 'zod';
import { sha256Hex } from '../../domain/text/sha256.ts';
import { readManifest } from '../version-folder.ts';

/** A path of a file: no dots at the start of a part, so it cannot leave its folder. */
const filePath = z.string().regex(/^(?:[\w=-][\w=.-]*\/)?[\w=-][\w=.-]*$/);
const decimal = z.string().regex(/^-?\d+\.\d+$/);

const manifestShape = z.strictObject({
  format: z.literal(1),
  dataset_version: z.string(),
  program_version: z.string(),
  created_at: z.iso.datetime(),
  /** Changes with the tables and columns. */
  schema_sha256: sha256Hex,
  /** Changes with the registered budgets. Older versions have none. */
  budgets_sha256: sha256Hex.optional(),
  /** The columns of each table. */
  schema: z.record(
    z.string(),
    z.array(
      z.strictObject({
        name: z.string(),
        type: z.string(),
        unit: z.string().nullable(),
        meaning: z.string(),
      }),
    ),
  ),
  files: z.array(
    z.strictObject({
      path: filePath,
      table: z.string(),
      /** The state whose datapoints it has. `null`: the table of all states. */
      state: z.string().nullable(),
      rows: z.int(),
      bytes: z.int(),
      sha256: sha256Hex,
      /** The sum of each amount column, in dollars. */
      sums: z.record(z.string(), decimal),
    }),
  ),
});

/** Describes the Parquet files of one version. The names are those of its JSON file. */
export type ParquetManifest = z.output<typeof manifestShape>;

/** Reads the manifest of a version. Throws an `OperatorError` if it cannot be read. */
export function readParquetManifest(folder: string, name: string): ParquetManifest {
  return readManifest(folder, name, manifestShape);
}
