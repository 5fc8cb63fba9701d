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
const HEADER = [...ARTICLES, 'TOTAL'];

/** One line of a distribution: a county, as in `ALAMANCE (PER CAPITA)`, or a municipality. Amounts are cents. */
export interface DistributionLine {
  name: string;
  amounts: readonly (number | null)[];
  /** Default: the sum of the amounts. */
  total?: number;
}

/**
 * A workbook as the Department of Revenue publishes it since 2018: the sheet Summary, and the month of the sales on
 * another, as `July 2018`.
 */
export function distributionWorkbook(
  lines: readonly DistributionLine[],
  { month, notes = [] }: { month: string; notes?: readonly string[] },
): Promise<Buffer> {
  return writeSheets({
    'Collections-Refunds': [[null, null, null, null, month], [], [null, 'County', 'Gross', 'Net']],
    Summary: [
      [],
      [null, `${' '.repeat(39)}MUNICIPALITY`, null, ...HEADER],
      [],
      ...sections(lines),
      totalRow(countyCells('GRAND TOTAL'), lines),
      [],
      [null, 'SUMMARY OF AMOUNTS', null, ...HEADER],
      totalRow(countyCells('TOTAL DISTRIBUTABLE AMOUNT'), lines),
      [],
      ...notes.map((note) => [note]),
      ['        EACH TAXING COUNTY IN WHICH THE CITY OR TOWN IS LOCATED.'],
    ],
  });
}

/** The lines of each county, with its total. */
function sections(lines: readonly DistributionLine[]): Cell[][] {
  const begins = lines.flatMap(({ name }, at) => (isCounty(name) ? [at] : []));
  return begins.flatMap((begin, at) => {
    const ofCounty = lines.slice(begin, begins[at + 1]);
    return [...ofCounty.map(lineRow), totalRow([null, null, 'TOTAL'], ofCounty), []];
  });
}

function lineRow({ name, amounts, total }: DistributionLine): Cell[] {
  const sum = total ?? amounts.reduce<number>((all, cents) => all + (cents ?? 0), 0);
  const standing = isCounty(name) ? countyCells(name) : [null, null, name];
  return [...standing, ...ARTICLES.map((_, at) => moneyCell(amounts[at] ?? null)), moneyCell(sum)];
}

function totalRow(standing: Cell[], lines: readonly DistributionLine[]): Cell[] {
  const sums = ARTICLES.map((_, at) => lines.reduce((sum, { amounts }) => sum + (amounts[at] ?? 0), 0));
  const total = sums.reduce((sum, cents) => sum + cents, 0);
  return [...standing, ...[...sums, total].map(moneyCell)];
}

/** A county and its method, in two columns. */
function countyCells(name: string): Cell[] {
  const [, county = name, method = ''] = /^(.+) (\(.+)$/.exec(name) ?? [];
  return [null, county, method || null];
}

function isCounty(name: string): boolean {
  return /\((?:per|ad) /i.test(name);
}
