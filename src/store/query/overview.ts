import type { Month } from '../../domain/month.ts';
import { perContent } from '../../domain/reading/once.ts';
import { isCounted, isKindOf, type ReportKindName } from '../../domain/report.ts';
import { compareText } from '../../domain/text/compare-text.ts';
import { STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Dataset } from '../dataset.ts';
import { type MonthContent, StateMonths } from '../state-months.ts';
import { openReports } from '../write/reports.ts';
import { countStoredFindings } from '../write/stored-findings.ts';
import { type KindMonths, readKindMonths } from './completeness.ts';
import type { StoredRows } from './stored-rows.ts';

/** A month of a state, and the report kinds that have rows of it. */
export interface OverviewMonth extends MonthContent {
  kinds: ReadonlyMap<ReportKindName, boolean>;
}

/** The months of each state by its code, newest first. Made once for each version of the dataset. */
export const loadedMonths = perContent(({ dataset }: StoredRows): ReadonlyMap<string, OverviewMonth[]> => {
  const ofKinds = readKindMonths(dataset);
  return new Map(STATES.map((state) => [state.code, readMonths(dataset, state, ofKinds)]));
});

/** What a person should know of a state's reports. */
export function readStanding(dataset: Dataset, state: State) {
  return {
    findings: countStoredFindings(dataset, state.code),
    has_invented: readStateSources(dataset).some((source) => source.state === state && source.hasInvented),
  };
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
