import { basename } from 'node:path';
import { atPlace, type FindingCode } from '../domain/finding.ts';
import { addMonths } from '../domain/month.ts';
import { stemOfDownload } from '../domain/origin.ts';
import type { ReportKindName } from '../domain/report.ts';
import { stateOf } from '../states/index.ts';
import type { PlacedFinding } from '../store/findings.ts';
import type { Absence, ExpectedPeriod, Period } from '../store/query/completeness.ts';
import type { ReportSummary, RunSummary } from './summary.ts';
import type { Verification } from './verify.ts';

/** What needs a person after an update. The names are those of the JSON it prints. */
export interface Attention {
  about:
    | 'verify'
    | 'refused'
    | 'missing'
    | 'fewer-rows'
    | 'total-jump'
    | 'rows-not-restated'
    | 'not-counted'
    | 'doubtful'
    | 'fetch'
    | 'overdue'
    | 'corrections';
  /** In few words, for one line. */
  summary: string;
  /** One line each, with what to do. */
  details: string[];
}

/** A unit that was fetched, or was not. */
export interface FetchedUnit {
  source: string;
  unit: string;
  kind: ReportKindName | null;
  /** Why it could not be fetched; `null` where it could. */
  failure: string | null;
  /** Whether the portal was still at work on it. */
  isNotReady: boolean;
  /** Its file in the inbox; `null` where there is none. */
  file: string | null;
  /** Whether the file came just now. */
  isNew: boolean;
  /** What the names of its files begin with, before the hash. */
  stem: string;
}

/** What an update saw. */
export interface UpdateOutcome {
  units: readonly FetchedUnit[];
  /** Why nothing could be fetched at all; `null` where it was tried. */
  fetchFailure: string | null;
  run: Pick<RunSummary, 'reports'>;
  verification: Pick<Verification, 'findings'>;
  absence: Absence;
  /** The kinds of which the dataset has anything. */
  kindsThere: ReadonlySet<ReportKindName>;
  /** Findings about months and reports as a whole that nobody was told of. */
  warnings: readonly PlacedFinding[];
}

/** Things named in a summary; of the others the number is told. */
const NAMED = 3;

/** Findings by which rows of a report do not count. */
const NOT_COUNTED: ReadonlySet<FindingCode> = new Set(['withdrawn-report', 'outdated-row']);

/** Warnings by which rows of a new report may be missing, slipped, or not meant. */
const DOUBTFUL: ReadonlySet<FindingCode> = new Set([
  'control-total',
  'conflicting-reports',
  'future-month',
  'hidden-sheet',
  'lone-month',
  'net-payment',
  'net-payment-missing',
  'total-collections',
  'unusual-sum',
]);

/** What needs a person, the gravest first; empty where nothing does. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const { run, verification, absence, warnings } = outcome;
  const refused = run.reports.filter(
    ({ status, path }) => status === 'refused' && !isSuperseded(path, outcome.units),
  );
  const corrections = verification.findings.filter(({ about }) => about === 'corrections');
  const wrong = verification.findings.filter(({ about }) => about !== 'corrections');
  const overdue = absence.expected.filter((period) => period.overdue);
  const refusals = refused.map(({ path, findings }) => {
    const error = findings.find(({ severity }) => severity === 'error');
    return error ? `${path}: ${error.code}: ${error.message}` : path;
  });
  const failures = fetchFailures(outcome);
  // the newest first: they are what a new report brought
  const warningsOf = (code: FindingCode) => warnings.filter((item) => item.code === code).toReversed();
  const notRestated = warningsOf('rows-not-restated');
  const notCounted = reportsNotCounted(outcome);
  const doubtful = run.reports.filter(
    ({ status, findings }) => status === 'loaded' && findings.some(({ code }) => DOUBTFUL.has(code)),
  );
  const doubts = new Set(doubtful.flatMap(({ findings }) => findings.map(({ code }) => code)));
  const all: Attention[] = [
    {
      about: 'verify',
      summary: `verify found ${counted(wrong.length, 'thing')} not as ${wrong.length === 1 ? 'it' : 'they'} must be`,
      details: wrong.map(({ about, message }) => `${about}: ${message}`),
    },
    { about: 'refused', summary: `${counted(refused.length, 'report')} refused`, details: refusals },
    {
      about: 'missing',
      summary: `${counted(absence.missing.length, 'period')} missing: ${listed(absence.missing.map(nameOf))}`,
      details: stretchesOf(absence.missing).map(
        ([first, last]) =>
          `no ${first.kind} report has ${first === last ? first.period : `${first.period} to ${last.period}`}, though earlier and later ones are there; find and ingest ${first === last ? 'it' : 'them'}`,
      ),
    },
    ...(['fewer-rows', 'total-jump'] as const).map((code): Attention => {
      const ofCode = warningsOf(code);
      return {
        about: code,
        // the statement stands before its figures and the advice
        summary: listed(ofCode.map(({ message }) => message.split(/; | \(/)[0] ?? message)),
        details: ofCode.map(({ message }) => message),
      };
    }),
    {
      about: 'rows-not-restated',
      summary: `rows are gone from a later report: ${listed(notRestated.map(({ month }) => `from ${month} on`))}`,
      details: notRestated.map(({ message }) => message),
    },
    {
      about: 'not-counted',
      summary: `what came now does not count, as a withdrawn or longer report stands against it (${counted(notCounted.length, 'report')})`,
      details: notCounted,
    },
    {
      about: 'doubtful',
      summary: `figures of ${counted(doubtful.length, 'new report')} are doubtful: ${listed([...DOUBTFUL].filter((code) => doubts.has(code)))}`,
      details: doubtful.flatMap((report) => firstOfEach(report, DOUBTFUL)),
    },
    { about: 'fetch', summary: failures.summary, details: failures.details },
    {
      about: 'overdue',
      summary: `overdue: ${listed(overdue.toReversed().map((period) => `${nameOf(period)} expected since ${period.expected_since}, not yet published`))}`,
      details: overdue.map(
        ({ kind, period, expected_since }) =>
          `${kind} ${period} was expected on ${expected_since}, and the one after it is due as well; look at the portal`,
      ),
    },
    {
      about: 'corrections',
      summary: `${counted(corrections.length, 'entry', 'entries')} of corrections.json ${corrections.length === 1 ? 'does' : 'do'} not fit`,
      details: corrections.map(({ message }) => message),
    },
  ];
  return all.filter(({ details }) => details.length > 0);
}

/** Why figures that came now do not count: another report goes further, or what was fetched had been withdrawn. */
function reportsNotCounted({ units, run }: UpdateOutcome): string[] {
  const fetched = new Set(units.filter(({ isNew }) => isNew).map(({ file }) => file));
  return run.reports
    .filter(({ path, status }) => fetched.has(path) || status === 'loaded')
    .flatMap((report) => firstOfEach(report, NOT_COUNTED));
}

