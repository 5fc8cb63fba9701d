/** A note about one place and one month. */

/** `amount` and `difference` are cents, `ratio` and `change` millionths, not rounded. Differences and changes have a sign. */
export type NoteType = 'text' | 'amount' | 'difference' | 'ratio' | 'change';
export type NoteValue = string | number | null;

export interface NoteColumn {
  heading: string;
  type: NoteType;
}

export interface NoteTable {
  title: string;
  columns: readonly NoteColumn[];
  rows: readonly (readonly NoteValue[])[];
  /** A last row with the sums of the first so many rows, in these columns. Missing figures can count as nothing. */
  total?: {
    label: string;
    rows: number;
    columns: readonly number[];
    skipsMissing?: true;
    /** What stands in other columns. */
    others?: readonly (readonly [column: number, value: NoteValue])[];
  };
  /** What stands in place of rows if there are none. Default: `None.` */
  none?: string;
  /** What to know about the table. */
  remark?: string;
}

export interface ChartMonth {
  /** `Oct 2026`. */
  label: string;
  value: number | null;
  yearAgo: number | null;
  /** Why a month of the place's life has no payment; `null` if it has one. */
  lacks: 'not loaded' | 'missing' | null;
  /** What explains the month, in words; `null` if nothing does. */
  event: string | null;
}

export interface PlaceNote {
  title: string;
  /** What the place is, and which payment this is. */
  lines: readonly string[];
  /** Says that figures are invented; `null` if none is. */
  sample: string | null;
  sentences: readonly string[];
  /** In this order: figures, months, parts, the nearest places, restated figures, sources. */
  tables: Readonly<Record<'figures' | 'months' | 'parts' | 'nearest' | 'restated' | 'sources', NoteTable>>;
  /** Oldest first. */
  chart: readonly ChartMonth[];
  /** What explains months of the chart, oldest first: `June 2020: Article 46 began.` */
  events: readonly string[];
  /** Version, date and program. */
  foot: string;
}

/** The values of a table's last row; a sum is `null` if one of its figures is missing. */
export function totalRow({ columns, rows, total }: NoteTable): NoteValue[] | null {
  if (!total) return null;
  return columns.map((_, at) => {
    if (at === 0) return total.label;
    if (!total.columns.includes(at)) return total.others?.find(([column]) => column === at)?.[1] ?? null;
    const all = rows.slice(0, total.rows).map((row) => row[at]);
    const figures = total.skipsMissing ? all.filter((one) => typeof one === 'number') : all;
    const least = total.skipsMissing ? 1 : total.rows;
    return figures.reduce<number | null>(
      (sum, figure) => (sum === null || typeof figure !== 'number' ? null : sum + figure),
      figures.length < least ? null : 0,
    );
  });
}
