import { type Cell, moneyCell, writeSheets } from './workbook.ts';

/** The columns of figures before TOTAL. */
export const ARTICLES = [
  'ARTICLE  39',
  'ARTICLE  40',
  'ARTICLE  42',
  'ARTICLE  43',
  'ARTICLE  44',
  'ART 44 *524',
  'ARTICLE  45',
  'ARTICLE  46',
  'CITY HH',
];
/** The column that reports have since the sales of July 2016. */
const ADDED = ARTICLES.indexOf('ART 44 *524');

/** One line of a distribution: a county, as in `ALAMANCE (PER CAPITA)`, or a municipality. Amounts are cents. */
export interface DistributionLine {
  name: string;
  amounts: readonly (number | null)[];
  /** Default: the sum of the amounts. */
  total?: number;
}

/** Where the names stand, and what else differs from year to year. */
export interface DistributionStyle {
  /**
   * `county column`: counties in the first column, municipalities in the second, no header above them, no totals of
   * counties, TOTAL as a formula (March to June 2016). `one cell`: a county with its method in one cell. `two cells`: the
   * method, and the municipalities, in the next column.
   */
  names: 'county column' | 'one cell' | 'two cells';
  /** Empty columns before the names. */
  emptyColumns: number;
  nameHeader: string;
  /** What the first cell of the sheet Collections-Refunds says: the month of the sales, paid two months later. */
  month: string;
  /** Marks beside figures, by name. */
  marks: Readonly<Record<string, string>>;
  notes: readonly (readonly string[])[];
  /** Headers to leave out, with their columns. */
  leftOut: readonly string[];
  /** Without the noise that formulas leave, and without the sheets that have neither payments nor the month. */
  isPlain: boolean;
  /** Printed totals that are wrong, by the name in the row: `TOTAL` means the first one. */
  wrongTotals: Readonly<Record<string, number>>;
}

const SINCE_2018: Omit<DistributionStyle, 'month'> = {
  names: 'two cells',
  emptyColumns: 1,
  nameHeader: `${' '.repeat(39)}MUNICIPALITY`,
  marks: {},
  notes: [],
  leftOut: [],
  isPlain: false,
  wrongTotals: {},
};

/** A workbook as the Department of Revenue publishes it: the sheet Summary, the month on another, and sheets beside them. */
export function distributionWorkbook(
  lines: readonly DistributionLine[],
  given: Partial<DistributionStyle> & Pick<DistributionStyle, 'month'>,
): Promise<Buffer> {
  const style = { ...SINCE_2018, ...given };
  const beside = { 'Cover Page': [], 'Article Overview': [[], [null, 'CTY', 'COUNTY NAME', 'ARTICLE']] };
  return writeSheets({
    ...(style.isPlain ? {} : beside),
    'Collections-Refunds': [[null, null, null, null, style.month], [], [null, 'County', 'Gross', 'Net']],
    Summary: new Summary(lines, style).rows(),
  });
}

class Summary {
  private readonly lines: readonly DistributionLine[];
  private readonly style: DistributionStyle;
  private readonly hasCountyColumn: boolean;
  private readonly kept: readonly number[];
  private readonly printedTotals = new Set<string>();

  constructor(lines: readonly DistributionLine[], style: DistributionStyle) {
    this.lines = lines;
    this.style = style;
    this.hasCountyColumn = style.names === 'county column';
    this.kept = ARTICLES.map((_, at) => at).filter(
      (at) => !(this.hasCountyColumn && at === ADDED) && !style.leftOut.includes(`${ARTICLES[at]}`),
    );
  }

  rows(): Cell[][] {
    const header = [...this.kept.map((at) => `${ARTICLES[at]}`), 'TOTAL'];
    const firstRows = this.hasCountyColumn ? [] : [[]];
    const headerRow = [...this.standing(this.hasCountyColumn ? '' : this.style.nameHeader), ...header];
    const grand = this.totalRow('GRAND TOTAL', this.lines, 'county');
    const all = this.totalRow('TOTAL DISTRIBUTABLE AMOUNT', this.lines, 'county');
    return [
      ...firstRows,
      headerRow,
      [],
      ...this.sections(),
      grand,
      [],
      [...this.standing('SUMMARY OF AMOUNTS'), ...header],
      all,
      [],
      ...this.style.notes.map((note) => [...note]),
      ['        EACH TAXING COUNTY IN WHICH THE CITY OR TOWN IS LOCATED.'],
    ];
  }

  private sections(): Cell[][] {
    const begins = this.lines.flatMap(({ name }, at) => (isCounty(name) ? [at] : []));
    return begins.flatMap((begin, at) => {
      const ofCounty = this.lines.slice(begin, begins[at + 1]);
      const rows = ofCounty.map((line) => this.lineRow(line));
      return this.hasCountyColumn ? rows : [...rows, this.totalRow('TOTAL', ofCounty, 'municipality'), []];
    });
  }

  private lineRow({ name, amounts, total }: DistributionLine): Cell[] {
    const figures = this.kept.map((at) => this.cell(amounts[at] ?? null));
    const sum = total ?? amounts.reduce<number>((all, cents) => all + (cents ?? 0), 0);
    // formulas of these months have stored results
    const last = this.hasCountyColumn
      ? { value: { formula: `SUM(C3:J3)`, result: sum / 100 }, format: '#,##0.00' }
      : this.cell(sum);
    const marks = this.style.marks[name] ?? null;
    const standing = isCounty(name) ? this.standing(name) : this.standing(name, 'municipality');
    return [...standing, ...figures, last, ...(marks === null ? [] : [marks])];
  }

  private totalRow(
    name: string,
    lines: readonly DistributionLine[],
    place: 'county' | 'municipality',
  ): Cell[] {
    const sums = this.kept.map((at) => lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0));
    const wrong = this.printedTotals.has(name) ? undefined : this.style.wrongTotals[name];
    this.printedTotals.add(name);
    const total = wrong ?? sums.reduce((sum, cents) => sum + cents, 0);
    return [...this.standing(name, place), ...[...sums, total].map((cents) => this.cell(cents))];
  }

  private cell(cents: number | null): Cell {
    return this.style.isPlain ? moneyCell(cents) : noisy(cents);
  }

  private standing(name: string, place: 'county' | 'municipality' = 'county'): Cell[] {
    const before = Array.from({ length: this.style.emptyColumns }, () => null);
    const [, county = name, method = ''] = /^(.+) (\(.+)$/.exec(name) ?? [];
    const padded = method === '' ? county : `${county}${' '.repeat(28)}${method}`;
    if (this.style.names === 'one cell') return [...before, padded];
    return place === 'municipality' ? [...before, null, name] : [...before, county, method || null];
  }
}

function isCounty(name: string): boolean {
  return /\((?:per|ad) /i.test(name);
}

/** An amount with the noise that formulas leave: 2159985.60 as 2159985.5999999996. */
function noisy(cents: number | null): Cell {
  if (cents === null) return null;
  const dollars = cents / 100;
  const value = dollars > 1000 ? dollars - 2 ** -31 : dollars;
  return { value, format: '#,##0.00' };
}
