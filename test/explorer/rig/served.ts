import { cpSync } from 'node:fs';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { runPipeline } from '../../../src/pipeline/run.ts';
import { runOptionsIn } from '../../rig/run-options.ts';
import { createDatasetRig, type DatasetRig, type Service, startService } from '../../rig/service.ts';

/** A service that listens on loopback, with its dataset. */
export interface Served {
  /** `http://127.0.0.1:40123`. */
  address: string;
  service: Service;
  rig: DatasetRig;
  close(): Promise<void>;
}

type ServiceChoices = Parameters<typeof startService>[1];

/** Serves what `load` loads. Without `options`, no token is needed. */
export async function serveDataset(
  load: (rig: DatasetRig) => Promise<unknown>,
  options: ServiceChoices = {},
): Promise<Served> {
  const rig = createDatasetRig();
  await load(rig);
  const service = await startService(rig.database, { verifyToken: null, ...options });
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const close = async () => {
    await service.close();
    rig.remove();
  };
  return { address, service, rig, close };
}

const SAMPLE = 'fixtures/sample/reports';

/** The dataset of the tour, loaded once for all files of a worker. */
let sample: Promise<string> | undefined;

/** Copies the dataset of the tour. */
export async function loadSample({ folder }: DatasetRig): Promise<void> {
  sample ??= makeSample();
  cpSync(await sample, folder, { recursive: true });
}

async function makeSample(): Promise<string> {
  const { folder, remove } = createDatasetRig();
  process.once('exit', remove);
  const files = await findReportFiles([SAMPLE]);
  await runPipeline({ command: 'ingest', files, ...runOptionsIn(folder) });
  return folder;
}
