import type { Command } from 'commander';
import { expect } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';

const PROGRAM = await buildProgram();

/** The words of a command line after the program; texts in quotes are one word. The line ends where another command begins. */
export function wordsOf(line: string): string[] {
  const [, rest = ''] = /(?:npx --no allocations|dist\/cli\/main\.js)\s*([^`]*)/.exec(line) ?? [];
  return rest
    .replace(/'[^']*'|"[^"]*"/g, 'quoted')
    .replace(/\s(?:[&|>#;]|&&).*$/, '')
    .replace(/[)&]+$/, '')
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Fails if the program does not have the command, an option or the value of an option. */
export function requireKnown(words: readonly string[]): void {
  const [command, rest] = commandOf(PROGRAM, words);
  const known = new Map(command.options.map((option) => [option.long, option]));
  rest.forEach((word, at) => {
    if (!word.startsWith('--') || word === '--help') return;
    const option = known.get(word);
    expect(option, `allocations ${words.join(' ')}: ${word}`).toBeDefined();
    const value = rest[at + 1];
    const hasValue = value !== undefined && !value.startsWith('--');
    if (option?.required) expect(hasValue, `${word} needs a value`).toBe(true);
    if (!option?.required || value === undefined || value === 'quoted') return;
    if (option.argChoices) expect(option.argChoices).toContain(value);
    option.parseArg?.(value, undefined);
  });
}

function commandOf(program: Command, words: readonly string[]): [Command, readonly string[]] {
  const [name, ...rest] = words;
  const found = program.commands.find((known) => known.name() === name);
  expect(found, `allocations ${words.join(' ')}`).toBeDefined();
  if (found === undefined) return [program, words];
  return found.commands.length > 0 ? commandOf(found, rest) : [found, rest];
}
