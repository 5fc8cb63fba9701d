import type Database from 'better-sqlite3';
import { storeCounties } from '../../../src/domain/jurisdiction.ts';
import { CALIFORNIA_FIELDS } from '../../../src/states/ca/fields.ts';
import { stateOf } from '../../../src/states/index.ts';
import { TEXAS_FIELDS } from '../../../src/states/tx/fields.ts';
import { openForWriting } from '../../../src/store/dataset.ts';
import { type Chance, openChance } from '../reports/chance.ts';

const FIRST_MONTH = 2018 * 12 + 5;
const MONTHS = 104;
/** Percentage of datapoints to leave out. */
const GAPS = 5;

type Value = number | null;

/** Returns one value of a column. `row` counts all rows from 0. */
type Filling = (row: number, month: number, place: number, chance: Chance) => Value;

/** Columns with many ties, zeros and nulls: what makes sorting hard. */
const FILLINGS: readonly Filling[] = [
  (_row, _month, _place, chance) => chance.between(-5_000_000, 900_000_000),
  // most are 0, many are null, the rest are small positive and negative values
  (_row, _month, _place, chance) => {
    const kind = chance.between(1, 100);
    if (kind <= 25) return null;
    return kind <= 80 ? 0 : chance.between(-300, 300);
  },
  () => null,
  () => 4200,
  (row) => (row % 2 === 0 ? 100 : 200),
  (_row, _month, _place, chance) => (chance.between(1, 3) <= 2 ? null : chance.between(0, 1_000_000)),
  (_row, _month, _place, chance) => chance.between(-2, 2),
  // groups of exactly 1,000
  (row) => Math.floor(row / 1000) * 10,
  (_row, month) => month,
  (_row, _month, place) => -place,
  // 1,001 nulls, 999 zeros, 1,002 of one value; the rest are unique
  (row) => {
    if (row < 1001) return null;
    if (row < 2000) return 0;
    return row < 3002 ? 7 : row;
  },
];

interface Shape {
  state: string;
  fips: number;
  fields: readonly string[];
  places: readonly { code: string; type: string | null }[];
  seed: number;
}

const TYPES = ['city', 'county', 'transit', 'special_district'] as const;

const CALIFORNIA: Shape = {
  state: 'ca',
  fips: 6,
  fields: CALIFORNIA_FIELDS.map(({ name }) => name),
  places: Array.from({ length: 45 }, (_, at) => ({
    code: String(1001 + at * 13).padStart(5, '0'),
    type: TYPES[at % 4] ?? null,
  })),
  seed: 7,
};

const TEXAS: Shape = {
  state: 'tx',
  fips: 48,
  fields: TEXAS_FIELDS.map(({ name }) => name),
  // 92 cities give this type more than 8,000 datapoints; six of each other type follow
  places: Array.from({ length: 110 }, (_, at) => {
    const type = at < 92 ? 0 : 1 + Math.floor((at - 92) / 6);
    const digit = [2, 4, 3, 5][type] ?? 2;
    return { code: String(digit * 1_000_000 + 1001 + at * 7), type: TYPES[type] ?? null };
  }),
  seed: 11,
};

function monthName(index: number): string {
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
}

/** Writes a dataset of about 4,300 California and 10,700 Texas datapoints. */
export function writeManyDatapoints(database: string): void {
  const dataset = openForWriting(database);
  try {
    dataset.sqlite.transaction(() => {
      for (const shape of [CALIFORNIA, TEXAS]) writeState(dataset.sqlite, shape);
      nameVersion(dataset.sqlite);
    })();
  } finally {
    dataset.close();
  }
}

/** Records a run, which gives the dataset a new version. */
export function nameVersion(sqlite: Database.Database): void {
  sqlite
    .prepare(
      `INSERT INTO run (command, started_at, finished_at, outcome, program_version, summary, dataset_version)
       VALUES ('ingest', '2026-11-01T00:00:00.000Z', '2026-11-01T00:00:01.000Z', 'ok', 'test', '{}', lower(hex(randomblob(16))))`,
    )
    .run();
}

function writeState(sqlite: Database.Database, { state, fips, fields, places, seed }: Shape): void {
  const jurisdiction = sqlite.prepare(
    `INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, type, printed_name, county, counties)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const families = ['', 'delta_', 'trend_', 'ytd_'];
  const figures = families.flatMap((prefix) => fields.map((field) => `${prefix}${field}`));
  const dated = ['allocation_period', 'revenue_period', 'sales_period', 'quarter'];
  const columns = ['jurisdiction_id', ...dated, ...figures, 'first_run_id'];
  const allocation = sqlite.prepare(
    `INSERT INTO ${state}_allocation (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const chance = openChance(seed);
  let row = 0;
  for (const [place, { code, type }] of places.entries()) {
    const id = fips * 10_000_000 + Number(code);
    const { county, counties } = storeCounties(stateOf(state).countiesOf(code));
    const names = [`Place ${code}`, `place-${code}`, type, `PLACE ${code}`];
    jurisdiction.run(id, state, code, ...names, county, counties);
    for (let at = 0; at < MONTHS; at++) {
      // some begin late
      if (chance.between(1, 100) <= GAPS || (place % 9 === 8 && at < 20)) continue;
      const month = FIRST_MONTH + at;
      const values = figures.map((_, column) => {
        // each family uses other fillings, so a field and its derived figures differ
        const filling = FILLINGS[(column + Math.floor(column / fields.length) * 3) % FILLINGS.length];
        return filling?.(row, at, place, chance) ?? null;
      });
      const quarter = Math.floor((((month - 2) % 12) + 6) / 3) % 4;
      const dates = [month, month - 1, month - 2].map(monthName);
      allocation.run(id, ...dates, quarter + 1, ...values, 1);
      row += 1;
    }
  }
}
