import { styleText } from 'node:util';
import Table from 'cli-table3';
import { escapeUnprintable } from '../../domain/text/printable.ts';

const GAP = '  ';
/** The widest table with a wrapped column, and the narrowest such column, in characters. */
const [TABLE_WIDTH, LEAST_WRAPPED] = [100, 12];

/** The lines of a table that are not drawn. */
const EDGES = [
  'top',
  'top-mid',
  'top-left',
  'top-right',
  'bottom',
  'bottom-mid',
  'bottom-left',
  'bottom-right',
];
const SIDES = ['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'];
const PLAIN = {
  chars: { ...Object.fromEntries([...EDGES, ...SIDES].map((name) => [name, ''])), middle: GAP },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

/** How many entries a list prints as text. JSON output has all. */
export const MOST_PRINTED = 1000;

/** Escapes what a terminal would interpret. All output passes through here. */
export function printable(text: string): string {
  return text.split('\n').map(escapeUnprintable).join('\n');
}

/** Prints text on stdout. */
export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

/** What has a color where a terminal shows it: the severity that begins a line, and a fall. */
const COLORS = [
  [/^ *(?:error|refused)(?= )/gm, 'red'],
  [/^ *(?:warning|withdrawn)(?= )/gm, 'yellow'],
  [/(?<= )-\d[\d,.]*%/g, 'red'],
] as const;

/** Prints text for people on stdout. NO_COLOR and FORCE_COLOR decide about colors, else whether stdout is a terminal. */
export function printForPeople(text: string): void {
  // colors come last, because what a name contains must not color
  const colored = COLORS.reduce(
    (all, [words, color]) => all.replace(words, (word) => styleText(color, word, { stream: process.stdout })),
    printable(text),
  );
  process.stdout.write(`${colored}\n`);
}

/** Prints text on stderr. */
export function printError(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Tells the operator something in one line on stderr. */
export function tell(message: string): void {
  printError(`allocations: ${oneLine(message)}`);
}

/** Whether stdout accepted what was printed. */
export function isPrinted(): Promise<boolean> {
  return new Promise((done) => {
    process.stdout.write('', (error) => done(!error));
  });
}

/** Prints one JSON object on stdout. Unprintable characters become JSON escapes. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/**
 * Formats a table of at most a few thousand rows. Columns in `right` are aligned to the right.
 * The column `wrapped` wraps if the table gets too wide.
 */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
  wrapped?: string,
): string {
  const cells = rows.map((row) => row.map(oneLine));
  const colAligns = head.map((name) => (right.includes(name) ? ('right' as const) : ('left' as const)));
  const colWidths = head.map((name) => (name === wrapped ? widthLeftFor(name, head, cells) : null));
  const table = new Table({
    ...PLAIN,
    head: [...head],
    colAligns,
    colWidths,
    wordWrap: wrapped !== undefined,
  });
  table.push(...cells);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** The width that the other columns leave for a column. */
function widthLeftFor(
  column: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): number | null {
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const own = widths[head.indexOf(column)] ?? 0;
  const others = widths.reduce((sum, width) => sum + width + GAP.length, -own - GAP.length);
  return Math.min(own, Math.max(LEAST_WRAPPED, TABLE_WIDTH - others));
}

/** Escapes line breaks and terminal codes. */
export const oneLine = escapeUnprintable;
