import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { allocations } from '../program.ts';
import { statement, texasReport } from '../reports/small-reports.ts';

const EARLIER = statement([
  { code: '36990', name: 'DRY WELLS', month: '2024-01', net: 1 },
  { code: '45990', name: 'TIN CUP', month: '2024-01', net: 1 },
]);
// replaces the row that names 45990 "TIN CUP"
const LATER = statement([
  { code: '01990', name: 'ALDER CREEK', month: '2024-02', net: 1 },
  { code: '01001', name: 'ALAMEDA', month: '2024-02', net: 1 },
  { code: '01998', name: 'ALAMEDA COUNTY', type: 'County', month: '2024-02', net: 1 },
  { code: '28001', name: 'ST. HELENA', month: '2024-02', net: 1 },
  { code: '36990', name: 'JUNIPER WELLS', month: '2024-02', net: 1 },
  { code: '45990', name: 'OLD FURNACE', month: '2024-01', net: 1 },
  { code: '45990', name: 'OLD FURNACE', month: '2024-02', net: 1 },
  { code: '19001', name: 'PASADENA', month: '2024-02', net: 1 },
]);
const DETAIL = texasReport([
  { code: '2999001', name: 'ANDREWS', month: '2024-01', current: 1000 },
  { code: '4999001', name: 'ANDREWS', month: '2024-01', current: 1000 },
  { code: '2101001', name: 'PASADENA', month: '2024-01', current: 1000 },
  { code: '5999005', name: 'WISE CO ESD 1', month: '2024-01', current: 1000 },
  ...['A', 'B', 'C', 'D', 'E', 'F'].map((letter, at) => ({
    code: `299910${at}`,
    name: `MESQUITE ${letter}`,
    month: '2024-01',
    current: 1000,
  })),
]);

/** Loads reports into a folder's dataset: some jurisdictions change their name, some share one. */
export function loadLookupReports(folder: string): void {
  mkdirSync(join(folder, 'inbox'));
  const reports = { 'earlier.csv': EARLIER, 'later.csv': LATER, 'detail.csv': DETAIL };
  for (const [name, content] of Object.entries(reports)) {
    writeFileSync(join(folder, 'inbox', name), content);
    expect(allocations(folder, 'ingest', join('inbox', name))).toMatchObject({ status: 0 });
  }
}
