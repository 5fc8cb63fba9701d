import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createDatasetRig, type DatasetRig } from '../../rig/service.ts';
import { loadSample } from '../rig/served.ts';
import { publishSample, serveFiles } from './static-site.ts';

/** A published site of the sample, and the server of its files. */
interface SampleSite {
  rig: DatasetRig;
  folder: string;
  server: Awaited<ReturnType<typeof serveFiles>>;
}

/** Publishes the sample and serves it below a path, for all tests of a file. */
export function siteOfSample(path: string): () => SampleSite {
  let made: SampleSite | undefined;
  beforeAll(async () => {
    const rig = createDatasetRig();
    await loadSample(rig);
    const folder = join(rig.folder, 'site');
    await publishSample(rig.database, folder);
    made = { rig, folder, server: await serveFiles(folder, path) };
  }, 120_000);
  afterAll(async () => {
    await made?.server.close();
    made?.rig.remove();
  });
  return () => {
    if (!made) throw new Error('the site is published before the first test');
    return made;
  };
}
