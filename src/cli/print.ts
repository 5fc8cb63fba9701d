import Table from 'cli-table3';

const PLAIN = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

/** Entries of a list that are printed as text; the JSON has all. */
export const MOST_PRINTED = 1000;

/** Prints text on stdout. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Tells the operator something, beside what the command prints. */
export function tell(message: string): void {
  process.stderr.write(`allocations: ${message}\n`);
}

/** Whether what was printed could be written. */
export function isPrinted(): Promise<boolean> {
  return new Promise((done) => {
    process.stdout.write('', (error) => done(!error));
  });
}

/** Prints one JSON object on stdout. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** A table in plain columns, of some thousands of rows at most; those named in `right` are aligned to the right. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  right: readonly string[] = [],
): string {
  const colAligns = head.map((name) => (right.includes(name) ? ('right' as const) : ('left' as const)));
  const table = new Table({ ...PLAIN, head: [...head], colAligns });
  table.push(...rows.map((row) => row.map(oneLine)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Text without line breaks and terminal codes: control characters as their escapes. */
export function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => JSON.stringify(character).slice(1, -1));
}
