import {
  capFindings,
  FINDINGS_PER_CODE,
  type Finding,
  type FindingCode,
  factsOf,
} from '../domain/findings/finding.ts';
import { formatMonth, monthOfDate } from '../domain/month.ts';
import { readRegularFile } from '../files/regular-file.ts';
import type { KnownReport } from '../store/write/reports.ts';
import { quarantineReport } from './archive/quarantine.ts';
import type { OpenRun } from './open-run.ts';
import { type ReportSummary, refused } from './summary.ts';

/** Findings that make a report doubtful as a whole, whatever their facts: it probably is not what it says. */
const DOUBTFUL: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'control-total',
  'date-outside-month',
  'future-month',
  'shifted-months',
  'total-jump',
]);
/** What says most about a report comes first: which month it is of, then what it lacks, then its amounts. */
const DECISIVE: readonly FindingCode[] = [
  ...(['month-restated', 'date-outside-month', 'future-month', 'shifted-months'] as const),
  ...(['fewer-rows', 'control-total', 'total-jump', 'unusual-payment'] as const),
];
/** A month that lost more of its rows than this makes its report doubtful. */
const MOST_ROWS_LOST_PERCENT = 10;
/** So many payments outside of one month tell of which month a report is. */
const MANY_DATES = 10;
/** A report with more unusual payments among its rows than this is doubtful. */
const MOST_UNUSUAL_PERCENT = 2;

/** A new report of a run that is doubtful as a whole, with the findings that say why. */
interface DoubtfulReport {
  known: KnownReport;
  doubts: Finding[];
}

/**
 * The doubtful ones of the reports that a run loaded. `settled` are the new findings about series and states. A report that
 * an earlier run received is never doubtful: its figures may be in use. One that a person accepted is not either.
 */
export function findDoubtful(
  { options, reports, receivedAt }: OpenRun,
  summaries: readonly ReportSummary[],
  settled: readonly Finding[],
): DoubtfulReport[] {
  if (options.onDoubt === 'load') return [];
  return summaries.flatMap(({ sha256, status, rows, findings: ofFile }): DoubtfulReport[] => {
    const known = reports.find(`${sha256}`);
    if (status !== 'loaded' || known?.record.received_at !== receivedAt || known.record.accepted) return [];
    const ofRows = settled.filter(({ reportId }) => reportId === known.id);
    const reasons = [...ofFile, ...ofRows].filter(isDoubtful);
    const unusual = ofRows.filter(({ code }) => code === 'unusual-payment');
    if (unusual.length * 100 > MOST_UNUSUAL_PERCENT * rows) reasons.push(...unusual);
    reasons.sort((a, b) => DECISIVE.indexOf(a.code) - DECISIVE.indexOf(b.code));
    return reasons.length > 0 ? [{ known, doubts: capFindings(reasons, FINDINGS_PER_CODE) }] : [];
  });
}

/** Takes the rows of doubtful reports out again, and copies the reports to the quarantine with their doubts. */
export function refuseDoubtful(
  { options, reports, loader, archive, kept }: OpenRun,
  summaries: readonly ReportSummary[],
  doubtful: readonly DoubtfulReport[],
): ReportSummary[] {
  const doubts = new Map(doubtful.map(({ known, doubts: why }) => [known.record.sha256, why]));
  for (const { known } of doubtful) {
    loader.remove(known);
    reports.remove(known);
  }
  return summaries.map((summary) => {
    const { path, sha256, kind, status } = summary;
    const why = doubts.get(`${sha256}`);
    if (!why || sha256 === null || status === 'refused') return summary;
    const keep = kept.get(sha256);
    if (keep) {
      const bytes = readRegularFile(archive.pathOf(keep.record));
      quarantineReport(options.quarantine, { path, sha256, bytes }, why);
      if (keep.isPut) archive.takeBack(keep.record);
      kept.delete(sha256);
    }
    return { ...refused(path, sha256, why), kind };
  });
}

/** What a doubtful report probably is, in a sentence with a blank before it; empty if its doubts do not tell. */
export function likelyMonth(doubts: readonly Finding[]): string {
  const paid = doubts.flatMap((item) => factsOf('date-outside-month', item) ?? []);
  const printed = doubts.flatMap((item) => factsOf('month-restated', item) ?? []);
  const labels = new Set([...paid, ...printed].map(({ month }) => month));
  const [label] = labels;
  // other dates may be wrong one by one
  if (!label || labels.size > 1 || (printed.length === 0 && paid.length < MANY_DATES)) return '';
  const months = new Set(paid.map((one) => formatMonth(monthOfDate(one.paid))));
  const month = months.size === 1 ? [...months].join() : 'another month';
  return ` This looks like the file of ${month}, labelled ${formatMonth(monthOfDate(label))}.`;
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
