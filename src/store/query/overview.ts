import type { FindingCounts } from '../../domain/findings/finding.ts';
import type { Month } from '../../domain/month.ts';
import { perContent } from '../../domain/reading/once.ts';
import { type HeldReport, isCounted, isKindOf, type ReportKindName } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { type MonthContent, StateMonths } from '../state-months.ts';
import { openReports } from '../write/reports.ts';
import { countStoredFindings } from '../write/stored-findings.ts';
import {
  type ExpectedPeriod,
  findAbsence,
  type KindMonths,
  type Period,
  readKindMonths,
  type Schedule,
} from './completeness.ts';
import { readHeld } from './held.ts';
import type { StoredRows } from './stored-rows.ts';

/** A month of a state, and the report kinds that have rows of it. */
export interface OverviewMonth extends MonthContent {
  kinds: ReadonlyMap<ReportKindName, boolean>;
}

export interface StateOverview {
  state: State;
  /** Newest first. */
  months: OverviewMonth[];
  /** Periods that are due and later than all loaded ones. */
  expected: ExpectedPeriod[];
  /** Periods without a report, from the state's first month on. */
  missing: Period[];
  held: HeldReport[];
  findings: FindingCounts;
  /** Whether reports of a sample give figures of the state. */
  hasInvented: boolean;
}

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

/** Reads what is loaded of each state, and what is missing. */
export function readOverview(
  dataset: Dataset,
  { ofKinds, ofStates }: LoadedMonths,
  schedule: Schedule,
): StateOverview[] {
  const { expected, missing } = findAbsence(ofKinds, schedule);
  const held = readHeld(dataset);
  const sources = readStateSources(dataset);
  const isOf = (state: State) => (period: Period) => period.state === state.code;
  return STATES.map((state) => ({
    state,
    months: ofStates.get(state.code) ?? [],
    expected: expected.filter(isOf(state)),
    missing: missing.filter(isOf(state)),
    held: held.filter(({ kind }) => isKindOf(state.code, kind)),
    findings: countStoredFindings(dataset, state.code),
    hasInvented: sources.some((source) => source.state === state && source.hasInvented),
  }));
}

/** The reports that give the figures of a state. */
export interface StateSource {
  state: State;
  reports: number;
  /** Their newest month. `null`: no report is loaded. */
  newest: Month | null;
  /** The portals that they were downloaded from. */
  hosts: string[];
  /** Whether reports of a sample give figures. */
  hasInvented: boolean;
}

export function readStateSources(dataset: Dataset): StateSource[] {
  const counted = openReports(dataset)
    .list()
    .map(({ record }) => record)
    .filter(isCounted);
  return STATES.map((state) => {
    const own = counted.filter(({ kind }) => isKindOf(state.code, kind));
    const urls = own.flatMap(({ origin }) => (origin && URL.canParse(origin.url) ? [origin.url] : []));
    const hosts = urls.map((url) => new URL(url).hostname).filter((host) => host !== '');
    return {
      state,
      reports: own.length,
      newest:
        own
          .map(({ last_month }) => last_month)
          .sort(compareText)
          .at(-1) ?? null,
      hosts: [...new Set(hosts)].sort(compareText),
      hasInvented: own.some(({ origin }) => origin?.invented),
    };
  });
}

/** Whether a sample gives figures of any state. */
export const hasSample = perContent(({ dataset }: StoredRows) =>
  readStateSources(dataset).some(({ hasInvented }) => hasInvented),
);

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
