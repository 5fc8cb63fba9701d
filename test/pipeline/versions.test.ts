import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readRegisters } from '../../src/registers/registers.ts';
import { openForReading, readDataset } from '../../src/store/dataset.ts';
import { openReader } from '../../src/store/query/view.ts';
import { createPipelineRig, loadedRig, type PipelineRig } from '../rig/pipeline-rig.ts';
import { quarterly, statement } from '../rig/reports/small-reports.ts';

const versionOf = ({ database }: PipelineRig) =>
  readDataset(database, (dataset) => openReader(dataset).read(({ version }) => version));

describe('the version of a dataset', () => {
  test('changes with every run that changes something, and only then', async () => {
    const rig = await loadedRig({ 'may.csv': statement([{ code: '01001', month: '2024-05', net: 1 }]) });
    const first = versionOf(rig);
    await rig.run();
    expect(versionOf(rig)).toBe(first);
    rig.write('june.csv', statement([{ code: '01001', month: '2024-06', net: 2 }]));
    await rig.run({ dryRun: true });
    expect(versionOf(rig)).toBe(first);
    await rig.run();
    const second = versionOf(rig);
    expect(second).not.toBe(first);
    await rig.load({ 'wrong.csv': 'no report' });
    expect(versionOf(rig)).toBe(second);
  });

  test('changes if only findings changed, because readers list corrections', async () => {
    const rig = createPipelineRig();
    rig.write('may.csv', statement([{ code: '01001', month: '2024-05', net: 1, cost: '5.00' }]));
    rig.write('quarter.csv', quarterly([{ code: '01001', quarter: '1Q-24', pool: 7, total: 1 }]));
    await rig.run();
    const first = versionOf(rig);
    // the statement's figure counts
    const entry = { state: 'ca', kind: 'ca/quarterly-allocations', jurisdiction: '01001', month: '2024-05' };
    const figures = { field: 'administrative_cost', published: '0', correct: '6', reason: 'a', source: 'b' };
    const folder = join(rig.folder, 'reference');
    writeFileSync(join(folder, 'corrections.json'), JSON.stringify([{ ...entry, ...figures }]));
    const again = () => rig.reprocess({ registers: readRegisters(folder) });
    const noUpdates = { inserted: 0, updated: 0, removed: 0, revised: 0, unchanged: 1 };
    expect(await again()).toMatchObject({ outcome: 'ok', allocations: noUpdates });
    const second = versionOf(rig);
    expect(second).not.toBe(first);
    expect(await again()).toMatchObject({ outcome: 'nothing-new', allocations: noUpdates });
    expect(versionOf(rig)).toBe(second);
  });

  test('never goes back: after an answer of a new version, all later answers have it', async () => {
    const rig = await loadedRig({ 'may.csv': statement([{ code: '01001', month: '2024-05', net: 1 }]) });
    const dataset = openForReading(rig.database);
    const reader = openReader(dataset);
    const first = reader.version();
    const writer = new Database(rig.database);
    writer.exec("UPDATE run SET dataset_version = 'next'");
    writer.close();
    // no timer had time to run
    expect(reader.version()).toBe(first);
    expect(reader.read(({ version }) => version)).toBe('next');
    expect(reader.version()).toBe('next');
    dataset.close();
  });
});
