import { readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { allocationsBeside } from '../../../rig/program.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

// Commands that change one file at the same time: none loses what another wrote.

const { folder, allocations, read, refuse, succeed, write } = openProgramFolder();
const CODES = Array.from({ length: 10 }, (_, at) => `010${at + 11}`);

beforeAll(() => {
  write('reports/may.csv', statement(CODES.map((code) => ({ code, month: '2024-05', net: 100 }))));
  succeed('ingest', 'reports');
});

/** Runs a command ten times at once. Each must succeed. */
async function runAtOnce(commandOf: (code: string) => readonly string[]): Promise<void> {
  const outcomes = await Promise.all(CODES.map((code) => allocationsBeside(folder, ...commandOf(code))));
  for (const { status, stderr } of outcomes) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
}

test('ten budgets at once are all in the register', async () => {
  write('reference/names.csv', 'state,printed,shown,source\n');
  await runAtOnce((code) => ['budget', 'set', code, '2024-25', code, '--reference', 'reference']);
  const [head, ...lines] = read('reference/budgets.csv').trimEnd().split('\n');
  expect(head).toBe('state,code,fiscal_year,amount,note');
  expect(lines).toEqual(CODES.map((code) => `ca,${code},2024-25,${Number(code)}.00,`));
});

test('ten layouts at once are all in the layout file', async () => {
  const kind = 'ca/monthly-statement';
  await runAtOnce((code) => ['layouts', 'add', '--kind', kind, '--ignore', `Column ${code}`]);
  const { ignored } = JSON.parse(read('layouts.json'));
  const headers = ignored.flatMap((one: { headers: string[] }) => one.headers).sort();
  expect(headers).toEqual(CODES.map((code) => `Column ${code}`));
});

test('a mistyped folder of registers is not made', () => {
  const { status, stderr } = allocations('budget', 'set', '01011', '2024-25', '5', '--reference', 'refrence');
  expect(status).toBe(74);
  expect(stderr).toContain('Cannot use the register refrence/budgets.csv');
  expect(readdirSync(folder)).not.toContain('refrence');
});

test("the program's own registers stay as they are", () => {
  const shipped = resolve('data/reference');
  const before = readdirSync(shipped);
  symlinkSync(shipped, join(folder, 'linked'));
  for (const options of [[], ['--reference', 'linked']])
    expect(refuse('budget', 'set', '01011', '2024-25', '5', ...options)).toContain(
      `Copy it, and name the copy: cp -r ${shipped} reference, then --reference reference`,
    );
  expect(readdirSync(shipped)).toEqual(before);
});
