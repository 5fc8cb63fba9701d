import {
  capFindings,
  FINDINGS_PER_CODE,
  type Finding,
  type FindingCode,
  factsOf,
} from '../domain/findings/finding.ts';
import type { ReportRecord } from '../domain/report.ts';
import type { PlacedFinding } from '../store/write/placed-finding.ts';
import type { ReportSummary } from './summary.ts';

/** Findings that make a report doubtful as a whole, whatever their facts. */
const DOUBTFUL: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'control-total',
  'date-outside-month',
  'future-month',
  'lone-month',
  'no-cents',
  'old-formulas',
  'repeated-total',
  'unknown-note',
  'total-jump',
]);
/** A month that lost more of its rows than this makes its report doubtful. */
const MOST_ROWS_LOST_PERCENT = 10;
/** A report with more unusual payments among its rows than this is doubtful. */
const MOST_UNUSUAL_PERCENT = 2;

/** The doubtful reports of a run: SHA-256 to the findings that say why. */
export type Doubts = ReadonlyMap<string, readonly Finding[]>;

/** What a run did, as far as doubts are concerned. */
interface RunSoFar {
  /** The time of receipt of the run's new reports. */
  receivedAt: string;
  summaries: readonly ReportSummary[];
  settled: { findings: readonly PlacedFinding[] };
  recordOf(reportId: number): ReportRecord | undefined;
  reportIdOf(sha256: string): number | undefined;
}

/**
 * The new reports of a run that are doubtful as a whole, each with the findings that say why. A report that an earlier run
 * received is never doubtful: its figures may be in use.
 */
export function findDoubts(run: RunSoFar): Doubts {
  const doubts = new Map<string, readonly Finding[]>();
  for (const { sha256, status, rows, findings: ofFile } of run.summaries) {
    const id = sha256 === null ? undefined : run.reportIdOf(sha256);
    if (sha256 === null || id === undefined || status !== 'loaded') continue;
    if (run.recordOf(id)?.receivedAt !== run.receivedAt) continue;
    const ofRows = run.settled.findings.filter(({ reportId }) => reportId === id);
    const reasons = [...ofFile, ...ofRows].filter(isDoubtful);
    const unusual = ofRows.filter(({ code }) => code === 'unusual-payment');
    if (unusual.length * 100 > MOST_UNUSUAL_PERCENT * rows) reasons.push(...unusual);
    if (reasons.length > 0) doubts.set(sha256, capFindings(reasons.map(withoutPlacement), FINDINGS_PER_CODE));
  }
  return doubts;
}

function isDoubtful(item: Finding): boolean {
  const volume = factsOf('fewer-rows', item);
  if (volume !== null) {
    const { before, now, isUnexplained } = volume;
    return isUnexplained || (before - now) * 100 > MOST_ROWS_LOST_PERCENT * before;
  }
  const restated = factsOf('month-restated', item);
  if (restated !== null) return !restated.hasNewerMonth && restated.changed * 2 > restated.datapoints;
  return DOUBTFUL.has(item.code);
}

/** The finding alone: the report, jurisdiction and month are those of this run. */
function withoutPlacement({ severity, code, facts, sheet, row, column }: Finding): Finding {
  return { severity, code, facts, sheet, row, column };
}
