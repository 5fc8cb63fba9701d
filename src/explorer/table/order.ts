import { linkHere, readParameter } from '../address/navigation.ts';

/** How a table is sorted, and the link that sorts it by a column. */
export interface TableOrder<Column extends string = string> {
  column: Column;
  isDescending: boolean;
  /** `null` if nobody may sort by the column. */
  linkFor(column: string): string | null;
}

/**
 * How the address sorts a table, by one of these columns: the first is the usual one. Figures begin with the largest. A
 * link sorts the other way round if the table is sorted by its column already.
 */
export function readOrder<Column extends string>(
  figures: readonly [Column, ...Column[]],
  others: readonly Column[],
): TableOrder<Column> {
  const [usual] = figures;
  const asked = readParameter('sort') ?? `-${usual}`;
  const found = [...figures, ...others].find((known) => known === asked.replace(/^-/, ''));
  const column = found ?? usual;
  const isDescending = asked.startsWith('-') || found === undefined;
  const linkFor = (name: string) => {
    const isFigure = figures.some((known) => known === name);
    if (!isFigure && !others.some((known) => known === name)) return null;
    const next = `${(name === column ? !isDescending : isFigure) ? '-' : ''}${name}`;
    return linkHere({ sort: next === `-${usual}` ? null : next });
  };
  return { column, isDescending, linkFor };
}
