/** Does the work of the backfill with DuckDB: `duckdb <folder of reports> <database> <threads>`. */
import './work-begins.ts';
import { argv } from 'node:process';
import { deriveWithDuckDb } from '../duckdb-derivation.ts';

const [, , reports = '', database = '', threads = ''] = argv;
await deriveWithDuckDb(reports, database, Number(threads));
