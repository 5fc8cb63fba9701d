import { RATIO_SCALE, UNIT_SCALES } from '../domain/allocation.ts';
import { countiesIn } from '../domain/jurisdiction.ts';
import type { ColumnType, Member, RecordColumn, Value } from './description.ts';

/** Stored units in one shown unit. Files store a `figure` in millionths. */
export const FILE_SCALES: Readonly<Partial<Record<ColumnType, number>>> = {
  ...UNIT_SCALES,
  ratio: RATIO_SCALE,
  figure: 1_000_000,
};

/** The value of a column as people and programs read it: dollars, percent, fractions. */
export function shownValue<Row>(column: RecordColumn<Row>, row: Row): Exclude<Value, bigint> {
  const value = column.read(row);
  if (typeof value !== 'number' && typeof value !== 'bigint') return value;
  if (column.type !== 'figure') return Number(value) / (FILE_SCALES[column.type] ?? 1);
  const unit = column.unitOf?.(row);
  return unit ? Number(value) / UNIT_SCALES[unit] : null;
}

export function jsonWriter<Row>(members: readonly Member<Row>[]): (row: Row) => Record<string, unknown> {
  const writers = members.flatMap((member): [string, (row: Row) => unknown][] => {
    if (!('group' in member)) return member.isForFiles ? [] : [[member.name, writerOf(member)]];
    const inside = jsonWriter(member.columns);
    return [[member.group, (row) => (member.isMissing?.(row) ? null : inside(row))]];
  });
  return (row) => {
    const json: Record<string, unknown> = {};
    for (const [name, write] of writers) {
      const value = write(row);
      if (value !== undefined) json[name] = value;
    }
    return json;
  };
}

function textOf(value: Value): string | null {
  return typeof value === 'string' ? value : null;
}

/** A column of records in flat text of JSON's members. */
interface JsonColumn<Row> {
  /** `net_payment`, or `dates.quarter` for a member of a member. */
  path: string;
  read(row: Row): unknown;
}

/** The columns of records as JSON shows them, for CSV. */
export function jsonColumns<Row>(members: readonly Member<Row>[], within = ''): JsonColumn<Row>[] {
  return members.flatMap((member) => {
    if ('group' in member) return jsonColumns(member.columns, `${within}${member.group}.`);
    if (member.isForFiles) return [];
    // one text, as in flat files
    const read = member.type === 'counties' ? member.read : writerOf(member);
    return [{ path: `${within}${member.name}`, read }];
  });
}

function writerOf<Row>(column: RecordColumn<Row>): (row: Row) => unknown {
  if (column.isInteger)
    return (row) => (column.isInteger?.(row) ? Number(column.read(row)) : column.read(row));
  if (column.isLeftOut) return (row) => shownValue(column, row) ?? undefined;
  if (column.type === 'figure') return (row) => shownValue(column, row);
  if (column.type === 'counties') return (row) => countiesIn(textOf(column.read(row)));
  // found once, because whole lists have millions of figures
  const scale = FILE_SCALES[column.type] ?? 1;
  return (row) => {
    const value = column.read(row);
    return typeof value === 'number' || typeof value === 'bigint' ? Number(value) / scale : value;
  };
}
