import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, read, write } = openProgramFolder();
const KIND = 'ca/monthly-statement';
const ADDITION = { aliases: [{ kind: KIND, field: 'net_payment', headers: ['Net Paymnt'] }] };

beforeAll(() => {
  const known = statement([{ code: '01001', month: '2024-05', net: 100 }]);
  write('known.csv', known);
  write('renamed.csv', known.replace('Net Payment', 'Net Paymnt'));
  const several = known.replace('Net Payment', 'Sent').replace('Current Advance', 'Early');
  write('several.csv', several);
  write('empty.csv', '');
});

beforeEach(() => rmSync(join(folder, 'layouts.json'), { force: true }));

const suggest = (...args: string[]) => allocations('layouts', 'suggest', ...args);

describe('layouts suggest', () => {
  test('prints the addition, and what to do with it', () => {
    const { status, stdout, stderr } = suggest('renamed.csv');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toEqual(ADDITION);
    expect(stderr).toContain('Check each line');
    expect(existsSync(join(folder, 'layouts.json'))).toBe(false);
  });

  test('adds it to the layout file, by which the report can be read', () => {
    expect(suggest('renamed.csv', '--layouts', 'layouts.json', '--write').status).toBe(0);
    expect(JSON.parse(read('layouts.json'))).toEqual(ADDITION);
    const again = suggest('renamed.csv', '--layouts', 'layouts.json');
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(again.stdout).toContain('There is nothing to add.');
    expect(allocations('ingest', 'renamed.csv', '--layouts', 'layouts.json').status).toBe(0);
    const rebuilt = allocations('rebuild', '--db', 'rebuilt.sqlite');
    expect(rebuilt.stdout).toMatch(/^Run 1: all reports were refused\./);
    expect(rebuilt.stderr).toMatch(
      /renamed\.csv \([0-9a-f]{12}\) was loaded before, and is refused now\. Use the same --layouts as before\./,
    );
  });

  test.each(['empty.csv', 'several.csv'])('ends with 1 and writes nothing if it cannot tell: %s', (file) => {
    const { status, stdout, stderr } = suggest(file, '--layouts', 'layouts.json', '--write');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`Cannot suggest an addition for ${file}:`);
    expect(existsSync(join(folder, 'layouts.json'))).toBe(false);
  });

  test('ends with 2 if the file does not exist', () => {
    const { status, stderr } = suggest('missing.csv');
    expect(status).toBe(2);
    expect(stderr).toContain('missing.csv does not exist. Check the path.');
  });

  test('refuses a file that is not a layout file, and does not change it', () => {
    write('layouts.json', '[]');
    expect(suggest('renamed.csv', '--layouts', 'layouts.json', '--write').status).toBe(2);
    expect(read('layouts.json')).toBe('[]');
    expect(suggest('renamed.csv', '--write').status).toBe(2);
  });
});
