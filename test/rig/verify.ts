import { Archive } from '../../src/pipeline/archive/archive.ts';
import { archiveFaults } from '../../src/pipeline/verify/archive-faults.ts';
import { verifyDataset } from '../../src/pipeline/verify/verify.ts';
import { openForReading, readDataset } from '../../src/store/dataset.ts';
import { openReports } from '../../src/store/write/reports.ts';
import type { PipelineRig } from './pipeline-rig.ts';

/** What `verify` finds, each line with its subject. */
export async function faultsOf({
  database,
  options,
}: Pick<PipelineRig, 'database' | 'options'>): Promise<string[]> {
  const dataset = openForReading(database);
  try {
    const { findings } = await verifyDataset(dataset, options);
    return findings.map(({ about, message }) => `${about}: ${message}`);
  } finally {
    dataset.close();
  }
}

/** What `verify` finds in the archive, without a rebuild. */
export function archiveFaultsOf({ database, archive }: Pick<PipelineRig, 'database' | 'archive'>): string[] {
  const known = readDataset(database, (dataset) => openReports(dataset).list());
  return archiveFaults(
    new Archive(archive),
    known.map(({ record }) => record),
  );
}
