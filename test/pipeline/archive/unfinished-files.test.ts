import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMAT_NAMES } from '../../../src/extract/formats/formats.ts';
import { Archive } from '../../../src/pipeline/archive/archive.ts';
import { repairArchive } from '../../../src/pipeline/archive/repair.ts';
import { scratchFolder } from '../../rig/folders.ts';

test('an archive removes what a killed run left of every format, and nothing else', () => {
  const folder = scratchFolder();
  const kind = join(folder, 'ca', 'monthly-statement');
  mkdirSync(kind, { recursive: true });
  const hash = 'a'.repeat(64);
  const others = [`${hash}.csv`, `${hash}.doc.123`, 'notes.txt.123'];
  const unfinished = [...FORMAT_NAMES, 'report.json'].map((ending) => `${hash}.${ending}.4711`);
  expect(unfinished).toContain(`${hash}.xlsx.4711`);
  for (const name of [...others, ...unfinished]) writeFileSync(join(kind, name), '');
  repairArchive(new Archive(folder), [], join(folder, 'quarantine'));
  expect(readdirSync(kind).sort()).toEqual([...others].sort());
});
