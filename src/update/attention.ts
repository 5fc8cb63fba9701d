import {
  atPlace,
  describeFinding,
  type FindingCode,
  findingMessage,
  isCapped,
} from '../domain/findings/finding.ts';
import { addMonths } from '../domain/month.ts';
import type { ReportKindName } from '../domain/report.ts';
import { counted, listed, periodLabel, stretch } from '../domain/text/wording.ts';
import type { ReportSummary, RunSummary } from '../pipeline/summary.ts';
import type { Verification } from '../pipeline/verify/verify.ts';
import { kindOf } from '../states/index.ts';
import type { Absence, Period } from '../store/query/completeness.ts';
import type { PlacedFinding } from '../store/write/findings.ts';
import { emptyFeeds, type FetchedUnit, isSuperseded } from './fetched-units.ts';

/** What is said of one topic. */
interface Told {
  /** In few words, for one line. */
  summary: string;
  /** One line each, with what to do; none where there is nothing to do. */
  details: string[];
}

/** What needs a person after an update. The names are those of the JSON it prints. */
export interface Attention extends Told {
  about: (typeof TOPICS)[number][0];
}

/** What an update saw. */
export interface UpdateOutcome {
  units: readonly FetchedUnit[];
  /** Why nothing could be fetched at all; `null` where it was tried. */
  fetchFailure: string | null;
  run: Pick<RunSummary, 'reports' | 'others'>;
  /** What this update and those before it did with reports that nobody was told of. */
  untold: readonly ReportSummary[];
  /** The reports of the archive that are older than the dataset, where nobody was told of it. */
  archivedBefore: number;
  verification: Pick<Verification, 'findings'>;
  absence: Absence;
  /** The kinds of which the dataset has anything. */
  kindsThere: ReadonlySet<ReportKindName>;
  /** Findings about months and reports as a whole that nobody was told of. */
  warnings: readonly PlacedFinding[];
}

/** Findings by which rows of a report do not count. */
const NOT_COUNTED: ReadonlySet<FindingCode> = new Set(['withdrawn-report', 'outdated-row']);

/** Warnings by which rows of a new report may be missing, slipped, or not meant. */
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
  'unusual-sum',
]);

