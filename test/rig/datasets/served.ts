import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { ServiceOptions } from '../../../src/api/server.ts';
import { createDatasetRig, type DatasetRig, type Files, type Service, startService } from '../service.ts';

/** What a dataset has: reports that one run loads, or whatever a function does. */
type Loading = Files | ((rig: DatasetRig) => unknown);

/** A dataset for all tests of a file or block. It is made before the first one. */
export function loadForAll(loading: Loading, registers: Files = {}): DatasetRig {
  let rig: DatasetRig;
  beforeAll(async () => {
    rig = createDatasetRig(registers);
    await (typeof loading === 'function' ? loading(rig) : rig.load(loading));
  });
  afterAll(() => rig.remove());
  return madeLater(() => rig);
}

/** A dataset and a service of it, for all tests of a file or block. They are made before the first one. */
export function serveForAll(
  loading: Loading,
  options: Partial<ServiceOptions> = {},
  registers: Files = {},
): { rig: DatasetRig; service: Service } {
  const rig = loadForAll(loading, registers);
  let service: Service;
  beforeAll(async () => {
    service = await startService(rig.database, options);
  });
  afterAll(() => service.close());
  return { rig, service: madeLater(() => service) };
}

/** A dataset and a service of it, until the test ends. */
export async function serveHere(
  loading: Loading,
  options: Partial<ServiceOptions> = {},
): Promise<{ rig: DatasetRig; service: Service }> {
  const rig = createDatasetRig();
  onTestFinished(() => rig.remove());
  await (typeof loading === 'function' ? loading(rig) : rig.load(loading));
  return { rig, service: await serveAnother(rig.database, options) };
}

/** Another service of a dataset, until the test ends. */
export async function serveAnother(
  database: string,
  options: Partial<ServiceOptions> = {},
): Promise<Service> {
  const service = await startService(database, options);
  onTestFinished(() => service.close());
  return service;
}

function madeLater<Made extends object>(made: () => Made): Made {
  return new Proxy({} as Made, { get: (_, name) => Reflect.get(made(), name) });
}
