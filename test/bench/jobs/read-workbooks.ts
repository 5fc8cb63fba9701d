/** Lower bound of workbooks: exceljs reads several at a time: `read-workbooks <folder> <threads>`. */
import './work-begins.ts';
import { argv } from 'node:process';
import Tinypool from 'tinypool';
import { findReportFiles } from '../../../src/files/report-paths.ts';

const [, , folder = '', threads = ''] = argv;
const pool = new Tinypool({
  filename: new URL('workbook.mjs', import.meta.url).href,
  runtime: 'worker_threads',
  maxThreads: Number(threads),
});
const counts = await Promise.all((await findReportFiles([folder])).map((path) => pool.run(path)));
await pool.destroy();
process.stdout.write(`${counts.length}\n`);
