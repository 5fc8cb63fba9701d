import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { findingMessage } from '../domain/findings/finding.ts';
import { parseMonth } from '../domain/month.ts';
import { messageOf, OperatorError, USAGE } from '../domain/operator-error.ts';
import { plainIssue } from '../domain/text/plain-issue.ts';
import { readCsv } from '../extract/formats/csv.ts';
import { decodeText } from '../extract/formats/text.ts';
import { readRegularFile } from '../files/regular-file.ts';
import { STATE_CODES, stateOf } from '../states/index.ts';

export const filledCell = z.string().min(1, 'must not be blank');
export const stateCell = z.enum(STATE_CODES);
export const monthCell = z.string().transform((text, context) => {
  const read = parseMonth(text);
  if (read) return read;
  context.addIssue({ code: 'custom', message: `"${text}" is not a month like 2020-03` });
  return z.NEVER;
});

/** Reads the code in a column as reports print it, which restores lost leading zeros. */
export function codeIn<Column extends string>(column: Column) {
  return <Row extends { state: string } & Record<Column, string>>(
    row: Row,
    context: z.RefinementCtx,
  ): Row => {
    const { code } = stateOf(row.state).kinds[0];
    const read = code.read(row[column]);
    if (read) return { ...row, [column]: read };
    const message = `"${row[column]}" is not ${code.expects}`;
    context.addIssue({ code: 'custom', path: [column], message });
    return z.NEVER;
  };
}

/** Keys compare without case, surrounding blanks, and the encoding of accents. */
export function keyOf(...parts: readonly string[]): string {
  return parts.map((part) => part.trim().normalize('NFC').toLowerCase()).join('|');
}

/** Reads the lines of one register by their keys; none if the file is missing. A schema may have `line`, its number. Throws an `OperatorError` with file and line. */
export function readRegister<Schema extends z.ZodType>(
  folder: string,
  name: string,
  { shape }: z.ZodObject,
  schema: Schema,
  keyOfRow: (row: z.output<Schema>) => string,
): Map<string, z.output<Schema>> {
  const path = join(folder, name);
  const columns = Object.keys(shape);
  const register = new Map<string, z.output<Schema>>();
  if (!existsSync(path)) return register;
  const [header, ...rows] = readLines(path);
  if (!header || header.cells.toSorted().join(',') !== columns.toSorted().join(',')) {
    throw new OperatorError(`${path}, line 1: the columns must be ${columns.join(',')}`, USAGE);
  }
  for (const { number, cells } of rows) {
    const fault = (reason: string) => new OperatorError(`${path}, line ${number}: ${reason}`, USAGE);
    if (cells.length !== columns.length)
      throw fault(`the line has ${cells.length} cells, but the header has ${columns.length}`);
    const given = Object.fromEntries(header.cells.map((column, at) => [column, cells[at]]));
    const row = schema.safeParse({ ...given, line: number }, { error: plainIssue });
    if (!row.success) {
      throw fault(
        row.error.issues.map(({ path: [column], message }) => `${String(column)}: ${message}`).join('; '),
      );
    }
    const key = keyOfRow(row.data);
    if (register.has(key)) throw fault(`this entry is in the register twice (${key.replaceAll('|', ', ')})`);
    register.set(key, row.data);
  }
  return register;
}

/** Reads a file of the reference folder. Throws an `OperatorError` if that fails. */
export function readRegisterFile(path: string): Buffer {
  try {
    return readRegularFile(path);
  } catch (error) {
    const reason = messageOf(error);
    throw new OperatorError(
      `${path} cannot be read (${reason}); check that it is a file, and check its permissions`,
      USAGE,
    );
  }
}

function readLines(path: string): { number: number; cells: string[] }[] {
  const { text, findings } = decodeText(readRegisterFile(path));
  if (text === null || findings.length > 0) {
    throw new OperatorError(`${path} is not UTF-8; save it as CSV in UTF-8`, USAGE);
  }
  const { grids, findings: faults } = readCsv(text, ',');
  const [fault] = faults;
  if (fault) throw new OperatorError(`${path}, line ${fault.row}: ${findingMessage(fault)}`, USAGE);
  return (grids[0]?.rows ?? [])
    .map(({ number, cells }) => ({ number, cells: cells.map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
}
