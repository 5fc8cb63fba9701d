import type { Print } from './readings.ts';

const SEPARATORS = [',', ';', '\t', '|'];

/**
 * Returns the cells of each row of a text file: as CSV with every separator, as records of a JSON document, and
 * between quotation marks.
 */
export function textPrints(bytes: Uint8Array): Print[][] {
  return decodings(withoutCtrlZ(bytes)).flatMap((text) =>
    /^\s*[[{]/.test(text) ? jsonRows(text) : csvRows(text),
  );
}

/** Removes one Ctrl-Z at the end, in the encoding of the bytes. */
function withoutCtrlZ(bytes: Uint8Array): Uint8Array {
  const end = { 255: [0x1a, 0], 254: [0, 0x1a] }[bytes[0] ?? 0] ?? [0x1a];
  return end.every((byte, at) => bytes.at(at - end.length) === byte) ? bytes.subarray(0, -end.length) : bytes;
}

/** Returns the possible texts of the bytes. */
function decodings(bytes: Uint8Array): string[] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return [decode(bytes, 'utf-16le')];
  if (first === 0xfe && second === 0xff) return [decode(bytes, 'utf-16be')];
  const readings = [isUtf8(bytes) ? decode(bytes, 'utf-8') : decode(bytes, 'windows-1252')];
  if (bytes.includes(0)) readings.push(decode(bytes, 'utf-16le'), decode(bytes, 'utf-16be'));
  return readings;
}

function decode(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Rows are lines. If quotation marks span lines, the whole file counts as one row. */
function csvRows(text: string): Print[][] {
  const lines = text.split(/\r\n?|\n/);
  const spansLines = lines.some((line) => line.split('"').length % 2 === 0);
  return (spansLines ? [text] : lines).map((row) => csvCells(row));
}

function csvCells(row: string): Print[] {
  const pieces = SEPARATORS.flatMap((separator) =>
    row.split(separator).flatMap((cell) => cell.split(/[\r\n]/)),
  );
  return [...new Set([...pieces, ...row.split('"')])].map((text) => ({ text }));
}

const TOKEN = /"((?:[^"\\]|\\.)*)"|(-?\d[-+.\deE]*)|([{}])/gs;

/** Rows are objects. An outer object has the values of its inner objects too. */
function jsonRows(text: string): Print[][] {
  const rows: Print[][] = [];
  const open: Print[][] = [];
  for (const [token, string, digits, brace] of text.matchAll(TOKEN)) {
    if (brace === '{') {
      const row: Print[] = [];
      rows.push(row);
      open.push(row);
    } else if (brace === '}') {
      open.pop();
    } else {
      const print = { text: digits ?? unescaped(token) ?? string ?? '' };
      // deeper objects hold no figures
      for (const row of open.slice(0, 20)) row.push(print);
    }
  }
  return rows;
}

function unescaped(token: string): string | undefined {
  try {
    return String(JSON.parse(token));
  } catch {
    return undefined;
  }
}
