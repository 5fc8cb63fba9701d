import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishedErrors } from '../bench/projection.ts';
import { originalReports } from '../rig/originals.ts';

const GUIDE = readFileSync('docs/guides/project-the-year.md', 'utf8');

test.for(['il', 'nc'] as const)(
  'the guide has the errors of the published files of %s',
  async (state, { skip }) => {
    if (originalReports(state) === null) skip('the published files are not here');
    const scratch = mkdtempSync(join(tmpdir(), 'originals-'));
    onTestFinished(() => rmSync(scratch, { recursive: true }));
    const published = await publishedErrors(scratch, state);
    for (const table of published?.tables ?? expect.fail()) expect(GUIDE).toContain(`\n\n${table}\n\n`);
  },
);
