import { type Verification, verifyDataset, verifyQuickly } from '../../src/pipeline/verify/verify.ts';
import { openForReading, readDataset } from '../../src/store/dataset.ts';
import type { PipelineRig } from './pipeline-rig.ts';

/** What `verify` finds, each line with its subject. */
export async function faultsOf({
  database,
  options,
}: Pick<PipelineRig, 'database' | 'options'>): Promise<string[]> {
  const dataset = openForReading(database);
  try {
    return linesOf(await verifyDataset(dataset, options));
  } finally {
    dataset.close();
  }
}

/** What `verify --quick` finds. */
export function quickFaultsOf({ database, archive }: Pick<PipelineRig, 'database' | 'archive'>): string[] {
  return readDataset(database, (dataset) => linesOf(verifyQuickly(dataset, archive, new Date())));
}

function linesOf({ findings }: Verification): string[] {
  return findings.map(({ about, message }) => `${about}: ${message}`);
}
