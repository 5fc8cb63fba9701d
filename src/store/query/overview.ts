import type { FindingCounts } from '../../domain/findings/finding.ts';
import { isCounted, isKindOf, type ReportKindName } from '../../domain/report.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { type MonthContent, StateMonths } from '../state-months.ts';
import { openReports } from '../write/reports.ts';
import { openRuns } from '../write/runs.ts';
import { countStoredFindings } from '../write/stored-findings.ts';
import {
  type ExpectedPeriod,
  findAbsence,
  type KindMonths,
  type Period,
  readKindMonths,
  type Schedule,
} from './completeness.ts';
import { type HeldReport, readHeld } from './held.ts';

/** A month of a state, and the report kinds that have rows of it. */
export interface OverviewMonth extends MonthContent {
  kinds: ReadonlyMap<ReportKindName, boolean>;
}

/** What is loaded of one state, and what is not. */
export interface StateOverview {
  state: State;
  /** Newest first. */
  months: OverviewMonth[];
  /** Periods that are due and later than all loaded ones. */
  expected: ExpectedPeriod[];
  /** Periods between loaded ones. */
  missing: Period[];
  held: HeldReport[];
  findings: FindingCounts;
  /** Whether reports of a sample give figures of the state. */
  hasInvented: boolean;
}

/** A run that made a version of the dataset. */
export interface VersionRun {
  id: number;
  command: string;
  finished_at: string;
  version: string;
  /** `null` once the summary is forgotten. */
  result: RunResult | null;
}

/** What a run did: its reports by status, and its datapoints. */
export interface RunResult {
  reports: ReadonlyMap<string, number>;
  datapoints: { inserted: number; updated: number; removed: number };
}

const RUNS_LISTED = 20;

/** The months of all states. Reading them takes long, so keep them for each version of the dataset. */
export interface LoadedMonths {
  ofKinds: KindMonths;
  /** By the code of the state, newest first. */
  ofStates: ReadonlyMap<string, OverviewMonth[]>;
}

export function readLoadedMonths(dataset: Dataset): LoadedMonths {
  const ofKinds = readKindMonths(dataset);
  return {
    ofKinds,
    ofStates: new Map(STATES.map((state) => [state.code, readMonths(dataset, state, ofKinds)])),
  };
}

/** Reads what is loaded of each state, what is missing, and the newest runs that changed the dataset. */
export function readOverview(
  dataset: Dataset,
  { ofKinds, ofStates }: LoadedMonths,
  schedule: Schedule,
): { states: StateOverview[]; runs: VersionRun[] } {
  const { expected, missing } = findAbsence(ofKinds, schedule);
  const held = readHeld(dataset);
  const invented = readInventedKinds(dataset);
  const isOf = (state: State) => (period: Period) => period.state === state.code;
  return {
    states: STATES.map((state) => ({
      state,
      months: ofStates.get(state.code) ?? [],
      expected: expected.filter(isOf(state)),
      missing: missing.filter(isOf(state)),
      held: held.filter(({ kind }) => isKindOf(state.code, kind)),
      findings: countStoredFindings(dataset, state.code),
      hasInvented: invented.some((kind) => isKindOf(state.code, kind)),
    })),
    runs: openRuns(dataset)
      .ofVersions(RUNS_LISTED)
      .flatMap(({ id, command, finished_at, dataset_version: version, summary }) =>
        version === null ? [] : [{ id, command, finished_at, version, result: resultOf(summary) }],
      ),
  };
}

/** The kind of each report that gives figures and says that they are invented. */
function readInventedKinds(dataset: Dataset): ReportKindName[] {
  return openReports(dataset)
    .list()
    .flatMap(({ record }) => (isCounted(record) && record.origin?.invented ? [record.kind] : []));
}

function readMonths(dataset: Dataset, state: State, kindMonths: KindMonths): OverviewMonth[] {
  // a dataset may do without comparison sheets
  const comparisonSheets = state.comparisonSheets.filter(({ name }) => kindMonths.get(name)?.length);
  const kinds = [...state.kinds, ...comparisonSheets].map(({ name }) => ({
    name,
    months: new Set(kindMonths.get(name)),
  }));
  return new StateMonths(dataset, state)
    .contents()
    .reverse()
    .map((content) => ({
      ...content,
      kinds: new Map(kinds.map(({ name, months }) => [name, months.has(content.month)])),
    }));
}

function resultOf(summary: string): RunResult | null {
  const { reports, allocations }: { reports?: { status: string }[]; allocations?: RunResult['datapoints'] } =
    JSON.parse(summary);
  if (!reports || !allocations) return null;
  const counts = new Map<string, number>();
  for (const { status } of reports) counts.set(status, (counts.get(status) ?? 0) + 1);
  return { reports: counts, datapoints: allocations };
}
