import { dayInWords } from '../domain/calendar-day.ts';
import {
  atLeast,
  atPlace,
  type Finding,
  type FindingCode,
  findingMessage,
  headlineOf,
  refusalMessage,
} from '../domain/findings/finding.ts';
import type { ReportKindName } from '../domain/report.ts';
import { nameFew, periodsInWords, plural } from '../domain/text/wording.ts';
import { likelyMonth } from '../pipeline/doubts.ts';
import { isDoubtful, type ReportSummary, type RunSummary } from '../pipeline/summary.ts';
import type { Verification } from '../pipeline/verify/verify.ts';
import type { UnitSummary } from '../portals/summary.ts';
import { titleOfKind } from '../states/index.ts';
import { periodLabel, stretchesOf } from '../store/query/completeness.ts';
import type { DatasetAfter } from './dataset-change.ts';
import { emptyFeeds, groupFailures, nameDownloads } from './downloads.ts';

/** The text of one topic. */
interface Notice {
  /** A few words for the first line. */
  summary: string;
  /** One line for each problem, with the remedy. Empty if there is no problem. */
  details: string[];
}

export interface NotesAfter {
  folder: string;
  /** How many files the update wrote or replaced. */
  written: number;
  /** What kept it from writing others. */
  failures: string[];
}

export interface UpdateOutcome
  extends Pick<DatasetAfter, 'untold' | 'archivedBefore' | 'absence' | 'kindsLoaded'> {
  units: readonly UnitSummary[];
  /** Why the whole fetch failed, or `null`. */
  fetchFailure: string | null;
  run: Pick<RunSummary, 'reports'>;
  /** `null` if the update leaves it out. */
  verification: Pick<Verification, 'findings'> | null;
  /** `null` if no notes are asked for. */
  notes: NotesAfter | null;
}

/** A topic that needs a person after an update. The names are those of the printed JSON. */
export interface Attention extends Notice {
  about: (typeof TOPICS)[number][0];
}

/** The topics that may need a person, the most serious first. */
const TOPICS = [
  ['verify', faults],
  ['new-dataset', newDataset],
  ['refused', refusals],
  ['missing', missingPeriods],
  ['warnings', newWarnings],
  ['fetch', fetchFailures],
  ['overdue', overduePeriods],
  ['notes', unwrittenNotes],
] as const;

/** The topics that need a person, the most serious first. */
export function findAttention(outcome: UpdateOutcome): Attention[] {
  const all = TOPICS.map(([about, describe]): Attention => ({ about, ...describe(outcome) }));
  return all.filter(({ details }) => details.length > 0);
}

function faults({ verification }: UpdateOutcome): Notice {
  const { findings } = verification ?? { findings: [] };
  return {
    summary: `verification found ${plural(findings.length, 'problem')}`,
    details: findings.map(({ about, message }) => `${about}: ${message}`),
  };
}

function newDataset({ archivedBefore: count }: UpdateOutcome): Notice {
  const summary = `the dataset is new, but the archive has ${plural(count, 'older report')}`;
  const detail =
    `This dataset is new, but the archive has ${plural(count, 'older report')}. ` +
    'If the dataset was lost, restore a backup. ' +
    'Without a backup, move it away and run allocations rebuild: it loads all archived reports, but not the revisions.';
  return { summary, details: count > 0 ? [detail] : [] };
}

function unwrittenNotes({ notes }: UpdateOutcome): Notice {
  const details = notes?.failures ?? [];
  return { summary: `${plural(details.length, 'note')} not written`, details };
}

function refusals({ run }: UpdateOutcome): Notice {
  const refused = run.reports.filter(({ status }) => status === 'refused');
  return {
    summary: `${plural(refused.length, 'report')} refused`,
    details: refused.map((report) => {
      const { path, findings } = report;
      const reason = findings.find(({ severity }) => severity === 'error') ?? findings[0];
      if (!reason) return path;
      const advice = isDoubtful(report)
        ? `${likelyMonth(findings)} Compare it with what the state published. To load it anyway: allocations ingest ${path} --accept REASON`
        : '';
      return `${atPlace(path, reason)}: ${reason.code}: ${refusalMessage(reason)}${advice}`;
    }),
  };
}

