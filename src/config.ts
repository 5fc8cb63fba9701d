import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OperatorError, USAGE } from './domain/operator-error.ts';

const ROOT = new URL('..', import.meta.url);

/** How many reports may be read at a time at most. */
export const MOST_CONCURRENT = 64;

/** Whether a text can be a path; `:memory:` would be a database that is gone afterwards. */
export function isPath(text: string): boolean {
  return text.trim() !== '' && text !== ':memory:';
}

const path = z.string().refine(isPath, 'must be a path');
const count = `must be a whole number from 1 to ${MOST_CONCURRENT}`;

/** Settings of the environment: defaults of the command line's options. */
const environment = z.object({
  ALLOCATIONS_DB: path.default('data/allocations.sqlite'),
  ALLOCATIONS_ARCHIVE: path.default('data/reports'),
  ALLOCATIONS_QUARANTINE: path.default('data/quarantine'),
  ALLOCATIONS_LAYOUTS: path.optional(),
  ALLOCATIONS_REFERENCE: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('data/reference', ROOT))),
  ALLOCATIONS_CONCURRENCY: z.coerce
    .number(count)
    .int(count)
    .min(1, count)
    .max(MOST_CONCURRENT, count)
    .default(Math.min(4, availableParallelism())),
});

/** What the program is set to where the command line says nothing. */
export interface Config {
  database: string;
  archive: string;
  quarantine: string;
  layouts: string | undefined;
  reference: string;
  concurrency: number;
  version: string;
}

/** Reads the environment, once. Throws an `OperatorError` that names the setting that is wrong. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(
      ({ path: [setting], message }) => `${String(setting)}: ${message}`,
    );
    throw new OperatorError(faults.join('; '), USAGE);
  }
  const settings = parsed.data;
  const { version } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  return {
    database: settings.ALLOCATIONS_DB,
    archive: settings.ALLOCATIONS_ARCHIVE,
    quarantine: settings.ALLOCATIONS_QUARANTINE,
    layouts: settings.ALLOCATIONS_LAYOUTS,
    reference: settings.ALLOCATIONS_REFERENCE,
    concurrency: settings.ALLOCATIONS_CONCURRENCY,
    version,
  };
}
