import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { findingMessage } from '../../src/domain/findings/finding.ts';
import type { ReportRow } from '../../src/domain/report.ts';
import { runPipeline } from '../../src/pipeline/run.ts';
import { REPORT_KINDS } from '../../src/states/index.ts';
import { filesUnder } from '../rig/folders.ts';
import { runOptionsIn } from '../rig/run-options.ts';
import type { Verdict } from './judge.ts';

const SHARED_MEMORY = '/dev/shm';

/** Runs the whole pipeline over a report, with an empty dataset: it is loaded with all its rows, or leaves nothing. */
export async function checkRun(
  bytes: Uint8Array,
  extension: string,
  rows: readonly ReportRow[] | null,
): Promise<Verdict['violation']> {
  const folder = mkdtempSync(join(existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir(), 'allocations-fuzz-'));
  try {
    for (const name of ['inbox', 'reference']) mkdirSync(join(folder, name));
    const file = join(folder, 'inbox', `report.${extension}`);
    writeFileSync(file, bytes);
    const options = { ...runOptionsIn(folder), concurrency: 1 };
    const { reports } = await runPipeline({ command: 'ingest', files: [file], ...options });
    const partial = (detail: string) => ({ invariant: 'no partial load' as const, detail });
    const [report] = reports;
    const status = rows ? 'loaded' : 'refused';
    if (report?.status !== status) return partial(`the run says ${report?.status}, the reading ${status}`);
    const [errors] = [report.findings.filter(({ severity }) => severity === 'error')];
    if (rows ? errors.length > 0 : errors.every((item) => findingMessage(item).trim() === ''))
      return { invariant: 'no silent refusal', detail: `${status} with ${errors.length} errors` };
    const stored = storedRows(options.database);
    if (stored !== (rows?.length ?? 0))
      return partial(`${rows?.length ?? 0} rows were read, ${stored} are stored`);
    const kept = filesUnder(rows ? options.archive : options.quarantine).filter(
      (path) => !/(?:\.report|findings)\.json$/.test(path),
    );
    const others = filesUnder(rows ? options.quarantine : options.archive);
    const isKept = kept.some((path) => readFileSync(path).equals(bytes));
    return isKept && others.length === 0
      ? null
      : partial(`${status}, but kept as ${[...kept, ...others].join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function storedRows(path: string): number {
  const sqlite = new Database(path, { readonly: true });
  try {
    const counts = REPORT_KINDS.map(({ name }) =>
      Number(
        sqlite
          .prepare(`SELECT count(*) FROM ${name.replaceAll(/[/-]/g, '_')}_row`)
          .pluck()
          .get(),
      ),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    sqlite.close();
  }
}
