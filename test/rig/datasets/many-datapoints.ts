import type Database from 'better-sqlite3';
import { storeCounties } from '../../../src/domain/jurisdiction.ts';
import { firstDay, type Month, monthAt, monthIndex } from '../../../src/domain/month.ts';
import { stateOf } from '../../../src/states/index.ts';
import { openForWriting } from '../../../src/store/dataset.ts';
import { type Chance, openChance } from '../reports/chance.ts';

const FIRST_MONTH = monthIndex('2018-06' as Month);
const MONTHS = 104;
/** Percentage of datapoints to leave out. */
const GAPS = 5;

/** Where a value stands: its row counts all rows from 0. */
interface Spot {
  row: number;
  month: number;
  place: number;
  chance: Chance;
}

/** Columns with many ties, zeros and nulls: what makes sorting hard. */
const FILLINGS: readonly ((spot: Spot) => number | null)[] = [
  ({ chance }) => chance.between(-5_000_000, 900_000_000),
  // most are 0, many are null, the rest are small positive and negative values
  ({ chance }) => {
    const kind = chance.between(1, 100);
    if (kind <= 25) return null;
    return kind <= 80 ? 0 : chance.between(-300, 300);
  },
  () => null,
  () => 4200,
  ({ row }) => (row % 2 === 0 ? 100 : 200),
  ({ chance }) => (chance.between(1, 3) <= 2 ? null : chance.between(0, 1_000_000)),
  ({ chance }) => chance.between(-2, 2),
  // groups of exactly 1,000
  ({ row }) => Math.floor(row / 1000) * 10,
  ({ month }) => month,
  ({ place }) => -place,
  // 1,001 nulls, 999 zeros, 1,002 of one value; the rest are unique
  ({ row }) => {
    if (row < 1001) return null;
    if (row < 2000) return 0;
    return row < 3002 ? 7 : row;
  },
];

interface Shape {
  state: 'ca' | 'tx';
  fips: number;
  seed: number;
  /** Codes and types. */
  places: readonly (readonly [code: string, type: string | undefined])[];
}

const TYPES = ['city', 'county', 'transit', 'special_district'];

const SHAPES: readonly Shape[] = [
  {
    ...{ state: 'ca', fips: 6, seed: 7 },
    places: Array.from({ length: 45 }, (_, at) => [String(1001 + at * 13).padStart(5, '0'), TYPES[at % 4]]),
  },
  {
    ...{ state: 'tx', fips: 48, seed: 11 },
    // 92 cities give this type more than 8,000 datapoints; six of each other type follow
    places: Array.from({ length: 110 }, (_, at) => {
      const type = at < 92 ? 0 : 1 + Math.floor((at - 92) / 6);
      return [String(([2, 4, 3, 5][type] ?? 2) * 1_000_000 + 1001 + at * 7), TYPES[type]];
    }),
  },
];

/** Writes a dataset of about 4,300 California and 10,700 Texas datapoints. */
export function writeManyDatapoints(database: string): void {
  const dataset = openForWriting(database);
  try {
    dataset.sqlite.transaction(() => {
      for (const shape of SHAPES) writeState(dataset.sqlite, shape);
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

function writeState(sqlite: Database.Database, { state, fips, places, seed }: Shape): void {
  const jurisdiction = sqlite.prepare(
    `INSERT INTO jurisdiction (id, state, sales_tax_id, name, slug, type, printed_name, county, counties)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const { fields } = stateOf(state);
  const figures = ['', 'delta_', 'trend_', 'ytd_'].flatMap((prefix) =>
    fields.map(({ name }) => prefix + name),
  );
  const dates = ['allocation_period', 'revenue_period', 'sales_period'];
  const columns = ['jurisdiction_id', ...dates, 'quarter', ...figures, 'first_run_id'];
  const allocation = sqlite.prepare(
    `INSERT INTO ${state}_allocation (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
  );
  const chance = openChance(seed);
  let row = 0;
  for (const [place, [code, type = null]] of places.entries()) {
    const id = fips * 10_000_000 + Number(code);
    const { county, counties } = storeCounties(stateOf(state).countiesOf(code));
    const names = [`Place ${code}`, `place-${code}`, type, `PLACE ${code}`];
    jurisdiction.run(id, state, code, ...names, county, counties);
    for (let month = 0; month < MONTHS; month++) {
      // some begin late
      if (chance.between(1, 100) <= GAPS || (place % 9 === 8 && month < 20)) continue;
      const values = figures.map((_, column) => {
        // each family uses other fillings, so a field and its derived figures differ
        const filling = FILLINGS[(column + Math.floor(column / fields.length) * 3) % FILLINGS.length];
        return filling?.({ row, month, place, chance }) ?? null;
      });
      const paid = FIRST_MONTH + month;
      const quarter = 1 + (Math.floor((((paid - 2) % 12) + 6) / 3) % 4);
      const days = [paid, paid - 1, paid - 2].map((at) => firstDay(monthAt(at)));
      allocation.run(id, ...days, quarter, ...values, 1);
      row += 1;
    }
  }
}
