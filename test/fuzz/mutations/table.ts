import type { Random } from '../../rig/random.ts';
import type { Table } from '../table.ts';
import type { TableMutation } from './mutation.ts';
import { oddCell, rewritten } from './values.ts';

function withLines(table: Table, lines: string[][]): Table {
  return { ...table, lines };
}

/** Replaces one line. */
function replaceLine(table: Table, at: number, change: (line: string[]) => string[]): Table {
  return withLines(
    table,
    table.lines.map((line, index) => (index === at ? change([...line]) : line)),
  );
}

/** Inserts lines before the line `at`. */
function insertLines(table: Table, at: number, ...lines: string[][]): Table {
  return withLines(table, [...table.lines.slice(0, at), ...lines, ...table.lines.slice(at)]);
}

function changeColumns(table: Table, change: (line: string[]) => string[]): Table {
  return withLines(
    table,
    table.lines.map((line) => change([...line])),
  );
}

/** Draws any line but the first; the first if there is no other. */
function someRow({ lines }: Table, random: Random): number {
  return lines.length > 1 ? random.between(1, lines.length - 1) : 0;
}

function width({ lines }: Table): number {
  return Math.max(1, ...lines.map((line) => line.length));
}

/** Sets a cell. Adds blank cells if the line is too short. */
function setCell(line: string[], at: number, cell: string): string[] {
  while (line.length <= at) line.push('');
  line[at] = cell;
  return line;
}

function swap(line: string[], a: number, b: number): string[] {
  const [first = '', second = ''] = [line[a], line[b]];
  return setCell(setCell(line, a, second), b, first);
}

const CELLS: TableMutation[] = [
  {
    stage: 'table',
    name: 'odd cell',
    weight: 6,
    apply: (table, random) => {
      const row = someRow(table, random);
      return replaceLine(table, row, (line) => {
        const at = random.below(line.length);
        return setCell(line, at, oddCell(line[at] ?? '', random));
      });
    },
  },
  {
    stage: 'table',
    name: 'cells rewritten',
    weight: 3,
    apply: (table, random) => {
      const share = random.next() / 2;
      const rewrite = (cell: string) => (random.chance(share) ? rewritten(cell, random) : cell);
      return withLines(
        table,
        table.lines.map((line, at) => (at === 0 ? line : line.map(rewrite))),
      );
    },
  },
  {
    stage: 'table',
    name: 'column in another form',
    weight: 2,
    apply: (table, random) => {
      const at = random.below(width(table));
      const form = random.below(1000);
      return withLines(
        table,
        table.lines.map((line, row) =>
          row === 0 ? line : line.map((cell, column) => (column === at ? oddColumn(cell, form) : cell)),
        ),
      );
    },
  },
  {
    stage: 'table',
    name: 'empty cell',
    apply: (table, random) => {
      const column = random.below(width(table));
      return replaceLine(table, someRow(table, random), (line) => {
        return setCell(line, column, '');
      });
    },
  },
  {
    stage: 'table',
    name: 'cells swapped',
    apply: (table, random) =>
      replaceLine(table, someRow(table, random), (line) =>
        swap(line, random.below(line.length), random.below(line.length)),
      ),
  },
  {
    stage: 'table',
    name: 'cell of another row',
    apply: (table, random) => {
      const from = table.lines[someRow(table, random)] ?? [];
      const column = random.below(width(table));
      return replaceLine(table, someRow(table, random), (line) => {
        return setCell(line, column, from[column] ?? '');
      });
    },
  },
];

/** Draws a form to print a whole column in. */
function oddColumn(cell: string, form: number): string {
  const forms = [
    () => cell.replace(/\B(?=(?:\d{3})+(?:\.|$))/g, ','),
    () => (cell.startsWith('-') ? `(${cell.slice(1)})` : cell),
    () => (cell.startsWith('-') ? `${cell.slice(1)}-` : cell),
    () => `$${cell}`,
    () => `${cell}%`,
    () => cell.replace('.', ','),
    () => Number(cell).toExponential(),
    () => `${cell}000`,
    () => '-',
    () => '',
    () => 'N/A',
    () => '0',
  ];
  return forms[form % forms.length]?.() ?? cell;
}

