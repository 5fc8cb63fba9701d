import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { OperatorError, USAGE } from './domain/operator-error.ts';

const ROOT = new URL('..', import.meta.url);

/** Settings of the environment: defaults of the command line's options. */
const environment = z.object({
  ALLOCATIONS_DB: z.string().min(1).default('data/allocations.sqlite'),
  ALLOCATIONS_ARCHIVE: z.string().min(1).default('data/reports'),
  ALLOCATIONS_QUARANTINE: z.string().min(1).default('data/quarantine'),
  ALLOCATIONS_LAYOUTS: z.string().min(1).optional(),
  ALLOCATIONS_REFERENCE: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('data/reference', ROOT))),
  ALLOCATIONS_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
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
    throw new OperatorError(`environment: ${z.prettifyError(parsed.error).replaceAll('\n', ' ')}`, USAGE);
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
