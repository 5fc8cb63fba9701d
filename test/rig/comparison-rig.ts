import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readRegisters } from '../../src/registers/registers.ts';
import { storedMessage } from './finding-message.ts';
import type { PipelineRig } from './pipeline-rig.ts';
import type { Payment, SummaryLine } from './reports/comparison-sheets.ts';
import { faultsOf } from './verify.ts';

const MONTH = '2024-01';

export function paid(code: string, name: string, dollars = '100.00'): Payment {
  return [code, name, MONTH, dollars];
}

export function county(name: string, more: Partial<SummaryLine> = {}): SummaryLine {
  return { type: 'COUNTY', name, month: MONTH, rate: '0.5', net: '100.00', ...more };
}

export function city(name: string, inCounty: string, more: Partial<SummaryLine> = {}): SummaryLine {
  return { ...county(name), type: inCounty, rate: '1.5', ...more };
}

/** Code, rate in millionths and county of each jurisdiction. */
export function known(rig: PipelineRig): [string, number | null, string | null][] {
  return rig
    .select<{ code: string; rate: number | null; county: string | null }>(
      'SELECT sales_tax_id AS code, sales_tax_rate AS rate, county FROM jurisdiction ORDER BY id',
    )
    .map(({ code, rate, county: inCounty }) => [code, rate, inCounty]);
}

/** The findings about summaries. */
export function found(rig: PipelineRig, code?: string): string[] {
  return rig
    .select<Parameters<typeof storedMessage>[0] & { code: string }>(
      "SELECT * FROM finding WHERE scope = 'state' AND code LIKE 'summary-%' ORDER BY id",
    )
    .filter((row) => code === undefined || row.code === code)
    .map(storedMessage);
}

export function register(rig: PipelineRig, ...lines: readonly string[]): void {
  const text = ['state,type,listed,sales_tax_id,source', ...lines].join('\n');
  writeFileSync(join(rig.folder, 'reference', 'listed-names.csv'), `${text}\n`);
  rig.options.registers = readRegisters(join(rig.folder, 'reference'));
}

export async function load(rig: PipelineRig, files: Readonly<Record<string, string>>): Promise<void> {
  const paths = Object.entries(files).map(([name, text]) => rig.write(name, text));
  const { reports } = await rig.run({ files: paths });
  for (const { status, findings } of reports)
    expect({ status, findings: findings.filter(({ severity }) => severity === 'error') }).toEqual({
      ...{ status: 'loaded', findings: [] },
    });
  expect(await faultsOf(rig)).toEqual([]);
}