/** The first finding of each of these codes that a report has, with its place, and how many more there are. */
function firstOfEach({ path, findings }: ReportSummary, codes: ReadonlySet<FindingCode>): string[] {
  return [...codes].flatMap((code) => {
    const [first, ...more] = findings.filter((item) => item.code === code);
    if (!first) return [];
    const others = more.length > 0 ? ` (and ${more.length} more of this code)` : '';
    return [`${atPlace(path, first)}: ${code}: ${first.message}${others}`];
  });
}

/** Periods of a kind that follow each other, as the first and the last of them. */
function stretchesOf(periods: readonly Period[]): [Period, Period][] {
  const stretches: [Period, Period][] = [];
  for (const period of periods) {
    const { state, kind, allocation_period } = period;
    const open = stretches.at(-1);
    const last = open?.[1];
    const interval = stateOf(state).reportInterval(kind);
    const follows = last?.kind === kind && addMonths(last.allocation_period, interval) === allocation_period;
    if (open && follows) open[1] = period;
    else stretches.push([period, period]);
  }
  return stretches;
}

/** Whether a file was downloaded for a unit that has another one by now. */
function isSuperseded(path: string, units: readonly FetchedUnit[]): boolean {
  // units whose names are alike have the same stem
  if (units.some(({ file }) => file === path)) return false;
  const downloaded = stemOfDownload(basename(path));
  return units.some(({ file, stem }) => file !== null && file !== path && stem === downloaded);
}

/** The sources of which no row came for any unit, though there is nothing of their kind yet. */
function emptySources({ units, kindsThere }: UpdateOutcome): string[] {
  const bySource = new Map<string, FetchedUnit[]>();
  for (const unit of units) bySource.set(unit.source, [...(bySource.get(unit.source) ?? []), unit]);
  const isEmpty = ({ file, failure, kind }: FetchedUnit) =>
    file === null && failure === null && kind !== null && !kindsThere.has(kind);
  return [...bySource].filter(([, ofSource]) => ofSource.every(isEmpty)).map(([source]) => source);
}

/** What could not be fetched; what is merely not ready only where it is overdue, or was never there. */
function fetchFailures(outcome: UpdateOutcome): { summary: string; details: string[] } {
  const { units, fetchFailure, absence, kindsThere } = outcome;
  if (fetchFailure !== null) return { summary: `nothing fetched: ${fetchFailure}`, details: [fetchFailure] };
  const isLate = (kind: ReportKindName | null) =>
    kind === null ||
    !kindsThere.has(kind) ||
    absence.expected.some((period) => period.kind === kind && period.overdue);
  const failed = units.filter(
    ({ failure, isNotReady, kind }) => failure !== null && (!isNotReady || isLate(kind)),
  );
  const empty = emptySources(outcome);
  return {
    summary: `not fetched: ${listed([...empty, ...failed.map(({ source, unit }) => `${source} ${unit}`)])}`,
    details: [
      ...empty.map(
        (source) => `${source}: no row came at all; look at month_field and month_filter of the source`,
      ),
      ...failed.map(({ source, unit, failure }) => `${source} ${unit}: ${failure}`),
    ],
  };
}

/** A period by its state: of one state, months and quarters are told apart by their form. */
export function nameOf({ state, period }: Pick<ExpectedPeriod, 'state' | 'period'>): string {
  return `${state} ${period}`;
}

/** The first few, and how many more. */
export function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  return [...names.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

/** `1 report`, `2 reports`. */
function counted(count: number, word: string, words = `${word}s`): string {
  return `${count} ${count === 1 ? word : words}`;
}
