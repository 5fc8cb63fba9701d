import {
  atPlace,
  describeFinding,
  type FindingCode,
  findingMessage,
  isCapped,
} from '../domain/findings/finding.ts';
import { addMonths } from '../domain/month.ts';
import type { ReportKindName } from '../domain/report.ts';
import { shortHash } from '../domain/text/sha256.ts';
import { counted, listed, periodLabel, stretch } from '../domain/text/wording.ts';
import type { ReportSummary, RunSummary } from '../pipeline/summary.ts';
import type { Verification } from '../pipeline/verify/verify.ts';
import { kindOf } from '../states/index.ts';
import type { Absence, Period } from '../store/query/completeness.ts';
import type { HeldReport } from '../store/query/held.ts';
import type { PlacedFinding } from '../store/write/stored-findings.ts';
import { emptyFeeds, type FetchedUnit, groupFailures, isSuperseded } from './fetched-units.ts';

/** The text of one topic. */
interface Notice {
  /** A few words for the first line. */
  summary: string;
  /** One line for each problem, with the remedy. Empty if there is no problem. */
  details: string[];
}

/** A topic that needs a person after an update. The names are those of the printed JSON. */
export interface Attention extends Notice {
  about: (typeof TOPICS)[number][0];
}

/** The results of an update. */
export interface UpdateOutcome {
  units: readonly FetchedUnit[];
  /** Why the whole fetch failed, or `null`. */
  fetchFailure: string | null;
  run: Pick<RunSummary, 'reports' | 'others'>;
  /** The reports of this and earlier updates whose alerts were not delivered yet. */
  undelivered: readonly ReportSummary[];
  /** Archived reports that are older than the dataset, until that alert is delivered. */
  archivedBefore: number;
  verification: Pick<Verification, 'findings'>;
  absence: Absence;
  /** The kinds that the dataset contains. */
  kindsLoaded: ReadonlySet<ReportKindName>;
  /** Findings about whole months and reports whose alerts were not delivered yet. */
  warnings: readonly PlacedFinding[];
  /** Reports that wait for a review. */
  held: readonly HeldReport[];
}

/** Findings about rows of a report that do not count. */
const NOT_COUNTED: ReadonlySet<FindingCode> = new Set(['withdrawn-report', 'outdated-row']);

/** Warnings that rows of a new report may be missing, shifted or wrong. */
const DOUBTFUL: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'blank-total',
  'control-total',
  'conflicting-reports',
  'future-month',
  'hidden-sheet',
  'lone-month',
  'month-restated',
  'net-payment-missing',
  'no-cents',
  'repeated-total',
  'row-arithmetic',
  'unusual-payment',
  'unusual-sum',
]);

/** The topics that may need a person, the most serious first. */
const TOPICS = [
  ['verify', faults],
  ['new-dataset', newDataset],
  ['refused', refusals],
  ['held', heldReports],
  ['missing', missingPeriods],
  ['fewer-rows', (outcome: UpdateOutcome) => unusualMonths(outcome, 'fewer-rows')],
  ['total-jump', (outcome: UpdateOutcome) => unusualMonths(outcome, 'total-jump')],
  ['rows-not-restated', rowsNotRestated],
  ['not-counted', reportsNotCounted],
  ['doubtful', doubtfulReports],
  ['fetch', fetchFailures],
  ['overdue', overduePeriods],
  ['corrections', misfitCorrections],
] as const;

/** The topics that need a person, the most serious first. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const all = TOPICS.map(([about, describe]): Attention => ({ about, ...describe(outcome) }));
  return all.filter(({ details }) => details.length > 0);
}

function faults({ verification }: UpdateOutcome): Notice {
  const wrong = verification.findings.filter(({ about }) => about !== 'corrections');
  return {
    summary: `verification found ${counted(wrong.length, 'problem')}`,
    details: wrong.map(({ about, message }) => `${about}: ${message}`),
  };
}

function newDataset({ archivedBefore: count }: UpdateOutcome): Notice {
  const summary = `the dataset is new, but the archive has ${counted(count, 'older report')}`;
  const detail =
    `This dataset is new, but the archive has ${counted(count, 'older report')}. ` +
    'If the dataset was lost, restore a backup. ' +
    'Without a backup, move it away and run allocations rebuild: it loads all archived reports, but not the revisions.';
  return { summary, details: count > 0 ? [detail] : [] };
}

function refusals({ run, units }: UpdateOutcome): Notice {
  const refused = run.reports.filter(
    ({ status, path }) => status === 'refused' && !isSuperseded(path, units),
  );
  return {
    summary: `${counted(refused.length, 'report')} refused`,
    details: refused.map(({ path, findings }) => {
      const error = findings.find(({ severity }) => severity === 'error');
      return error ? `${path}: ${error.code}: ${findingMessage(error)}` : path;
    }),
  };
}

function heldReports({ held }: UpdateOutcome): Notice {
  return {
    summary: `${counted(held.length, 'report')} held for your review`,
    details: held.map(({ file_name, sha256, doubts: [first] }) => {
      const hash = shortHash(sha256);
      const reason = first ? `${first.code}: ${findingMessage(first)} ` : '';
      return `${file_name}: ${reason}Run allocations accept ${hash} --reason TEXT, or allocations reject ${hash} --reason TEXT.`;
    }),
  };
}

function missingPeriods({ absence: { missing } }: UpdateOutcome): Notice {
  return {
    summary: `${counted(missing.length, 'period')} missing: ${listed(missing.map(periodLabel))}`,
    details: stretchesOf(missing).map(
      ([first, last]) =>
        `No ${first.kind} report covers ${stretch(first.period, last.period)}, but earlier and later periods are loaded. Find the missing report and run ingest.`,
    ),
  };
}

/** Joins successive periods of a kind. Returns the first and last period of each stretch. */
function stretchesOf(periods: readonly Period[]): [Period, Period][] {
  const stretches: [Period, Period][] = [];
  for (const period of periods) {
    const { kind, allocation_period } = period;
    const open = stretches.at(-1);
    const last = open?.[1];
    const { every } = kindOf(kind).published;
    const follows = last?.kind === kind && addMonths(last.allocation_period, every) === allocation_period;
    if (open && follows) open[1] = period;
    else stretches.push([period, period]);
  }
  return stretches;
}

