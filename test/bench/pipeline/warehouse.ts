import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { STATE_CODES } from '../../../src/states/index.ts';
import { compareCells, csvRelation } from '../../rig/warehouse/agreement.ts';
import { copyOut } from '../../rig/warehouse/copy-out.ts';
import { startPostgres } from '../../rig/warehouse/postgres-server.ts';
import { type Measurement, measureInTurn, medianOf, runProgram } from '../measure.ts';
import { type Bench, fullDataset, type PartResult } from './bench.ts';

const DATABASE = 'bench';

/** Measures publishing the full dataset to Parquet and PostgreSQL. Fails if a cell differs from the dataset. */
export async function measureWarehouse(bench: Bench): Promise<PartResult> {
  const { place } = await fullDataset(bench);
  const server = await startPostgres();
  try {
    const folder = join(bench.scratch, 'parquet');
    const address = server.address(undefined, DATABASE);
    const publish = (...target: string[]) =>
      runProgram(['publish', ...target, '--db', place.database, '--json']);
    const [parquet, postgres] = (await measureInTurn(
      [
        {
          what: 'allocations publish --format parquet',
          run: () => {
            rmSync(folder, { recursive: true, force: true });
            return publish(folder, '--format', 'parquet');
          },
        },
        {
          what: 'allocations publish postgres://',
          run: async () => {
            await server.ask(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
            await server.ask(`CREATE DATABASE ${DATABASE}`);
            return publish(address);
          },
        },
      ],
      bench.rounds,
    )) as [Measurement, Measurement];
    const version = join(folder, readFileSync(join(folder, 'current'), 'utf8').trim());
    let cells = 0;
    for (const code of STATE_CODES) {
      const table = join(bench.scratch, `${code}.csv`);
      await copyOut(address, `SELECT * FROM sales_tax.${code}_allocation`, table);
      const files = `read_parquet('${join(version, `state=${code}/allocations.parquet`)}')`;
      for (const [what, published] of [
        ['Parquet', files],
        ['PostgreSQL', csvRelation(table)],
      ] as const) {
        const agreement = await compareCells(place.database, code, published);
        if (agreement.differing > 0)
          throw new Error(`${agreement.differing} rows of ${code} in ${what} differ from the dataset`);
        cells += agreement.cells;
      }
    }
    const value = medianOf(parquet, 'peakMb') / 330;
    return {
      title: 'Publishing the full dataset',
      measurements: [parquet, postgres],
      ratios: [{ meaning: 'peak memory of the Parquet files : 330 MiB', value, aim: 1, bound: 1.5 }],
      notes: [`All ${cells} cells of both are those of the dataset.`],
    };
  } finally {
    await server.stop();
  }
}
