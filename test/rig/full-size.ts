import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { californiaLines, type StatementLine } from '../../fixtures/sample/california.ts';
import { quarterlyTable, statementTable } from '../../fixtures/sample/california-reports.ts';
import { LAST_MONTH } from '../../fixtures/sample/economy.ts';
import { type PaymentLine, texasLines } from '../../fixtures/sample/texas.ts';
import { paymentTable } from '../../fixtures/sample/texas-reports.ts';
import { addMonths, type Month, monthIndex, quarterName } from '../../src/domain/month.ts';
import { openChance, shuffle } from './reports/chance.ts';
import { type Dress, PORTAL_CSV, printReport } from './reports/dress.ts';
import { AMOUNTS, MONTHS, PERCENTAGES } from './reports/notation.ts';
import type { ReportTable } from './reports/report-table.ts';

/** How many jurisdictions of each state to write, and how many months up to October 2026: at most 101. */
export interface Size {
  california: number;
  texas: number;
  months: number;
}

/** As many as both states publish. */
export const FULL_SIZE: Size = { california: 1000, texas: 1834, months: 101 };
/** Enough for every oddity; too little to measure. */
export const SMALL_SIZE: Size = { california: 40, texas: 60, months: 30 };

const TYPES = ['City', 'City', 'Special District', 'City', 'Special District', 'Transit', 'County'] as const;
const FIRST_DIGIT = { City: 2, Transit: 3, County: 4, 'Special District': 5 } as const;
const COUNTIES = { ca: 58, tx: 254 } as const;
/** Published codes of one county and type of Texas increase by nine. */
const CODE_STEP = 9;
/** The smallest payment of a month, in cents, and how often it may double. */
const SMALLEST = 15_000;
const DOUBLINGS = 14;
const MONTHS_BETWEEN_CORRECTED = 40;
const MONTHS_A_FILE = 24;
/** Each file of Texas starts so many months after the one before, and repeats the others. */
const MONTHS_BETWEEN_FILES = 12;
const LINES_A_PAGE = 400;

/** Writes invented reports into `ca/` and `tx/` of a folder, as those of the sample. The same size gives the same bytes. */
export async function writeReports(folder: string, size: Size): Promise<void> {
  const first = addMonths(LAST_MONTH, 1 - size.months);
  for (const [at, table] of [...californiaTables(size, first), ...texasTables(size, first)].entries()) {
    const path = join(folder, `${table.path}.csv`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, await printReport(table, dressOf(at)));
  }
}

/** The places of a state. Of 50, one begins late, one ends early, and one lacks a month. One in ten gets a large refund. */
function placesOf(state: 'ca' | 'tx', count: number) {
  return Array.from({ length: count }, (_, at) => {
    const type = TYPES[at % TYPES.length] ?? 'City';
    const county = String((at % COUNTIES[state]) + 1);
    const within = Math.floor(at / COUNTIES[state]) + 1;
    const code =
      state === 'ca'
        ? county.padStart(2, '0') + String(within).padStart(3, '0')
        : FIRST_DIGIT[type] + county.padStart(3, '0') + String(within * CODE_STEP).padStart(3, '0');
    const chance = openChance(Number(code));
    const monthly = Math.round((SMALLEST * 2 ** chance.between(0, DOUBLINGS) * chance.between(10, 20)) / 10);
    const turn = addMonths(LAST_MONTH, -chance.between(3, 90));
    const recent = addMonths(LAST_MONTH, -chance.between(3, 24));
    return {
      ...{ code, name: `${type} ${at + 1}`, type, monthly, exposure: 100, rate: 100, listedAs: type },
      ...{ countyPool: 20_000, statePool: 500, countyShare: type === 'City' ? (at % 11) * 10_000 : 0 },
      ...(at % 50 === 17 ? { first: turn } : {}),
      ...{ last: at % 50 === 8 ? recent : LAST_MONTH, lacks: at % 50 === 23 ? recent : null },
      ...(at % 10 === 5 ? { refunds: { [turn]: Math.round(monthly * 1.5) } } : {}),
    };
  }).sort((one, other) => Number(one.code) - Number(other.code));
}

/** The lines from a month on that the state prints. */
function printed<Line extends { code: string; month: Month }>(
  lines: readonly Line[],
  places: ReturnType<typeof placesOf>,
  first: Month,
): Line[] {
  const byCode = new Map(places.map((place) => [place.code, place]));
  return lines.filter(({ code, month }) => {
    const { last = LAST_MONTH, lacks } = byCode.get(code) ?? {};
    return first <= month && month <= last && month !== lacks;
  });
}

function oddityOf({ code, month }: { code: string; month: Month }): number {
  return openChance(Math.imul(Number(code), 8191) + monthIndex(month)).between(1, 300);
}

