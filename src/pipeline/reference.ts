import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { z } from 'zod';
import { JURISDICTION_TYPES, type JurisdictionType, titleCase } from '../domain/jurisdiction.ts';
import { OperatorError, USAGE } from '../domain/operator-error.ts';
import type { State } from '../states/state.ts';

const text = z.string().trim();
const state = text.regex(/^[a-z]{2}$/, 'a lower-case state code');
const rate = text
  .regex(/^0?\.\d{1,6}$/, 'a fraction like 0.0775, at most six decimals')
  .transform((decimal) => Number(decimal.slice(decimal.indexOf('.') + 1).padEnd(6, '0')));

/** The registers: one CSV file each, with these columns. */
const REGISTERS = {
  'jurisdictions.csv': z.strictObject({
    state,
    sales_tax_id: text.min(1),
    type: z.union([z.literal('').transform(() => null), z.enum(JURISDICTION_TYPES)]),
    name: text.transform((name) => name || null),
    source: text.min(1, 'where this is from'),
  }),
  'names.csv': z.strictObject({ state, printed: text.min(1), shown: text.min(1), source: text.min(1) }),
  'rates.csv': z.strictObject({ state, county: text.min(1), location: text.min(1), sales_tax_rate: rate }),
} as const;

/** What the registers say of a jurisdiction. */
export interface Reference {
  /** The name to show for a printed one: the register's spelling, else title case. */
  shownName(state: State, code: string, printedName: string): string;
  /** The type a register gives, `null` where none does. */
  type(state: State, code: string): JurisdictionType | null;
  /** The sales tax rate in millionths (0.0775 is 77,500), `null` where unknown. */
  salesTaxRate(state: State, code: string, shownName: string): number | null;
}

/**
 * Reads the registers of a folder; a register that is not there is empty.
 * Throws an `OperatorError` that names the file and line where one cannot be read.
 */
export function readReference(folder: string): Reference {
  if (!existsSync(folder)) {
    throw new OperatorError(
      `the reference folder ${folder} does not exist; name another with --reference`,
      USAGE,
    );
  }
  const jurisdictions = keyed(read(folder, 'jurisdictions.csv'), (row) => `${row.state} ${row.sales_tax_id}`);
  const names = keyed(read(folder, 'names.csv'), (row) => `${row.state} ${row.printed.toUpperCase()}`);
  const rates = keyed(read(folder, 'rates.csv'), (row) => rateKey(row.state, row.county, row.location));
  return {
    shownName: ({ code: stateCode }, code, printedName) =>
      jurisdictions.get(`${stateCode} ${code}`)?.name ??
      names.get(`${stateCode} ${printedName.toUpperCase()}`)?.shown ??
      titleCase(printedName),
    type: ({ code: stateCode }, code) => jurisdictions.get(`${stateCode} ${code}`)?.type ?? null,
    salesTaxRate: (place, code, shownName) => {
      const locations = place.rateLocations(code, shownName);
      const keys = locations.map(({ county, location }) => rateKey(place.code, county, location));
      const listed = keys.find((key) => rates.has(key));
      return (listed && rates.get(listed)?.sales_tax_rate) || null;
    },
  };
}

function rateKey(stateCode: string, county: string, location: string): string {
  return [stateCode, county, location].join('|').toLowerCase();
}

function keyed<Row>(rows: readonly Row[], key: (row: Row) => string): Map<string, Row> {
  return new Map(rows.map((row) => [key(row), row]));
}

type Registers = typeof REGISTERS;

function read<Name extends keyof Registers>(folder: string, name: Name): z.output<Registers[Name]>[] {
  const path = join(folder, name);
  if (!existsSync(path)) return [];
  const parsed = Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  });
  const [broken] = parsed.errors;
  if (broken) throw new OperatorError(`${path}, line ${(broken.row ?? 0) + 2}: ${broken.message}`, USAGE);
  const rows: z.output<Registers[Name]>[] = [];
  parsed.data.forEach((row, index) => {
    const checked = REGISTERS[name].safeParse(row);
    if (!checked.success) {
      const reason = z.prettifyError(checked.error).replaceAll('\n', ' ');
      throw new OperatorError(`${path}, line ${index + 2}: ${reason}`, USAGE);
    }
    rows.push(checked.data as z.output<Registers[Name]>);
  });
  return rows;
}
