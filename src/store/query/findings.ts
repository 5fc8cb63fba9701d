import { describeFinding, type Finding } from '../../domain/findings/finding.ts';
import { monthIndex } from '../../domain/month.ts';
import type { PaymentDoubt } from '../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../domain/reading/once.ts';
import type { Dataset } from '../dataset.ts';
import { DOUBTING } from '../views/doubted-payment.ts';
import { withFacts } from '../write/stored-findings.ts';
import type { StoredRows } from './stored-rows.ts';

/** A current finding with its place. */
interface ListedFinding extends Omit<Finding, 'reportId' | 'jurisdictionId'> {
  /** The run that first found it. */
  run_id: number;
  state: string;
  /** Null if the finding is about a whole report or state. */
  jurisdiction_id: number | null;
  /** The report of the finding; null if there is none. */
  report_sha256: string | null;
  file_name: string | null;
}

/** Reads findings, in the order of their ids. */
export function readFindings({ sqlite }: Dataset, ids: readonly number[]): ListedFinding[] {
  return sqlite
    .prepare<[string], Omit<ListedFinding, 'facts'> & { facts: string }>(
      // CROSS JOIN keeps the order of the listed ids
      `SELECT finding.severity, finding.code, finding.facts, finding.run_id, finding.state, finding.jurisdiction_id,
         substr(finding.allocation_period, 1, 7) AS month, report.sha256 AS report_sha256, report.file_name,
         finding.sheet, finding."row", finding."column"
       FROM json_each(?) AS listed CROSS JOIN finding ON finding.id = listed.value
       LEFT JOIN report ON report.id = finding.report_id`,
    )
    .all(JSON.stringify(ids))
    .map(withFacts);
}

const BYTES_OF_DOUBT = 500;

/** The doubted payments of a state, by jurisdiction id and `monthIndex`. Made once for each version of the dataset. */
export const doubtsOf = perContentAndKey(
  ({ dataset }: StoredRows, state: string): ReadonlyMap<number, ReadonlyMap<number, PaymentDoubt>> => {
    const ids = dataset.sqlite
      .prepare<[string, string], number>(
        // a doubt that depends on other months gives way to one that does not
        `SELECT id FROM finding WHERE state = ? AND code IN (SELECT value FROM json_each(?))
         ORDER BY code <> 'unusual-payment', id`,
      )
      .pluck()
      .all(state, JSON.stringify(DOUBTING));
    const doubts = new Map<number, Map<number, PaymentDoubt>>();
    for (const finding of readFindings(dataset, ids)) {
      const { jurisdiction_id: id, month, code } = finding;
      if (id === null || month === null) continue;
      const ofPlace = doubts.get(id) ?? new Map<number, PaymentDoubt>();
      doubts.set(id, ofPlace.set(monthIndex(month), { month, code, text: describeFinding(finding).text }));
    }
    return doubts;
  },
  (state) => state,
  (doubts) => BYTES_OF_DOUBT * [...doubts.values()].reduce((sum, { size }) => sum + size, 0),
);
