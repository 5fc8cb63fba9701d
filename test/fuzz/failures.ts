import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Violation } from './invariants.ts';

/** A report that breaks an invariant, and its origin. */
export interface Failure {
  violation: Violation;
  seed: number;
  mutant: number;
  base: string;
  mutations: readonly string[];
}

/** A saved failure: `<folder>/<name>/failure.json` and `<folder>/<name>/reports/report.<extension>`. */
export interface SavedFailure {
  name: string;
  bytes: Buffer;
  extension: string;
}

/** Saves a failing report with its failure. Returns the folder. */
export function saveFailure(folder: string, failure: Failure, bytes: Buffer, extension: string): string {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { invariant, detail } = failure.violation;
  const name = `${invariant.replaceAll(' ', '-')}-${sha256.slice(0, 12)}`;
  const place = join(folder, name);
  mkdirSync(join(place, 'reports'), { recursive: true });
  writeFileSync(join(place, 'reports', `report.${extension}`), bytes);
  const { seed, mutant, base, mutations } = failure;
  const record = { invariant, detail, seed, mutant, base, mutations: mutations.join(', ') };
  writeFileSync(join(place, 'failure.json'), `${JSON.stringify(record, null, 2)}\n`);
  return place;
}

/** Returns every saved failure of a folder, which need not exist. */
export function savedFailures(folder: string): SavedFailure[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => {
    const reports = join(folder, name, 'reports');
    return readdirSync(reports).map((file) => ({
      name,
      bytes: readFileSync(join(reports, file)),
      extension: extname(file).slice(1),
    }));
  });
}
