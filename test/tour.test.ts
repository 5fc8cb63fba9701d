import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { statement } from './rig/reports/small-reports.ts';

/** Lines that npm prints before the tour. */
const LINES_OF_NPM = 4;

function start(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('npm start fits on a screen and explains its warnings; it stops if there are other reports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'allocations-tour-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const takeTour = () => start('.config/tour.js', folder);
  const first = takeTour();
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const lines = first.stdout.trimEnd().split('\n');
  expect(lines.length).toBeLessThanOrEqual(40 - LINES_OF_NPM);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(100);
  expect(first.stdout).toContain('0 errors, 3 warnings,');
  expect(first.stdout).toContain('The warnings are about real payments');
  const [, read = ''] = /To read them: npx allocations (.*)\)/.exec(first.stdout) ?? [];
  const sampled = ['--db', join(folder, 'allocations.sqlite')];
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
  expect(first.stdout).toMatch(/npm run explore +see the figures in a browser\n$/);
  // a place that the sample does not have
  for (const [absent, output] of [
    [start(program, 'sources', 'Austin', ...sampled), 'stderr'],
    [start(program, 'list', '--q', 'Austin', ...sampled), 'stdout'],
  ] as const)
    expect(absent[output]).toMatch(
      /The dataset has only 12 invented places of California, 12 invented places of Texas, 59 places of Illinois and 60 places of North Carolina\. Load your reports\. For Texas, open https:\/\/data\.texas\.gov, search for 3p4v-vsr3, choose Export, then CSV\. Then run: allocations ingest FILE\./,
    );

  // the tour can be taken again
  const second = takeTour();
  expect(second).toMatchObject({ status: 0, stderr: '' });
  expect(second.stdout).toContain('nothing new');

  const own = join(folder, 'own.csv');
  writeFileSync(own, statement([{ code: '01001', month: '2024-06', net: 1 }]));
  const places = ['--db', join(folder, 'allocations.sqlite'), '--archive', join(folder, 'reports')];
  expect(start(resolve('dist/cli/main.js'), 'ingest', own, ...places).status).toBe(0);
  const refused = takeTour();
  expect(refused).toMatchObject({ status: 2, stdout: '' });
  expect(refused.stderr).toContain(`${folder} contains 1 report outside the sample`);
  // the archive counts even without the dataset
  rmSync(join(folder, 'allocations.sqlite'));
  expect(takeTour().status).toBe(2);
});
