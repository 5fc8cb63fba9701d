import type { Member } from '../records/description.ts';
import { csvLines } from '../records/files/csv.ts';
import { jsonColumns, jsonWriter } from '../records/json-record.ts';
import type { WholeFormat } from './http/formats.ts';

/** Writes records in one format. */
interface RecordLines<Row> {
  header: string;
  linesOf(rows: readonly Row[]): string;
}

/** Writes records with these members as CSV or NDJSON. */
export function openLines<Row>(format: WholeFormat, members: readonly Member<Row>[]): RecordLines<Row> {
  if (format === 'ndjson') {
    const toRecord = jsonWriter(members);
    return {
      header: '',
      linesOf: (rows) => rows.map((row) => `${JSON.stringify(toRecord(row))}\n`).join(''),
    };
  }
  const columns = jsonColumns(members);
  return {
    header: csvLines([columns.map(({ path }) => path)]),
    linesOf: (rows) => csvLines(rows.map((row) => columns.map(({ read }) => cellOf(read(row))))),
  };
}

/** Lists and objects without fixed members are JSON. */
function cellOf(value: unknown): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