const HEADERS: TableMutation[] = [
  {
    stage: 'table',
    name: 'header in another case',
    apply: (table, random) =>
      replaceLine(table, 0, (line) => {
        const change = random.pick<(name: string) => string>([
          (name) => name.toUpperCase(),
          (name) => name.toLowerCase(),
          (name) => name.replaceAll(' ', '_'),
          (name) => name.replaceAll(' ', ''),
          (name) => `  ${name}\u00a0`,
          (name) => name.replaceAll('Percent', '%'),
          (name) => name.replace(' ', '\n'),
          (name) => `${name}:`,
          (name) => name.normalize('NFD').replace('i', 'i\u0307'),
        ]);
        return line.map(change);
      }),
  },
  {
    stage: 'table',
    name: 'header renamed',
    weight: 2,
    apply: (table, random) =>
      replaceLine(table, 0, (line) => {
        const at = random.below(line.length);
        const name = line[at] ?? '';
        return setCell(
          line,
          at,
          random.pick([
            name.slice(0, -1),
            `${name}s`,
            `${name} 2`,
            name.replace(/[aeiou]/, 'x'),
            'Remarks',
            '',
            '__proto__',
            'constructor',
            '12.50',
            'x'.repeat(5000),
          ]),
        );
      }),
  },
  {
    stage: 'table',
    name: 'header twice',
    apply: (table, random) =>
      replaceLine(table, 0, (line) => {
        return setCell(line, random.below(line.length), line[random.below(line.length)] ?? '');
      }),
  },
  {
    stage: 'table',
    name: 'header names swapped',
    apply: (table, random) =>
      replaceLine(table, 0, (line) => swap(line, random.below(line.length), random.below(line.length))),
  },
  {
    stage: 'table',
    name: 'header missing',
    apply: (table) => withLines(table, table.lines.slice(1)),
  },
  {
    stage: 'table',
    name: 'header lower down',
    apply: (table, random) => {
      const above = Array.from({ length: random.between(1, 30) }, () => [
        random.pick(['Report', '', 'Page 1', '2024']),
      ]);
      return insertLines(table, 0, ...above);
    },
  },
  {
    stage: 'table',
    name: 'row above the header',
    apply: (table, random) => insertLines(table, 0, [...(table.lines[someRow(table, random)] ?? [])]),
  },
];

const COLUMNS: TableMutation[] = [
  {
    stage: 'table',
    name: 'column missing',
    apply: (table, random) => {
      const at = random.below(width(table));
      return changeColumns(table, (line) => line.filter((_, index) => index !== at));
    },
  },
  {
    stage: 'table',
    name: 'column added',
    apply: (table, random) => {
      const at = random.below(width(table) + 1);
      const cell = random.pick(['', '1.00', 'x', '2024']);
      const header = random.pick(['', 'Remarks', 'Net Payment', 'Row']);
      let row = 0;
      return changeColumns(table, (line) => line.toSpliced(at, 0, row++ === 0 ? header : cell));
    },
  },
  {
    stage: 'table',
    name: 'columns swapped',
    apply: (table, random) => {
      const [a, b] = [random.below(width(table)), random.below(width(table))];
      return changeColumns(table, (line) => swap(line, a, b));
    },
  },
  {
    stage: 'table',
    name: 'hundreds of columns',
    weight: 0.3,
    apply: (table, random) => {
      const count = random.pick([150, 250, 1100]);
      return changeColumns(table, (line) => [...line, ...Array.from({ length: count }, (_, at) => `c${at}`)]);
    },
  },
];

