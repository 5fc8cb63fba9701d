import { existsSync, statSync } from 'node:fs';
import * as z from 'zod';
import { lastDayOf } from '../domain/calendar-day.ts';
import { JURISDICTION_TYPES, type JurisdictionType, titleCase } from '../domain/jurisdiction.ts';
import { addMonths, type Day, firstDay, type Month, parseMonth } from '../domain/month.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import { type Correction, isKindOf } from '../domain/report.ts';
import { isName, NAME_EXPECTED } from '../extract/layouts/report-kind.ts';
import { REPORT_KINDS } from '../states/index.ts';
import type { ReportKind, State } from '../states/state.ts';
import { readCorrections } from './corrections.ts';
import { codeIn, filledCell as filled, keyOf, readRegister, stateCell as state } from './register.ts';

/** A payment date may be at most this many months after its allocation period. */
const MOST_MONTHS_LATER = 3;

const rate = z
  .string()
  .regex(/^0?\.\d{1,6}$/, 'must be a fraction like 0.0775 with at most six decimals')
  .transform((decimal) => Number(decimal.slice(decimal.indexOf('.') + 1).padEnd(6, '0')));
const shownName = z.string().refine(isName, `must be ${NAME_EXPECTED}`);
const optionalType = z
  .enum(['', ...JURISDICTION_TYPES])
  .transform((type) => JURISDICTION_TYPES.find((known) => known === type) ?? null);

const jurisdictionColumns = z.object({
  state,
  sales_tax_id: filled,
  type: optionalType,
  name: shownName.transform((name) => name || null),
  source: filled,
});
const listedColumns = z.object({
  state,
  type: z.enum(JURISDICTION_TYPES),
  listed: filled,
  sales_tax_id: filled,
  source: filled,
});
const jurisdictionRow = jurisdictionColumns.transform(codeIn('sales_tax_id'));
const listedRow = listedColumns.transform(codeIn('sales_tax_id'));
const nameRow = z.object({
  state,
  printed: filled,
  shown: shownName.min(1, 'must not be blank'),
  source: filled,
});
const scheduleColumns = z.object({
  state,
  kind: z.enum(REPORT_KINDS.map(({ name }) => name)),
  allocation_month: z.string(),
  payment_date: z.iso.date('must be a date like 2025-11-07').transform((date) => date as Day),
  source: filled,
});
const scheduleRow = scheduleColumns.transform((row, context) => {
  const refuse = (column: string, message: string) => {
    context.addIssue({ code: 'custom', path: [column], message });
    return z.NEVER;
  };
  const month = parseMonth(row.allocation_month);
  if (!month) return refuse('allocation_month', 'must be a month like 2025-11');
  if (!isKindOf(row.state, row.kind)) return refuse('kind', `${row.state} has no kind ${row.kind}`);
  // a mistyped year would hide a missing report until then
  const latest = lastDayOf(addMonths(month, MOST_MONTHS_LATER));
  if (row.payment_date < firstDay(month) || row.payment_date > latest)
    return refuse('payment_date', `must be between the first day of ${month} and ${latest}`);
  return row;
});
const rateRow = z.object({ state, county: filled, location: filled, sales_tax_rate: rate });
const datedRateColumns = z.object({
  state,
  sales_tax_id: filled,
  from: z
    .string()
    .refine((from) => parseMonth(from), 'must be a month of sales like 2024-04')
    .transform((from) => firstDay(from as Month)),
  sales_tax_rate: rate,
  source: filled,
});
const datedRateRow = datedRateColumns.transform(codeIn('sales_tax_id'));

export interface Registers {
  /** Published figures that are known errors. */
  corrections: readonly Correction[];
  /** The name to show: the spelling of the register, else the printed name in title case. */
  shownName(state: State, code: string, printedName: string): string;
  /** The type according to the register; `null` if it has none. */
  type(state: State, code: string): JurisdictionType | null;
  /** The code of the jurisdiction that a report means by a name without a code; `null` if the register has none. */
  listedCode(state: State, type: JurisdictionType, listed: string): string | null;
  /** The day on which a report is due: from the published schedule, else by the rule of its kind. */
  expectedBy(kind: ReportKind, month: Month): Day;
  /** The sales tax rate in millionths (0.0775 is 77,500); `null` if unknown. */
  salesTaxRate(state: State, code: string, shownName: string): number | null;
  /** The rates by month of sales as they are stored with the jurisdiction; `null` if the register has none. */
  datedRates(state: State, code: string): string | null;
}

/**
 * Reads the registers of a folder: `jurisdictions.csv`, `names.csv`, `rates.csv`, `dated-rates.csv`, `schedule.csv`,
 * `listed-names.csv` and `corrections.json`. A missing file counts as empty. Throws an `OperatorError` with file and line if one cannot be read.
 */
export function readRegisters(folder: string): Registers {
  if (!existsSync(folder)) {
    throw new OperatorError(
      `the reference folder ${folder} does not exist; give another with --reference`,
      USAGE,
    );
  }
  if (!statSync(folder).isDirectory()) {
    throw new OperatorError(`${folder} is not a folder; give one with --reference`, USAGE);
  }
  const jurisdictions = readRegister(
    folder,
    'jurisdictions.csv',
    jurisdictionColumns,
    jurisdictionRow,
    (row) => keyOf(row.state, row.sales_tax_id),
  );
  const names = readRegister(folder, 'names.csv', nameRow, nameRow, (row) => keyOf(row.state, row.printed));
  const rates = readRegister(folder, 'rates.csv', rateRow, rateRow, (row) =>
    keyOf(row.state, row.county, row.location),
  );
  const schedule = readRegister(folder, 'schedule.csv', scheduleColumns, scheduleRow, (row) =>
    keyOf(row.kind, row.allocation_month),
  );
  const listedNames = readRegister(folder, 'listed-names.csv', listedColumns, listedRow, (row) =>
    keyOf(row.state, row.type, row.listed),
  );
  const datedRates = readRegister(folder, 'dated-rates.csv', datedRateColumns, datedRateRow, (row) =>
    keyOf(row.state, row.sales_tax_id, row.from),
  );
  return {
    corrections: readCorrections(folder),
    shownName: (state, code, printedName) =>
      jurisdictions.get(keyOf(state.code, code))?.name ??
      names.get(keyOf(state.code, printedName))?.shown ??
      titleCase(printedName),
    type: (state, code) => jurisdictions.get(keyOf(state.code, code))?.type ?? null,
    listedCode: (state, type, listed) =>
      listedNames.get(keyOf(state.code, type, listed))?.sales_tax_id ?? null,
    expectedBy: ({ name, published }, month) =>
      schedule.get(keyOf(name, month))?.payment_date ?? published.dueBy(month),
    salesTaxRate: (state, code, shownName) => {
      for (const { county, location } of state.rateLocations(code, shownName)) {
        const listed = rates.get(keyOf(state.code, county, location));
        if (listed) return listed.sales_tax_rate;
      }
      return null;
    },
    datedRates: (state, code) => {
      const rates = [...datedRates.values()]
        .filter((row) => row.state === state.code && row.sales_tax_id === code)
        .map((row) => [row.from, row.sales_tax_rate]);
      return rates.length > 0 ? JSON.stringify(rates.sort()) : null;
    },
  };
}
