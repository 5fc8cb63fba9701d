import type {
  AnalyzedMonthPage,
  BudgetMonthPage,
  ChangePage,
  ComparedLinePage,
  ComparisonLinePage,
  FindingPage,
  JurisdictionItem,
  JurisdictionPage,
  MonthTotalPage,
  NearPlacePage,
  OverviewItem,
  PartPage,
  ProjectionPage,
  RevisionPage,
  SentencePage,
  SourcesPage,
  StateOverview,
  TotalYearPage,
  UpdatePage,
  YearPage,
} from '../../client/generated/types.gen.ts';
import { linkTo, type Parameters } from '../address/address.ts';
import type { Inquiry } from './request.ts';

/** A field of a state's records. */
export type FieldOverview = StateOverview['fields'][number];

/** The largest page of a list. */
const ALL = 1000;

function question<Body>(path: string, parameters: Parameters = {}): Inquiry<Body> {
  return { address: linkTo(path, parameters) };
}

/** What the dataset has: states, their fields, months, held reports and findings. */
export const overviewQuestion = (): Inquiry<OverviewItem> => question('/api/overview');

export const searchQuestion = (text: string, state?: string, limit = 10): Inquiry<JurisdictionPage> =>
  question('/api/jurisdictions', { q: text, state, limit });

/** The jurisdictions of a county. */
export const countyQuestion = (county: string, state?: string): Inquiry<JurisdictionPage> =>
  question('/api/jurisdictions', { county, state, limit: 100 });

export const jurisdictionQuestion = (id: string): Inquiry<JurisdictionItem> =>
  question(`/api/jurisdictions/${id}`);

/** All months of one field of a jurisdiction, newest first. */
export const analysisQuestion = (id: string, chosen: Parameters): Inquiry<AnalyzedMonthPage> =>
  question(`/api/jurisdictions/${id}/analysis`, chosen);

/** The years of one field of a jurisdiction, calendar years first, the newest first. */
export const yearsQuestion = (id: string, chosen: Parameters): Inquiry<YearPage> =>
  question(`/api/jurisdictions/${id}/years`, chosen);

/** The years of the sums of a state's jurisdictions. */
export const totalYearsQuestion = (state: string, parameters: Parameters): Inquiry<TotalYearPage> =>
  question(`/api/${state}/sales-tax/years`, parameters);

/** Where the year of a state's jurisdictions may end. */
export const projectionQuestion = (state: string, parameters: Parameters): Inquiry<ProjectionPage> =>
  question(`/api/${state}/sales-tax/projections`, parameters);

/** The months of the year against the registered budgets. */
export const budgetQuestion = (state: string, parameters: Parameters): Inquiry<BudgetMonthPage> =>
  question(`/api/${state}/sales-tax/budget-months`, parameters);

/** The payments of a state's jurisdictions or groups in two periods. */
export const periodsQuestion = (state: string, parameters: Parameters): Inquiry<ComparedLinePage> =>
  question(`/api/${state}/sales-tax/period-comparison`, parameters);

/** The parts of the payments of a jurisdiction, newest month first, each beside the year before. */
export const partsQuestion = (id: string): Inquiry<PartPage> => question(`/api/jurisdictions/${id}/parts`);

/** What happened in the newest month of a jurisdiction, in sentences. */
export const sentencesQuestion = (id: string, parameters: Parameters): Inquiry<SentencePage> =>
  question(`/api/jurisdictions/${id}/sentences`, parameters);

/** The five jurisdictions of the same state and type that are nearest in size. */
export const nearestQuestion = (id: string, parameters: Parameters): Inquiry<NearPlacePage> =>
  question(`/api/jurisdictions/${id}/nearest`, parameters);

/** The note of a jurisdiction: a page of HTML. */
export const noteQuestion = (id: number, parameters: Parameters): Inquiry<Blob> =>
  question(`/api/jurisdictions/${id}/note`, parameters);

/** The reports and rows behind one month of a jurisdiction. */
export const sourcesQuestion = (id: string, month: string): Inquiry<SourcesPage> =>
  question(`/api/jurisdictions/${id}/sources`, { allocation_period: month });

/** The changed figures of a jurisdiction, newest first. */
export const revisionsQuestion = (id: string): Inquiry<RevisionPage> =>
  question('/api/revisions', { jurisdictions: id, limit: ALL });

export const findingsQuestion = (parameters: Parameters): Inquiry<FindingPage> =>
  question('/api/findings', { limit: ALL, ...parameters });

/** The jurisdictions or groups of a state in one month; by default the newest. */
export const comparisonQuestion = (state: string, parameters: Parameters): Inquiry<ComparisonLinePage> =>
  question(`/api/${state}/sales-tax/comparison`, parameters);

/** The sums of a state's jurisdictions, newest month first. */
export const totalsQuestion = (state: string, parameters: Parameters): Inquiry<MonthTotalPage> =>
  question(`/api/${state}/sales-tax/totals`, parameters);

/** What is new, in sentences, newest first. */
export const updatesQuestion = (parameters: Parameters): Inquiry<UpdatePage> =>
  question('/api/updates', parameters);

/** What changed since a version of the dataset; by default, what the newest run changed. */
export const changesQuestion = (parameters: Parameters): Inquiry<ChangePage> =>
  question('/api/changes', { limit: ALL, ...parameters });