function unusualMonths(outcome: UpdateOutcome, code: FindingCode): Notice {
  const warnings = warningsOf(outcome, code);
  return {
    summary: listed(warnings.map((item) => describeFinding(item).headline)),
    details: warnings.map(findingMessage),
  };
}

function rowsNotRestated(outcome: UpdateOutcome): Notice {
  const warnings = warningsOf(outcome, 'rows-not-restated');
  return {
    summary: `a later report lacks earlier rows: ${listed(warnings.map(({ month }) => `from ${month} on`))}`,
    details: warnings.map(findingMessage),
  };
}

/** The warnings of a code, newest month first: new reports cause those. */
function warningsOf({ warnings }: UpdateOutcome, code: FindingCode): PlacedFinding[] {
  return warnings.filter((item) => item.code === code).toReversed();
}

/** New reports whose figures do not count: they were withdrawn, or another report wins. */
function reportsNotCounted({ units, run, undelivered }: UpdateOutcome): Notice {
  const fetched = new Set(units.filter(({ isNew }) => isNew).map(({ file }) => file));
  const details = [
    ...run.reports.filter(({ path, status }) => fetched.has(path) && status !== 'loaded'),
    ...undelivered.filter(({ status }) => status === 'loaded'),
  ].flatMap((report) => firstOfEach(report, NOT_COUNTED));
  return {
    summary: `figures of ${counted(details.length, 'new report')} do not count: withdrawn, or another report wins`,
    details,
  };
}

function doubtfulReports({ undelivered }: UpdateOutcome): Notice {
  const doubtful = undelivered.filter(
    ({ status, findings }) => status === 'loaded' && findings.some(({ code }) => DOUBTFUL.has(code)),
  );
  const codes = new Set(doubtful.flatMap(({ findings }) => findings.map(({ code }) => code)));
  return {
    summary: `figures of ${counted(doubtful.length, 'new report')} are doubtful: ${listed([...DOUBTFUL].filter((code) => codes.has(code)))}`,
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

/** Failed downloads. A unit that is not ready counts only if its kind is overdue or was never loaded. */
function fetchFailures({ units, fetchFailure, absence, kindsLoaded }: UpdateOutcome): Notice {
  if (fetchFailure !== null)
    return { summary: `the download failed: ${fetchFailure}`, details: [fetchFailure] };
  const isLate = (kind: ReportKindName | null) =>
    kind === null ||
    !kindsLoaded.has(kind) ||
    absence.expected.some((period) => period.kind === kind && period.overdue);
  const failed = units.flatMap(({ failure, ...unit }) =>
    failure !== null && (!unit.isNotReady || isLate(unit.kind)) ? [{ ...unit, failure }] : [],
  );
  const empty = emptyFeeds(units, kindsLoaded);
  return {
    summary: `not downloaded: ${listed([...empty, ...failed.map(({ feed, unit }) => `${feed} ${unit}`)])}`,
    details: [
      ...empty.map(
        (feed) => `${feed}: The portal sent no rows. Check month_field and month_filter of the feed.`,
      ),
      ...groupFailures(failed).map(({ name, failure }) => `${name}: ${failure}`),
    ],
  };
}

function overduePeriods({ absence }: UpdateOutcome): Notice {
  const overdue = absence.expected.filter((period) => period.overdue);
  return {
    summary: `overdue: ${listed(overdue.toReversed().map((period) => `${periodLabel(period)} (expected ${period.expected_since})`))}`,
    details: overdue.map(
      ({ kind, period, expected_since }) =>
        `${kind} ${period} was expected on ${expected_since}, and the next period is due as well. Look at the portal.`,
    ),
  };
}

function misfitCorrections({ verification, run }: UpdateOutcome): Notice {
  const misfits = verification.findings.filter(({ about }) => about === 'corrections');
  const findings = [...run.reports.flatMap(({ findings }) => findings), ...run.others];
  const lapsed = findings.filter(({ code }) => code === 'correction-lapsed');
  const count = misfits.length;
  const summaries = [
    ...(count > 0
      ? [
          `${counted(count, 'entry', 'entries')} of corrections.json ${count === 1 ? 'does' : 'do'} not match the reports`,
        ]
      : []),
    ...(lapsed.length > 0
      ? [`${counted(lapsed.length, 'correction')} no longer ${lapsed.length === 1 ? 'applies' : 'apply'}`]
      : []),
  ];
  const details = [...misfits.map(({ message }) => message), ...lapsed.map(findingMessage)];
  return { summary: summaries.join(', and '), details };
}
