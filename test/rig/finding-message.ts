import { type Finding, type FindingCode, findingMessage } from '../../src/domain/findings/finding.ts';
import type { PipelineRig } from './pipeline-rig.ts';

/** Returns the message of a finding, or `undefined` without one. */
export function optionalMessage(item: Pick<Finding, 'code' | 'facts'> | undefined): string | undefined {
  return item && findingMessage(item);
}

/** Returns the message of a finding, given as a row of its table. */
export function storedMessage({ code, facts }: Record<string, unknown>): string {
  return findingMessage({ code: String(code) as FindingCode, facts: JSON.parse(String(facts)) });
}

/** The findings with these codes, with the report and the row that each stands at. */
export function findingsOf(rig: Pick<PipelineRig, 'select'>, ...codes: FindingCode[]) {
  return rig
    .select<{
      code: string;
      month: string | null;
      file_name: string | null;
      row: number | null;
      facts: string;
    }>(
      `SELECT code, substr(allocation_period, 1, 7) AS month, file_name, "row", facts FROM finding
       LEFT JOIN report ON report.id = report_id WHERE code IN ('${codes.join("', '")}') ORDER BY 1, 2, 4`,
    )
    .map(({ facts, ...found }) => ({ ...found, message: storedMessage({ ...found, facts }) }));
}
