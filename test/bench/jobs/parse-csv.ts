/** Lower bound of parsing: papaparse alone, with the options of the pipeline. */
import './work-begins.ts';
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';
import Papa from 'papaparse';
import { findReportFiles } from '../../../src/files/report-paths.ts';

let rows = 0;
for (const path of await findReportFiles(argv.slice(2))) {
  const text = readFileSync(path, 'utf8');
  rows += Papa.parse<string[]>(text, { header: false, newline: '\n', delimiter: ',' }).data.length;
}
process.stdout.write(`${rows}\n`);
