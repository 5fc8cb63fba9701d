import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorkbench } from './rig/pipeline-rig.ts';
import { statement } from './rig/reports/small-reports.ts';

/** How `npm start` begins, on a dataset and an archive, with a folder of the tour's reports. */
function begin(database: string, archive: string, tour: string) {
  const { status, stderr } = spawnSync(process.execPath, ['.config/only-tour.js', database, archive, tour], {
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('npm start leaves a dataset alone that has reports of its own', async () => {
  const bench = createWorkbench();
  const inbox = join(bench.folder, 'inbox');
  bench.write('tour.csv', statement([{ code: '01001', month: '2024-05', net: 1 }]));
  expect(begin(bench.database, bench.archive, inbox)).toEqual({ status: 0, stderr: '' });
  await bench.run();
  expect(begin(bench.database, bench.archive, inbox)).toEqual({ status: 0, stderr: '' });
  const own = join(bench.folder, 'own.csv');
  writeFileSync(own, statement([{ code: '01001', month: '2024-06', net: 1 }]));
  await bench.run({ files: [own] });
  const { status, stderr } = begin(bench.database, bench.archive, inbox);
  expect(status).toBe(2);
  expect(stderr).toContain(`${bench.database} or ${bench.archive} has a report of your own`);
  // the dataset is gone, the archive is not
  expect(begin(join(bench.folder, 'nothing.sqlite'), bench.archive, inbox).status).toBe(2);
  // what is no dataset is for the tour itself to say
  expect(begin(own, '', inbox)).toEqual({ status: 0, stderr: '' });
});
