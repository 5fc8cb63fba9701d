/** The aim of a ratio, and its bound on any machine. */
interface Limit {
  meaning: string;
  /** `null` without an aim. If a ratio must stay 1, the aim is 1.1: a tenth is noise. */
  aim: number | null;
  /** For `--check`: the measured value plus its noise. `null` if it is not checked. */
  bound: number | null;
}

/** Every measured ratio. */
export const RATIOS = {
  'backfill-to-duckdb': { meaning: 'backfill : DuckDB', aim: 1.5, bound: 8 },
  'backfill-memory': { meaning: 'peak memory of the backfill : 400 MiB', aim: 1, bound: 1.25 },
  'backfill-to-bytes': { meaning: 'backfill : reading the bytes', aim: null, bound: null },
  'backfill-to-papaparse': { meaning: 'backfill : papaparse alone', aim: null, bound: null },
  'backfill-to-import': { meaning: "backfill : the sqlite3 shell's .import", aim: null, bound: null },
  'backfill-to-insert': { meaning: 'backfill : inserting the dataset', aim: null, bound: null },
  'restated-month-to-backfill': { meaning: 'restated month : backfill', aim: 0.05, bound: 0.2 },
  'nothing-new-seconds': { meaning: 'nothing new : 0.4 s', aim: 1, bound: null },
  'nothing-new-to-start': { meaning: 'nothing new : the start of the program', aim: null, bound: 3 },
  'nothing-new-to-quarter': {
    meaning: 'nothing new : the same with a quarter of the rows',
    aim: 1.1,
    bound: 1.6,
  },
  'workbooks-to-exceljs': { meaning: 'backfill from workbooks : exceljs alone', aim: 1.25, bound: 2.5 },
  'workbooks-to-exceljs-threads': {
    meaning: 'backfill from workbooks : exceljs alone on all cores',
    aim: 1.25,
    bound: 4,
  },
  'growth-time': { meaning: 'time per row, four times the jurisdictions : all', aim: 1.1, bound: 1.6 },
  'growth-time-months': { meaning: 'time per row, four times the months : all', aim: 1.1, bound: 1.6 },
  'growth-memory': { meaning: 'memory per row, four times the jurisdictions : all', aim: 1.1, bound: 1.3 },
  'growth-files': { meaning: 'peak memory, four times the months : all', aim: 1.1, bound: 2 },
  'parquet-memory': { meaning: 'peak memory of the Parquet files : 330 MiB', aim: 1, bound: 1.5 },
  'postgres-to-copy': { meaning: 'publishing to PostgreSQL : psql \\copy', aim: null, bound: 4 },
  'unusual-marked': { meaning: 'datapoints marked as unusual : 0.5 %', aim: 1, bound: 1 },
  'unusual-missed': { meaning: 'tenfold and tenth-part errors missed : 5 %', aim: 1, bound: 1 },
} as const satisfies Record<string, Limit>;

export type RatioName = keyof typeof RATIOS;

/** One measured ratio with its aim and bound. */
export interface JudgedRatio extends Limit {
  name: RatioName;
  value: number;
  /** `null` without an aim. */
  isReached: boolean | null;
  /** Whether it exceeds its bound. */
  isBeyond: boolean;
}

export function judgeRatios(measured: Partial<Record<RatioName, number>>): JudgedRatio[] {
  const names = Object.keys(RATIOS).filter((name): name is RatioName => Object.hasOwn(RATIOS, name));
  return names.flatMap((name) => {
    const value = measured[name];
    if (value === undefined) return [];
    const limit: Limit = RATIOS[name];
    const isReached = limit.aim === null ? null : value <= limit.aim;
    return [{ name, value, ...limit, isReached, isBeyond: limit.bound !== null && !(value <= limit.bound) }];
  });
}
