import { describe, expect, test } from 'vitest';
import { type CommandReference, describeCommands } from '../../docs/build/command-reference.ts';
import { EXIT_CODES } from '../../src/cli/exit-codes.ts';

const COMMANDS = await describeCommands();

function commandOf(name: string): CommandReference | undefined {
  return COMMANDS.find((command) => command.name === name);
}

/** The calls of this program that a line for the shell contains, as words. */
function callsIn(example: string): string[][] {
  return example
    .split(/&&|\$\(|\)|>/)
    .map((part) => part.trim().split(/\s+/))
    .filter(([program]) => program === 'allocations')
    .map(([, ...words]) => words);
}

test('every command belongs to a task, in the order of the help', () => {
  expect([...new Set(COMMANDS.map(({ group }) => group))]).toEqual([
    'Load',
    'Look',
    'Correct',
    'Serve',
    'Operate',
  ]);
  expect(commandOf('token create')).toMatchObject({
    group: 'Serve',
    usage: 'allocations token create [options] <name>',
    arguments: [{ name: '<name>', isRequired: true }],
  });
});

test('an option gives its default, its setting, its choices, and whether it is required', () => {
  const optionOf = (command: string, flags: string) =>
    commandOf(command)?.options.find((option) => option.flags === flags);
  expect(optionOf('ingest', '--db <file>')).toMatchObject({
    default: 'data/allocations.sqlite',
    setting: 'ALLOCATIONS_DB',
    isRequired: false,
  });
  expect(optionOf('rebuild', '--db <file>')).toMatchObject({
    default: null,
    setting: null,
    isRequired: true,
  });
  expect(optionOf('findings', '--severity <value>')?.choices).toEqual(['error', 'warning', 'info']);
  // the same on every machine
  expect(optionOf('verify', '--concurrency <n>')?.default).toBe('one per CPU, at most 4');
});

const LOOKING = COMMANDS.filter(({ group, name }) => group === 'Look' || ['held', 'status'].includes(name));

test.each(LOOKING)('$name looks with the options of all lists, in one order', ({ options }) => {
  const flags = options.map((option) => option.flags.split(' ')[0]);
  const others = flags.at(-1) === '--reference' ? flags.slice(0, -1) : flags;
  const expected = ['--columns', '--limit', '--format', '--headings', '--out', '--force', '--db'];
  expect(others.slice(-expected.length)).toEqual(expected);
});

describe.each(COMMANDS)('$name', ({ description, arguments: args, options, examples }) => {
  test('describes itself in short imperatives', () => {
    expect(description.length).toBeLessThanOrEqual(65);
    for (const text of [description, ...args.map((argument) => argument.description)])
      expect(text).toMatch(/^[A-Z].*[^.]$/);
    for (const option of options) expect(option.description).toMatch(/^[A-Z].*[^.]$/);
  });

  test('shows examples that use known commands and options', () => {
    expect(examples.length).toBeGreaterThan(0);
    for (const [first = '', second = '', ...rest] of examples.flatMap(callsIn)) {
      const command = commandOf(first) ?? commandOf(`${first} ${second}`);
      expect(command, first).toBeDefined();
      const known = command?.options.flatMap(({ flags }) => flags.split(/[ ,]+/)) ?? [];
      const used = [second, ...rest]
        .filter((word) => word.startsWith('--'))
        .map((word) => word.replace(/=.*/, ''));
      expect(known).toEqual(expect.arrayContaining(used));
    }
  });
});

test('the exit codes are distinct and ascending', () => {
  expect(EXIT_CODES.map(({ code }) => code)).toEqual([0, 1, 2, 70, 74, 75, 130, 143]);
});
