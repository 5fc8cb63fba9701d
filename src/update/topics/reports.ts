import {
  atPlace,
  describeFinding,
  type FindingCode,
  findingMessage,
  isCapped,
} from '../../domain/findings/finding.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import { nameFew, plural } from '../../domain/text/wording.ts';
import type { ReportSummary } from '../../pipeline/summary.ts';
import { isSuperseded } from '../fetched-units.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

/** Findings about rows of a report that do not count. */
const NOT_COUNTED: ReadonlySet<FindingCode> = new Set(['withdrawn-report', 'outdated-row']);

/** Warnings that rows of a new report may be missing, shifted or wrong. */
const DOUBTFUL: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'blank-total',
  'control-total',
  'conflicting-reports',
  'date-outside-month',
  'future-month',
  'hidden-sheet',
  'lone-month',
  'month-restated',
  'net-payment-missing',
  'no-cents',
  'repeated-total',
  'row-arithmetic',
  'unknown-note',
  'unusual-payment',
  'unusual-sum',
]);

export function refusals({ run, downloads }: UpdateOutcome): Notice {
  const refused = run.reports.filter(
    ({ status, path }) => status === 'refused' && !isSuperseded(path, downloads),
  );
  return {
    summary: `${plural(refused.length, 'report')} refused`,
    details: refused.map(({ path, findings }) => {
      const error = findings.find(({ severity }) => severity === 'error');
      return error ? `${atPlace(path, error)}: ${error.code}: ${findingMessage(error)}` : path;
    }),
  };
}

export function heldReports({ held }: UpdateOutcome): Notice {
  return {
    summary: `${plural(held.length, 'report')} held for your review`,
    details: held.map(({ file_name, sha256, doubts: [first] }) => {
      const hash = shortHash(sha256);
      const reason = first ? `${first.code}: ${describeFinding(first).text} ` : '';
      return `${file_name}: ${reason}Run allocations accept ${hash} --reason TEXT, or allocations reject ${hash} --reason TEXT.`;
    }),
  };
}

/** New reports whose figures do not count: they were withdrawn, or another report wins. */
export function reportsNotCounted({ units, run, undelivered }: UpdateOutcome): Notice {
  const fetched = new Set(units.filter(({ isChanged }) => isChanged).map(({ file }) => file));
  const details = [
    ...run.reports.filter(({ path, status }) => fetched.has(path) && status !== 'loaded'),
    ...undelivered.filter(({ status }) => status === 'loaded'),
  ].flatMap((report) => firstOfEach(report, NOT_COUNTED));
  return {
    summary: `figures of ${plural(details.length, 'new report')} do not count: withdrawn, or another report wins`,
    details,
  };
}

export function doubtfulReports({ undelivered }: UpdateOutcome): Notice {
  const doubtful = undelivered.filter(
    ({ status, findings }) => status === 'loaded' && findings.some(({ code }) => DOUBTFUL.has(code)),
  );
  const codes = new Set(doubtful.flatMap(({ findings }) => findings.map(({ code }) => code)));
  return {
    summary: `figures of ${plural(doubtful.length, 'new report')} are doubtful: ${nameFew([...DOUBTFUL].filter((code) => codes.has(code)))}`,
    details: doubtful.flatMap((report) => firstOfEach(report, DOUBTFUL)),
  };
}

/** For each of these codes, a report's first finding with its place, and the number of others. */
function firstOfEach({ path, findings }: ReportSummary, codes: ReadonlySet<FindingCode>): string[] {
  return [...codes].flatMap((code) => {
    const ofCode = findings.filter((item) => item.code === code);
    const [first, ...more] = ofCode;
    if (!first) return [];
    const atLeast = isCapped(ofCode) ? 'at least ' : '';
    const others = more.length > 0 ? ` (and ${atLeast}${more.length} more of this code)` : '';
    return [`${atPlace(path, first)}: ${code}: ${findingMessage(first)}${others}`];
  });
}
