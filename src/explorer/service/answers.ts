/** The answers of addresses that the service does not describe yet. */
import type { Jurisdiction, JurisdictionPage, StateOverview } from '../../client/types.gen.ts';

/** A field of a state's records. */
export type FieldOverview = StateOverview['fields'][number];

export interface PageOf<Item, Meta = object> {
  data: Item[];
  links: JurisdictionPage['links'];
  meta: JurisdictionPage['meta'] & Meta;
}

type Type = Jurisdiction['type'];

export interface MonthlyAnalysis {
  allocation_period: string;
  value: number | null;
  year_ago: number | null;
  change: number | null;
  rolling_year: number | null;
  rolling_year_ago: number | null;
  rolling_year_change: number | null;
  year_to_date: number | null;
  year_to_date_ago: number | null;
  year_to_date_change: number | null;
  fiscal_year: string;
  fiscal_year_to_date: number | null;
  fiscal_year_to_date_ago: number | null;
  fiscal_year_to_date_change: number | null;
  share_of_county: number | null;
  share_of_state: number | null;
  rank: number | null;
  ranked: number | null;
  quarter_total: number | null;
  quarter_total_ago: number | null;
  quarter_total_change: number | null;
}
export type AnalysisPage = PageOf<MonthlyAnalysis, { field: string; fiscal_year_start: number }>;

export interface JurisdictionMention {
  id: number;
  name: string;
  type: Type;
  county: string | null;
}

export interface ComparisonLine {
  rank: number | null;
  jurisdiction: JurisdictionMention | null;
  group: string | null;
  members: number;
  missing: number;
  value: number | null;
  year_ago: number | null;
  change: number | null;
  year_to_date: number | null;
  year_to_date_ago: number | null;
  year_to_date_change: number | null;
  fiscal_year_to_date: number | null;
  fiscal_year_to_date_ago: number | null;
  fiscal_year_to_date_change: number | null;
  rolling_year: number | null;
  rolling_year_ago: number | null;
  rolling_year_change: number | null;
}
export type ComparisonPage = PageOf<
  ComparisonLine,
  { allocation_period: string; fiscal_year_start: number; group: string }
>;
