export interface Column {
  /** As the portal's export prints it. */
  header: string;
  /** As the portal's API names it. */
  apiName: string;
  /** Months are `YYYY-MM`, dates `YYYY-MM-DD`, amounts cents, percentages ten-thousandths of a percent. */
  holds: 'text' | 'code' | 'month' | 'date' | 'amount' | 'percent';
}

/** One value per column; `null` is blank. */
export type Line = readonly (string | number | null)[];

export interface ReportTable {
  /** Path below the folder of reports, without the file extension. */
  path: string;
  sheet: string;
  columns: readonly Column[];
  lines: readonly Line[];
}

/** A report file: its path below the folder of reports, and its content. */
export interface ReportFile {
  path: string;
  content: string | Buffer;
}

export function headersOf(columns: readonly Column[]): string[] {
  return columns.map(({ header }) => header);
}

export function apiNamesOf(columns: readonly Column[]): string[] {
  return columns.map(({ apiName }) => apiName);
}

/** Returns the sum of each column of amounts, and `null` for every other column. */
export function totalsOf({ columns, lines }: ReportTable): (number | null)[] {
  return columns.map(({ holds }, at) => {
    if (holds !== 'amount') return null;
    let total: number | null = null;
    for (const line of lines) {
      const cents = line[at];
      if (typeof cents === 'number') total = (total ?? 0) + cents;
    }
    return total;
  });
}