function californiaTables(size: Size, first: Month): ReportTable[] {
  const places = placesOf('ca', size.california);
  const { statements, quarterlies } = californiaLines(places);
  const stated = printed(statements, places, first).map(oddly);
  // the report of a quarter leaves out some places
  const settled = printed(quarterlies, places, first).filter((line) => oddityOf(line) !== 4);
  return [
    ...[...Map.groupBy(stated, ({ month }) => month)].flatMap(([month, lines], at) => {
      const later = lines.map((line, place) => (place % 10 === 0 ? raised(line) : line));
      const corrected = at % MONTHS_BETWEEN_CORRECTED === 9 ? [later] : [];
      return [
        statementTable(month, lines),
        ...corrected.map((more) => statementTable(`${month}-corrected`, more)),
      ];
    }),
    ...[...Map.groupBy(settled, ({ month }) => quarterName(addMonths(month, -2)))].map(
      ([quarter, lines], at) => quarterlyTable(quarter, lines, at % 2 === 0),
    ),
  ];
}

/** Some lines leave advance and cost to the quarterly report, print another cost than it, or have a credit. */
function oddly(line: StatementLine): StatementLine {
  const { figures } = line;
  const { administrative_cost: cost, other_adjustments: adjusted } = figures;
  const paid = figures.net_payment ?? 0;
  switch (oddityOf(line)) {
    case 1:
      return { ...line, figures: { ...figures, net_prior_allocations: null, administrative_cost: null } };
    case 2:
      if (cost === null) return line;
      return { ...line, figures: { ...figures, administrative_cost: cost + 7, net_payment: paid - 7 } };
    case 3:
      return {
        ...line,
        figures: { ...figures, other_adjustments: (adjusted ?? 0) + 900, net_payment: paid + 900 },
      };
    default:
      return line;
  }
}

/** A line with one dollar more distributed and paid. */
function raised(line: StatementLine): StatementLine {
  const { current_distributions: distributed, net_payment: paid } = line.figures;
  const more = { current_distributions: (distributed ?? 0) + 100, net_payment: (paid ?? 0) + 100 };
  return { ...line, figures: { ...line.figures, ...more } };
}

/** Files of 24 months, in random order. A month that the file before has too may be restated. */
function texasTables(size: Size, first: Month): ReportTable[] {
  const places = placesOf('tx', size.texas);
  const lines = printed(texasLines(places), places, first);
  const tables: ReportTable[] = [];
  for (let start = first; start <= LAST_MONTH; start = addMonths(start, MONTHS_BETWEEN_FILES)) {
    const whole = addMonths(start, MONTHS_A_FILE - 1);
    const end = whole < LAST_MONTH ? whole : LAST_MONTH;
    const known = start === first ? start : addMonths(start, MONTHS_BETWEEN_FILES);
    const inside = lines
      .filter(({ month }) => start <= month && month <= end)
      .map((line) => (line.month < known && oddityOf(line) === 5 ? restated(line) : line));
    tables.push(paymentTable(`${start}-to-${end}`, shuffle(inside, openChance(tables.length))));
    if (end === LAST_MONTH) break;
  }
  return tables;
}

/** A line with other parts, and another payment. */
function restated(line: PaymentLine): PaymentLine {
  const { prior_collection, current_collections, prior_retained, net_payment } = line.figures;
  const more = {
    prior_collection: (prior_collection ?? 0) + 500,
    current_collections: (current_collections ?? 0) - 500,
    prior_retained: (prior_retained ?? 0) + 300,
    net_payment: (net_payment ?? 0) + 300,
  };
  return { ...line, figures: { ...line.figures, ...more } };
}

/** Returns how to print a file. The ordinal number of the file decides, so that files differ in many ways. */
function dressOf(ordinal: number): Dress {
  const { plain, thousands, dollars, trailingMinus } = AMOUNTS;
  return {
    ...PORTAL_CSV,
    printAmount: choose([plain, plain, thousands, plain, dollars, plain, trailingMinus], ordinal),
    missing: choose(['', '', '', '-', '', '', '', 'N/A', '', '', '.'], ordinal),
    hasNumericCodes: ordinal % 6 === 4,
    linesPerPage: ordinal % 8 === 5 ? LINES_A_PAGE : null,
    printPercent: choose([PERCENTAGES.bare, PERCENTAGES.signed], ordinal),
    printMonth: choose([MONTHS.american, MONTHS.iso, MONTHS.short], ordinal),
    ending: choose(['nothing', 'note', 'total', 'blank'], ordinal),
  };
}

function choose<Item>(items: readonly [Item, ...Item[]], ordinal: number): Item {
  return items[ordinal % items.length] ?? items[0];
}
