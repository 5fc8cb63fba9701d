import { RATIO_SCALE, UNIT_SCALES } from '../domain/allocation.ts';
import { countiesIn } from '../domain/jurisdiction.ts';
import type { ColumnType, Member, RecordColumn, Value } from './description.ts';

/** Stored units in one shown unit. Files store a `figure` in millionths. */
export const FILE_SCALES: Readonly<Partial<Record<ColumnType, number>>> = {
  ...UNIT_SCALES,
  ratio: RATIO_SCALE,
  figure: 1_000_000,
};

/** Makes JSON of rows: what each column shows in dollars, percent or fractions. */
export function jsonWriter<Row>(members: readonly Member<Row>[]): (row: Row) => Record<string, unknown> {
  const writers = members.map((member): [string, (row: Row) => unknown] => {
    if (!('group' in member)) return [member.name, writerOf(member)];
    const inside = jsonWriter(member.columns);
    return [member.group, (row) => (member.isMissing?.(row) ? null : inside(row))];
  });
  return (row) => Object.fromEntries(writers.map(([name, write]) => [name, write(row)]));
}

function writerOf<Row>(column: RecordColumn<Row>): (row: Row) => unknown {
  const { type, read, unitOf } = column;
  if (type === 'counties') return (row) => countiesIn(textOf(read(row)));
  // found once, because whole lists have millions of figures
  const scale = FILE_SCALES[type] ?? 1;
  const scaleOf = (row: Row) => (type === 'figure' ? UNIT_SCALES[unitOf?.(row) ?? 'amount'] : scale);
  return (row) => {
    const value = read(row);
    if (typeof value !== 'number' && typeof value !== 'bigint') return value;
    return (type === 'ratio' ? rounded(Number(value)) : Number(value)) / scaleOf(row);
  };
}

/** Half away from zero. A ratio is not rounded before it is shown. */
export function rounded(millionths: number): number {
  return Math.sign(millionths) * Math.round(Math.abs(millionths));
}

function textOf(value: Value): string | null {
  return typeof value === 'string' ? value : null;
}

/** Reasons as one text; `null` without any. */
export function reasonsIn(value: Value): string | null {
  if (!Array.isArray(value)) return null;
  return value.map(({ text }: { text: string }) => text).join('; ') || null;
}