/** What may need a person, the gravest first. */
const TOPICS = [
  ['verify', faults],
  ['begun-anew', begunAnew],
  ['refused', refusals],
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

/** What needs a person, the gravest first; empty where nothing does. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const all = TOPICS.map(([about, tell]): Attention => ({ about, ...tell(outcome) }));
  return all.filter(({ details }) => details.length > 0);
}

function faults({ verification }: UpdateOutcome): Told {
  const wrong = verification.findings.filter(({ about }) => about !== 'corrections');
  return {
    summary: `verify found ${counted(wrong.length, 'thing')} not as ${wrong.length === 1 ? 'it' : 'they'} must be`,
    details: wrong.map(({ about, message }) => `${about}: ${message}`),
  };
}

function begunAnew({ archivedBefore: count }: UpdateOutcome): Told {
  const summary = `the dataset was begun anew, though the archive has ${counted(count, 'report')} from before`;
  const advice =
    'where it was lost, put a backup in its place, or move it away and make it again from all that is archived: allocations rebuild; its revisions are gone with it';
  return { summary, details: count > 0 ? [`${summary}; ${advice}`] : [] };
}

function refusals({ run, units }: UpdateOutcome): Told {
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

function missingPeriods({ absence: { missing } }: UpdateOutcome): Told {
  return {
    summary: `${counted(missing.length, 'period')} missing: ${listed(missing.map(periodLabel))}`,
    details: stretchesOf(missing).map(
      ([first, last]) =>
        `no ${first.kind} report has ${stretch(first.period, last.period)}, though earlier and later ones are there; find and ingest ${first === last ? 'it' : 'them'}`,
    ),
  };
}

/** Periods of a kind that follow each other, as the first and the last of them. */
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

function unusualMonths(outcome: UpdateOutcome, code: FindingCode): Told {
  const warnings = warningsOf(outcome, code);
  return {
    summary: listed(warnings.map((item) => describeFinding(item).headline)),
    details: warnings.map(findingMessage),
  };
}

function rowsNotRestated(outcome: UpdateOutcome): Told {
  const warnings = warningsOf(outcome, 'rows-not-restated');
  return {
    summary: `rows are gone from a later report: ${listed(warnings.map(({ month }) => `from ${month} on`))}`,
    details: warnings.map(findingMessage),
  };
}

/** The newest first: they are what a new report brought. */
function warningsOf({ warnings }: UpdateOutcome, code: FindingCode): PlacedFinding[] {
  return warnings.filter((item) => item.code === code).toReversed();
}

/** Why figures that came now do not count: another report goes further, or what was fetched had been withdrawn. */
function reportsNotCounted({ units, run, untold }: UpdateOutcome): Told {
  const fetched = new Set(units.filter(({ isNew }) => isNew).map(({ file }) => file));
  const details = [
    ...run.reports.filter(({ path, status }) => fetched.has(path) && status !== 'loaded'),
    ...untold.filter(({ status }) => status === 'loaded'),
  ].flatMap((report) => firstOfEach(report, NOT_COUNTED));
  return {
    summary: `what came now does not count, as a withdrawn or longer report stands against it (${counted(details.length, 'report')})`,
    details,
  };
}

function doubtfulReports({ untold }: UpdateOutcome): Told {
  const doubtful = untold.filter(
    ({ status, findings }) => status === 'loaded' && findings.some(({ code }) => DOUBTFUL.has(code)),
  );
  const codes = new Set(doubtful.flatMap(({ findings }) => findings.map(({ code }) => code)));
  return {
    summary: `figures of ${counted(doubtful.length, 'new report')} are doubtful: ${listed([...DOUBTFUL].filter((code) => codes.has(code)))}`,
    details: doubtful.flatMap((report) => firstOfEach(report, DOUBTFUL)),
  };
}

/** The first finding of each of these codes that a report has, with its place, and how many more there are. */
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

/** What could not be fetched; what is merely not ready only where it is overdue, or was never there. */
function fetchFailures({ units, fetchFailure, absence, kindsThere }: UpdateOutcome): Told {
  if (fetchFailure !== null) return { summary: `nothing fetched: ${fetchFailure}`, details: [fetchFailure] };
  const isLate = (kind: ReportKindName | null) =>
    kind === null ||
    !kindsThere.has(kind) ||
    absence.expected.some((period) => period.kind === kind && period.overdue);
  const failed = units.filter(
    ({ failure, isNotReady, kind }) => failure !== null && (!isNotReady || isLate(kind)),
  );
  const empty = emptyFeeds(units, kindsThere);
  return {
    summary: `not fetched: ${listed([...empty, ...failed.map(({ feed, unit }) => `${feed} ${unit}`)])}`,
    details: [
      ...empty.map((feed) => `${feed}: no row came at all; look at month_field and month_filter of the feed`),
      ...failed.map(({ feed, unit, failure }) => `${feed} ${unit}: ${failure}`),
    ],
  };
}

function overduePeriods({ absence }: UpdateOutcome): Told {
  const overdue = absence.expected.filter((period) => period.overdue);
  return {
    summary: `overdue: ${listed(overdue.toReversed().map((period) => `${periodLabel(period)} expected since ${period.expected_since}, not loaded yet`))}`,
    details: overdue.map(
      ({ kind, period, expected_since }) =>
        `${kind} ${period} was expected on ${expected_since}, and the one after it is due as well; look at the portal`,
    ),
  };
}

function misfitCorrections({ verification, run }: UpdateOutcome): Told {
  const misfits = verification.findings.filter(({ about }) => about === 'corrections');
  const said = [...run.reports.flatMap(({ findings }) => findings), ...run.others];
  const lapsed = said.filter(({ code }) => code === 'correction-lapsed');
  const count = misfits.length;
  const summaries = [
    ...(count > 0
      ? [`${counted(count, 'entry', 'entries')} of corrections.json ${count === 1 ? 'does' : 'do'} not fit`]
      : []),
    ...(lapsed.length > 0 ? [`${counted(lapsed.length, 'correction')} not made any more`] : []),
  ];
  const details = [...misfits.map(({ message }) => message), ...lapsed.map(findingMessage)];
  return { summary: summaries.join('; '), details };
}
