import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findReportFiles } from '../../src/files/report-paths.ts';
import { scratchFolder } from '../rig/folders.ts';

test('notes in a folder are no reports, unless a person names one', async () => {
  const folder = scratchFolder();
  for (const name of ['README.md', 'Notes.MD', 'may.csv', '.hidden.csv', '~$may.xlsx', 'md'])
    writeFileSync(join(folder, name), 'x');
  expect(await findReportFiles([folder])).toEqual(['may.csv', 'md'].map((name) => join(folder, name)));
  const readme = join(folder, 'README.md');
  expect(await findReportFiles([readme])).toEqual([readme]);
});