const ROWS: TableMutation[] = [
  {
    stage: 'table',
    name: 'row twice',
    apply: (table, random) => {
      const line = [...(table.lines[someRow(table, random)] ?? [])];
      return insertLines(table, random.between(1, table.lines.length), line);
    },
  },
  {
    stage: 'table',
    name: 'row of other figures again',
    apply: (table, random) => {
      const line = [...(table.lines[someRow(table, random)] ?? [])];
      return insertLines(table, table.lines.length, setCell(line, Math.max(0, line.length - 1), '77.77'));
    },
  },
  {
    stage: 'table',
    name: 'rows missing',
    apply: (table, random) => withLines(table, table.lines.slice(0, random.between(0, table.lines.length))),
  },
  {
    stage: 'table',
    name: 'rows in another order',
    apply: (table) => withLines(table, [...table.lines.slice(0, 1), ...table.lines.slice(1).reverse()]),
  },
  {
    stage: 'table',
    name: 'header again',
    apply: (table, random) => {
      const header = [...(table.lines[0] ?? [])];
      if (random.chance(0.5)) swap(header, random.below(header.length), random.below(header.length));
      return insertLines(table, random.between(1, table.lines.length), header);
    },
  },
  {
    stage: 'table',
    name: 'total line',
    apply: (table, random) => {
      const label = random.pick(['Total', 'Grand Total', 'TOTAL:', 'Statewide Total', 'totally']);
      const line = (table.lines[1] ?? []).map((cell, at) => (at > 3 ? random.pick([cell, '', '1.00']) : ''));
      return insertLines(table, random.between(1, table.lines.length), setCell(line, random.below(3), label));
    },
  },
  {
    stage: 'table',
    name: 'note line',
    apply: (table, random) => {
      const note = random.pick([
        ['Source: invented'],
        ['', '', 'n/a'],
        ['* 1,234.56 restated'],
        ['-----'],
        ['2024'],
      ]);
      return insertLines(table, random.between(0, table.lines.length), [...note]);
    },
  },
  {
    stage: 'table',
    name: 'blank line',
    apply: (table, random) => {
      const cells = random.chance(0.5)
        ? ['']
        : Array.from({ length: width(table) }, () => random.pick(['', ' ']));
      return insertLines(table, random.between(0, table.lines.length), cells);
    },
  },
  {
    stage: 'table',
    name: 'row of another width',
    weight: 2,
    apply: (table, random) =>
      replaceLine(table, someRow(table, random), (line) => {
        const at = random.below(line.length + 1);
        return random.chance(0.5)
          ? line.toSpliced(at, 1)
          : line.toSpliced(at, 0, random.pick(['', '5.00', 'x']));
      }),
  },
  {
    stage: 'table',
    name: 'rows many times',
    weight: 0.2,
    apply: (table, random) => {
      const rows = table.lines.slice(1);
      return withLines(table, [
        ...table.lines,
        ...Array.from({ length: random.between(2, 300) }, () => rows).flat(),
      ]);
    },
  },
];

/** Ways to write the table as CSV; JSON has none. */
export const DIALECTS: TableMutation[] = [
  {
    stage: 'table',
    name: 'another separator',
    weight: 2,
    apply: (table, random) => ({
      ...table,
      separator: random.pick([';', '\t', '|', ':', ' ', ', ', '\u001f', '^']),
    }),
  },
  {
    stage: 'table',
    name: 'another line end',
    weight: 2,
    apply: (table, random) => ({
      ...table,
      lineEnd: random.pick(['\r\n', '\r', '\n\n', '\r\r\n', '\u2028', '\u0085', ' \n', '']),
    }),
  },
  { stage: 'table', name: 'all cells quoted', apply: (table) => ({ ...table, quotesAll: true }) },
];

export const TABLE_MUTATIONS: TableMutation[] = [...CELLS, ...HEADERS, ...COLUMNS, ...ROWS];
