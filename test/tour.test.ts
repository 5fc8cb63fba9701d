import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Lines that npm prints before the tour. */
const LINES_OF_NPM = 4;

function start(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('npm start fits on a screen, explains its warnings, and loads only the dataset of the sample', () => {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-tour-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const takeTour = () => start('.config/tour.js', folder);
  const first = takeTour();
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const lines = first.stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40 - LINES_OF_NPM);
  // as in the folder of the program
  for (const line of lines.map((each) => each.replace(folder, 'data')))
    expect(line.length, line).toBeLessThanOrEqual(100);
  expect(first.stdout).toContain('0 errors, 3 warnings,');
  expect(first.stdout).toContain('The warnings are about real payments');
  const [, read = ''] = /To read them: npx --no allocations (.*)\)/.exec(first.stdout) ?? [];
  const sampled = ['--db', join(folder, 'sample.sqlite')];
  const program = resolve('dist/cli/main.js');
  const warnings = start(program, ...read.split(' '), ...sampled)
    .stdout.trimEnd()
    .split('\n');
  // what the state published, read off its workbooks
  expect(
    warnings.map((line) => /: (\w+ County), \w+ 20\d\d: net payment is (\S+),/.exec(line)?.slice(1)),
  ).toEqual([
    ['Pitt County', '939,901.81'],
    ['Orange County', '-1,554,855.86'],
    ['Orange County', '624,288.10'],
  ]);
  // read off the workbook that Illinois published: the sum of Chicago's seven lines in June
  expect(first.stdout).toMatch(/2020-06 +2020-03 +38,242,061\.31 +-27\.35% /);
  expect(first.stdout).toContain('What to do next:');
  // a place that the sample does not have
  for (const [absent, output] of [
    [start(program, 'sources', 'San Marcos', ...sampled), 'stderr'],
    [start(program, 'list', '--q', 'San Marcos', ...sampled), 'stdout'],
  ] as const)
    expect(absent[output]).toMatch(
      /The sample has only 12 invented places of California, 12 invented places of Texas, 59 places of Illinois and 60 places of North Carolina\. Load your reports\. For Texas, open https:\/\/data\.texas\.gov, search for 3p4v-vsr3, choose Export, then CSV\. Then run: allocations ingest FILE\./,
    );

  // the tour can be taken again
  const second = takeTour();
  expect(second).toMatchObject({ status: 0, stderr: '' });
  expect(second.stdout).toContain('nothing new');
  expect(readdirSync(folder).filter((name) => !name.startsWith('sample.'))).toEqual([]);
});
