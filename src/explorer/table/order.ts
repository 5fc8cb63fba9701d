import { sortLines } from '../../derive/figure.ts';
import { linkHere, readParameter } from '../address/navigation.ts';
import { isFigure } from '../words/figures.ts';
import type { TableColumn } from './columns.ts';

/** How a table is sorted, and the link that sorts it by a column. */
export interface TableOrder {
  column: string;
  isDescending: boolean;
  linkFor(column: string): string;
}

/**
 * How the address sorts a table with these columns. Usually the largest of the first figure come first, as all figures begin
 * with the largest. A link sorts the other way round if the table is sorted by its column already.
 */
export function readOrder<Row>(columns: readonly TableColumn<Row>[]): TableOrder {
  const hasFigures = (id: string) => columns.some((one) => one.id === id && isFigure(one.content ?? 'text'));
  const usual = columns.find(({ id, isHidden }) => !isHidden && hasFigures(id))?.id ?? '';
  const asked = readParameter('sort') ?? `-${usual}`;
  const found = columns.find(({ id }) => id === asked.replace(/^-/, ''))?.id;
  const column = found ?? usual;
  const isDescending = asked.startsWith('-') || found === undefined;
  const linkFor = (name: string) => {
    const next = `${(name === column ? !isDescending : hasFigures(name)) ? '-' : ''}${name}`;
    return linkHere({ sort: next === `-${usual}` ? null : next });
  };
  return { column, isDescending, linkFor };
}

/** Sorts the rows of a table by one of its columns. A doubtful change is never among the largest. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { column, isDescending }: TableOrder,
): Row[] {
  const by = columns.find(({ id }) => id === column);
  const keyOf = (row: Row) => {
    const key = (by?.sortBy ?? by?.value)?.(row) ?? null;
    return typeof key === 'string' ? key.toLowerCase() : key;
  };
  const isLate = (row: Row) => (by?.isDoubtful?.(row) ? 2 : Number(by?.isLate?.(row) ?? false));
  return sortLines(rows, keyOf, isDescending, isLate);
}
