import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Violation } from './invariants.ts';

/** A report that broke an invariant, and where it came from. */
export interface Failure {
  violation: Violation;
  seed: number;
  mutant: number;
  base: string;
  mutations: readonly string[];
}

/** A failure that was saved: `<folder>/<name>/failure.json`, and beside it `reports/report.<extension>`. */
export interface SavedFailure {
  name: string;
  bytes: Buffer;
  extension: string;
}

/** Saves a failing report with what is wrong with it; returns the folder. */
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

/** Every failure that was saved in a folder, which need not exist. */
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