function missingPeriods({ absence: { missing } }: UpdateOutcome): Notice {
  return {
    summary: `${plural(missing.length, 'period')} missing: ${nameFew(missing.map(periodLabel))}`,
    details: stretchesOf(missing).map(
      ([first, last]) =>
        `No ${titleOfKind(first.kind)} covers ${periodsInWords(first.period, last.period)}, but earlier and later periods are loaded. Find the missing report and run ingest.`,
    ),
  };
}

function overduePeriods({ absence }: UpdateOutcome): Notice {
  const overdue = absence.expected.filter((period) => period.overdue);
  return {
    summary: `overdue: ${nameFew(overdue.toReversed().map((period) => `${periodLabel(period)} (expected ${dayInWords(period.expected_since)})`))}`,
    details: stretchesOf(overdue).map(([first, last]) => {
      const [is, since] = first === last ? ['was', 'on'] : ['were', 'from'];
      return `${titleOfKind(first.kind)} ${periodsInWords(first.period, last.period)} ${is} expected ${since} ${dayInWords(first.expected_since)}, and the next period is due as well. Look at the portal.`;
    }),
  };
}

/** The topic of missing periods tells this one as long as it holds. */
const TOLD_ELSEWHERE: FindingCode = 'missing-report';

/** The warnings that updates found since the last one that was told. */
function newWarnings({ units, run, untold }: UpdateOutcome): Notice {
  const fetched = new Set(units.filter(({ status }) => status === 'new').map(({ file }) => file));
  const reports = [
    // a new download that changes nothing: it was withdrawn, or another report wins
    ...run.reports.filter(({ path, status }) => status === 'unchanged' && fetched.has(path)),
    ...untold.flatMap((one) => one.reports).filter(({ status }) => status === 'loaded'),
  ];
  const others = untold.flatMap((one) => one.others).filter(isTold);
  const ofReports = reports.flatMap(firstOfEach);
  const count = others.length + ofReports.length;
  const headlines = [...others.map(headlineOf), ...ofReports.map(({ name }) => name)];
  return {
    summary: `${plural(count, 'new warning')}: ${nameFew([...new Set(headlines)])}`,
    details: [
      ...others.map((item) => `${item.code}: ${findingMessage(item)}`),
      ...ofReports.map(({ text }) => text),
    ],
  };
}

function isTold({ code, severity }: Finding): boolean {
  return severity === 'warning' && code !== TOLD_ELSEWHERE;
}

/** For each code, a report's first warning with its place, and the number of others. */
function firstOfEach({ path, findings }: ReportSummary): { name: string; text: string }[] {
  const codes = new Set(findings.filter(isTold).map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const ofCode = findings.filter((item) => item.code === code);
    const [first, ...more] = ofCode;
    if (!first) return [];
    const others = more.length > 0 ? ` (and ${atLeast(ofCode)}${more.length} more of this code)` : '';
    return [
      {
        name: headlineOf(first),
        text: `${atPlace(path, first)}: ${code}: ${findingMessage(first)}${others}`,
      },
    ];
  });
}

const AT_THE_PORTAL = 'Look at the portal: it may ask to sign in, or the report has another address';

/** Failed downloads. A unit that is not ready counts only if a report of its kind is due, or was never loaded. */
function fetchFailures({ units, fetchFailure, absence, kindsLoaded }: UpdateOutcome): Notice {
  if (fetchFailure !== null)
    return { summary: `the download failed: ${fetchFailure}`, details: [fetchFailure] };
  const isDue = (kind: ReportKindName) =>
    !kindsLoaded.has(kind) || absence.expected.some((period) => period.kind === kind);
  const failed = units.filter(
    ({ status, not_ready, kind }) => status === 'failed' && (!not_ready || isDue(kind)),
  );
  const empty = emptyFeeds(units, kindsLoaded);
  return {
    summary: `not downloaded: ${[...empty.map(({ kind }) => titleOfKind(kind)), ...(failed.length > 0 ? [nameDownloads(failed)] : [])].join(', ')}`,
    details: [
      ...empty.map(
        (one) =>
          `${titleOfKind(one.kind)}: The portal sent no rows. Check month_field and month_filter of ${one.feed} in the portal file.`,
      ),
      ...groupFailures(failed).map(({ name, message, units: [first] }) =>
        first?.not_ready ? `${name}: ${message}. ${AT_THE_PORTAL}` : `${name}: ${message}`,
      ),
    ],
  };
}
