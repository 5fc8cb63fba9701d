import { existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { buildProgram } from '../src/cli/program.ts';
import { FINDING_SEVERITY } from '../src/domain/findings/finding.ts';
import { columnsOf } from '../src/extract/layouts/report-kind.ts';
import { REPORT_KINDS, STATES } from '../src/states/index.ts';
import { DERIVED_PREFIXES, kindColumnPrefix } from '../src/store/allocation-columns.ts';
import { TABLES } from '../src/store/schema.ts';

const readme = readFileSync('README.md', 'utf8');
/** Words set as code, where several may stand in one cell. */
const documented = new Set(
  [...readme.matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => [code, ...code.split(/[ |]/)]),
);

/** The commands under one, however deep. */
function subcommandsOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => [command, ...subcommandsOf(command)]);
}

/** A command as it is typed after the program's name: `token create`. */
function pathOf(command: Command): string {
  return command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

describe('README describes', () => {
  test('every command and every option, and none that does not exist', () => {
    const commands = subcommandsOf(buildProgram());
    const options = new Set(commands.flatMap((command) => command.options.map(({ long }) => `${long}`)));
    for (const command of commands) expect(readme).toContain(`\`allocations ${pathOf(command)}`);
    for (const option of options) expect(documented).toContain(option);
    const named = [...documented].filter((word) => /^--[a-z-]+$/.test(word));
    expect(named.filter((option) => !options.has(option) && option !== '--help')).toEqual([]);
  });

  test('every finding code with its severity, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([a-z0-9-]+)` \| (error|warning|info) \|/gm)].map(
      ([, code, severity]) => [code, severity],
    );
    const ranks = rows.map(([, severity = '']) => ['error', 'warning', 'info'].indexOf(severity));
    expect(ranks, 'errors first, then warnings').toEqual(ranks.toSorted((a, b) => a - b));
    expect(rows.sort()).toEqual([...FINDING_SEVERITY].sort());
  });

  test('what its links lead to', () => {
    const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const targets = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    expect(targets.length).toBeGreaterThan(20);
    for (const target of targets.filter((link) => !/^https?:/.test(link))) {
      if (target.startsWith('#')) expect(headings, target).toContain(target.slice(1));
      else expect(existsSync(target), target).toBe(true);
    }
  });

  test('every table and column', () => {
    const families = [
      ...Object.values(DERIVED_PREFIXES),
      ...STATES.flatMap(({ kinds }) => kinds.map(({ name }) => `${kindColumnPrefix(name)}_`)),
    ];
    for (const table of TABLES) {
      expect(documented).toContain(getTableName(table));
      for (const column of Object.keys(getTableColumns(table))) {
        if (families.some((prefix) => column.startsWith(prefix))) continue;
        expect(documented, `${getTableName(table)}.${column}`).toContain(column.replace(/,$/, ''));
      }
    }
  });

  test('every report kind with its fields and the headers known', () => {
    for (const kind of REPORT_KINDS) {
      expect(documented).toContain(kind.name);
      for (const field of columnsOf(kind).keys()) {
        const headers = kind.layouts.flatMap((layout) => layout.headers[field] ?? []);
        const cells = headers.map((header) => `\`${header}\``).join(', ');
        expect(readme, `${kind.name} ${field}`).toContain(`| \`${field}\` | ${cells} |`);
      }
    }
  });

  test('every allocation field with its unit, meaning and source', () => {
    for (const { name, unit, meaning, source } of STATES.flatMap(({ fields }) => [...fields])) {
      const unitText = unit === 'amount' ? 'cents' : 'millionths of a percent';
      expect(readme).toContain(`| \`${name}\` | ${unitText} | ${meaning} | ${source} |`);
    }
  });

  test('every setting of the environment and every npm script it names', () => {
    const settings = [...readFileSync('src/config.ts', 'utf8').matchAll(/ALLOCATIONS_[A-Z_]+/g)].map(
      ([name]) => name,
    );
    for (const setting of settings) expect(documented).toContain(setting);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, script = ''] of readme.matchAll(/npm run ([a-z:]+)/g))
      expect(Object.keys(scripts)).toContain(script);
  });
});
