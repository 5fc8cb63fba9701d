import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedErrors } from '../bench/projection.ts';
import { scratchFolder } from '../rig/folders.ts';
import { originalReports } from '../rig/originals.ts';

const GUIDE = readFileSync('docs/guides/project-the-year.md', 'utf8');

test.for(['il', 'nc'] as const)(
  'the guide has the errors of the published files of %s',
  async (state, { skip }) => {
    if (originalReports(state) === null) skip('the published files are not here');
    const published = await publishedErrors(scratchFolder(), state);
    for (const table of published?.tables ?? expect.fail()) expect(GUIDE).toContain(`\n\n${table}\n\n`);
  },
);
