import {
  capFindings,
  FINDINGS_PER_CODE,
  type Finding,
  type FindingCode,
  factsOf,
} from '../domain/findings/finding.ts';
import type { ReportRecord } from '../domain/report.ts';
import type { KnownReport, Reports } from '../store/write/reports.ts';
import type { Intake } from './intake/intake.ts';
import { heldSummary, type ReportSummary } from './summary.ts';

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

/** A new report of a run that is doubtful as a whole, with the findings that say why. */
export interface DoubtfulReport {
  known: KnownReport;
  doubts: readonly Finding[];
}

/**
 * The doubtful ones of the reports that a run took. `settled` are the new findings about series and states. A report that
 * an earlier run received is never doubtful: its figures may be in use.
 */
export function findDoubtful(
  taken: readonly ReportSummary[],
  settled: readonly Finding[],
  { reports, receivedAt }: { reports: Reports; receivedAt: string },
): DoubtfulReport[] {
  return taken.flatMap(({ sha256, status, rows, findings: ofFile }): DoubtfulReport[] => {
    const known = reports.find(`${sha256}`);
    if (status !== 'loaded' || known?.record.received_at !== receivedAt) return [];
    const ofRows = settled.filter(({ reportId }) => reportId === known.id);
    const reasons = [...ofFile, ...ofRows].filter(isDoubtful);
    const unusual = ofRows.filter(({ code }) => code === 'unusual-payment');
    if (unusual.length * 100 > MOST_UNUSUAL_PERCENT * rows) reasons.push(...unusual);
    const doubts = capFindings(reasons.map(withoutPlacement), FINDINGS_PER_CODE);
    return doubts.length > 0 ? [{ known, doubts }] : [];
  });
}

/** Takes the rows of doubtful reports out again, and sets the reports aside for a person to review. */
export function holdReports(
  taken: readonly ReportSummary[],
  doubtful: readonly DoubtfulReport[],
  { rows, archive, receivedAt: at }: Pick<Intake, 'rows' | 'archive' | 'receivedAt'>,
): ReportSummary[] {
  const held = new Map<string, ReportRecord>();
  for (const { known, doubts } of doubtful) {
    const record = { ...known.record, held: { at, doubts, accepted: null } };
    rows.load(record, [], doubts);
    archive.replacePending(record);
    held.set(record.sha256, record);
  }
  return taken.map((summary) => {
    const record = held.get(`${summary.sha256}`);
    return record?.held ? heldSummary(summary.path, record, record.held) : summary;
  });
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
function withoutPlacement(item: Finding): Finding {
  return { ...item, reportId: null, jurisdictionId: null, month: null };
}
