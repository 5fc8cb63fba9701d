import * as z from 'zod';
import { storeCounties } from '../../domain/jurisdiction.ts';
import { csvLines } from '../../records/files/csv.ts';
import type { WholeFormat } from '../http/formats.ts';

/** A record, as JSON shows it. */
export type ApiRecord = Readonly<Record<string, unknown>>;

/** A column of CSV: the names on the way to a member of a record. */
export type MemberColumn = readonly string[];

/** Writes records in one format. */
export interface RecordLines {
  header: string;
  linesOf(records: readonly ApiRecord[]): string;
}

/** The columns of a record's members: `net_payment`, and `dates.quarter` for a member of a member. */
export function memberColumns({ shape }: z.ZodObject): MemberColumn[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    const inner = membersOf(schema);
    return inner ? memberColumns(inner).map((column) => [name, ...column]) : [[name]];
  });
}

/** The object that a schema describes, also if it may be null or missing. */
function membersOf(schema: unknown): z.ZodObject | null {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return membersOf(schema.unwrap());
  return schema instanceof z.ZodObject ? schema : null;
}

/** The names of columns, as the first line of CSV has them. */
export function headerOf(columns: readonly MemberColumn[]): string {
  return csvLines([columns.map((column) => column.join('.'))]);
}

/** Writes records with these columns as CSV or NDJSON. `asked` are the names of members; `null` is all of them. */
export function openLines(
  format: WholeFormat,
  columns: readonly MemberColumn[],
  asked: ReadonlySet<string> | null,
): RecordLines {
  if (format === 'ndjson')
    return {
      header: '',
      linesOf: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    };
  const isAsked = (column: MemberColumn) =>
    column.some((_, at) => asked?.has(column.slice(0, at + 1).join('.')));
  const shown = asked ? columns.filter(isAsked) : columns;
  return {
    header: headerOf(shown),
    linesOf: (records) => csvLines(records.map((record) => shown.map((column) => cellOf(record, column)))),
  };
}

/** The value of a column. Counties are one text; other lists, and objects without fixed members, are JSON. */
function cellOf(record: ApiRecord, column: MemberColumn): string | number | null {
  let value: unknown = record;
  for (const name of column) value = isObject(value) ? value[name] : undefined;
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (value === null || value === undefined) return null;
  return isCounties(value) ? storeCounties(value).counties : JSON.stringify(value);
}

function isCounties(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is ApiRecord {
  return typeof value === 'object' && value !== null;
}
