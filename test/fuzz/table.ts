import { type CsvStyle, type JsonStyle, writeCsv, writeJson } from '../rig/reports/notation.ts';

/** A report before it is printed as text. The first line is the header unless a mutation moves it. */
export interface Table extends CsvStyle {
  lines: string[][];
}

export function tableOf(lines: readonly (readonly string[])[]): Table {
  return { lines: lines.map((line) => [...line]), separator: ',', lineEnd: '\n', quotesAll: false };
}

export function csvText({ lines, ...style }: Table): string {
  return writeCsv(lines, style);
}

/** Prints the lines below the first as JSON records. */
export function jsonText({ lines }: Table, style: JsonStyle): string {
  const [header = [], ...rows] = lines;
  return writeJson(header, rows, style);
}
