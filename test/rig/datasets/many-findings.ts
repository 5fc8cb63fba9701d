import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type FindingCode, findingMessage } from '../../../src/domain/findings/finding.ts';
import { readRegisters } from '../../../src/registers/registers.ts';
import { STATES } from '../../../src/states/index.ts';
import { withFacts } from '../../../src/store/write/stored-findings.ts';
import { createPipelineRig, type PipelineRig } from '../pipeline-rig.ts';
import { statement, texasReport } from '../reports/small-reports.ts';

/** Loads all fixtures, whose reports contradict each other, and more odd reports into one dataset. */
export async function loadManyFindings(
  ...whenDone: Parameters<typeof createPipelineRig>
): Promise<PipelineRig> {
  const rig = createPipelineRig(...whenDone);
  for (const { code } of STATES) {
    for (const name of readdirSync(join('fixtures', code))) {
      const reports = join('fixtures', code, name, 'reports');
      for (const file of readdirSync(reports))
        rig.write(`${code}-${name}/${file}`, readFileSync(join(reports, file)));
    }
  }
  for (const [name, report] of Object.entries(ODD_REPORTS)) rig.write(name, report);
  writeFileSync(join(rig.folder, 'reference', 'corrections.json'), JSON.stringify(CORRECTIONS));
  rig.options.registers = readRegisters(join(rig.folder, 'reference'));
  await rig.run({ command: 'update' });
  return rig;
}

const cities = (month: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    code: String(2_990_001 + at),
    name: `CITY ${at}`,
    month,
    current: 100 + at,
  }));

const places = Array.from({ length: 60 }, (_, at) => ({
  code: String(70_001 + at),
  month: '2017-05',
  net: 100 + at,
}));

const ODD_REPORTS = {
  // two months with the same total, and one row of a future month
  'odd/texas.csv': texasReport([...cities('2017-01', 50), ...cities('2017-02', 50), ...cities('2062-11', 1)]),
  'odd/blank-total.csv': texasReport(cities('2016-01', 1)).replace('2016-01-01,100.00,', '2016-01-01,,'),
  // amounts without cents; one net payment does not add up
  'odd/statement.csv': statement(places).replace(/,159\n$/, ',158\n'),
};

const ENTRY = {
  state: 'ca',
  kind: 'ca/monthly-statement',
  jurisdiction: '70001',
  month: '2017-05',
  field: 'net_payment',
  published: '100',
  correct: '101',
  reason: 'a test',
  source: 'a letter',
};
const CORRECTIONS = [
  ENTRY,
  { ...ENTRY, jurisdiction: '70002', published: '7' },
  { ...ENTRY, jurisdiction: '70003', month: '2016-01' },
];

/** A row of the table of findings. */
export interface FindingRow {
  id: number;
  run_id: number;
  scope: string;
  report_id: number | null;
  severity: string;
  code: FindingCode;
  facts: string;
  sheet: string | null;
  row: number | null;
  column: string | null;
}

/** Returns all findings of a dataset in the order of storing. */
export function findingRows({ database }: PipelineRig): FindingRow[] {
  const sqlite = new Database(database, { readonly: true });
  try {
    return sqlite.prepare<[], FindingRow>('SELECT * FROM finding ORDER BY id').all();
  } finally {
    sqlite.close();
  }
}

export function messageOfRow(row: FindingRow): string {
  return findingMessage(withFacts(row));
}
