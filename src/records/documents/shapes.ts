/** The documents of a dataset: files of JSON that a page reads in place of asking the service. */

import type { Budget, OwnEvent, Population, PriceIndex } from '../../domain/allocation.ts';
import type { JurisdictionLife, KnownJurisdiction, KnownState } from '../../domain/reading/figure-reading.ts';
import type { ErrorsBefore } from '../../domain/reading/ready-made.ts';
import type { FigureSource, RowLine } from '../../domain/report.ts';

/** The figures of a series. `null`: there is no figure; `false`: the month has no datapoint. */
export interface PackedSeries {
  /** The `monthIndex` of the first datapoint. */
  first: number;
  slots: readonly (number | null | false)[];
}

/** A state with what analyses need to know of it. */
export interface StateDocument extends Omit<KnownState, 'calendar' | 'idOf'> {
  calendar: Omit<KnownState['calendar'], 'isQuarterEnd'> & { quarterEnds: readonly number[] };
  /** Those that the codes contain, and those that reports name. */
  allCounties: readonly string[];
  /** The `monthIndex` of each month that any jurisdiction has. */
  months: readonly number[];
  /** The id of the first place of each block. */
  blocks: readonly number[];
}

/** What registers say besides the dataset. A site has no budgets, which are the operator's own. */
export interface OwnDocument {
  budgets: readonly Budget[];
  events: readonly OwnEvent[];
  prices: readonly PriceIndex[];
  /** The states whose places have populations, which are a document of their own. */
  populated: readonly string[];
  /** The ids of the places with a budget or an event, by state and code. */
  ids: Readonly<Record<string, number>>;
}

/** What the overview of the service says, as far as more than a view needs it. */
interface ToldOfDataset {
  updated_at: string | null;
  program_version: string;
  states: readonly { state: string; has_invented: boolean }[];
}

/** `dataset`: what the dataset has, and the records of a list with its `meta`. */
export interface DatasetDocument {
  version: string;
  /** Whether places of its states are left out. */
  isPart: boolean;
  overview: ToldOfDataset;
  own: OwnDocument;
  states: readonly StateDocument[];
}

/** A place as the list of places has it. */
export interface PlaceSummary {
  jurisdiction: KnownJurisdiction;
  life: JurisdictionLife;
  /** What it got in its last twelve months, in cents. */
  size: number;
  formerNames: readonly string[];
}

/** `<state>/all-<field>`: a field of all places of a state. */
export interface AllDocument {
  ids: readonly number[];
  series: readonly PackedSeries[];
}

/** A doubted payment: its month as `monthIndex`, the code and the text. */
export type PackedDoubt = readonly [month: number, code: string, text: string];

/** Months with one rate: first, last, and the rate in millionths. */
export type PackedRate = readonly [first: number, last: number, rate: number];

/** A restated payment: its month as `monthIndex`, the day, and by how many cents. */
export type PackedRestatement = readonly [month: number, day: string, difference: number];

/** `<state>/beside`: the doubts, rates and restatements of all places of a state, by id. */
export interface BesideDocument {
  restated: Readonly<Record<string, readonly PackedRestatement[]>>;
  doubts: Readonly<Record<string, readonly PackedDoubt[]>>;
  rates: Readonly<Record<string, readonly PackedRate[]>>;
}

/** `<state>/errors-<n>`: the errors of projections with so many known months, before the years that begin with a month. */
export interface ErrorsDocument {
  errors: ({ start: number; known: number } & ErrorsBefore) | null;
}

/** What rows of several reports have in common: the sheet, and the fields that come from them. */
export interface RowLayout {
  sheet: string | null;
  fields: readonly string[];
}

/** A row: the number of its report, the place of its layout in `rowLayouts`, its own number, and its lines. */
export type PackedRow = readonly [report: number, layout: number, row: number, lines?: readonly RowLine[]];

/** The rows behind one month of a place. */
export type PackedMonth = readonly [
  period: string,
  rows: readonly PackedRow[],
  /** The fields that are corrected. Default: none. */
  corrected?: readonly string[],
];

/** `<state>/rows-<n>`: the rows behind the figures of the places of a block, by id, oldest month first. */
export interface RowsDocument {
  rowLayouts: readonly RowLayout[];
  months: Readonly<Record<string, readonly PackedMonth[]>>;
}

/** A place with its figures, and what else its view shows. */
export interface PlaceDocument extends PlaceSummary {
  /** By field. */
  series: Readonly<Record<string, PackedSeries>>;
  doubts: readonly PackedDoubt[];
  rates: readonly PackedRate[] | null;
  restated: readonly PackedRestatement[];
  /**
   * Where the figures of a field stand, from the first month of its series on: the share of the county, the share of the
   * state, the rank, and the number of places with a figure.
   */
  standings: Readonly<Record<string, readonly (readonly (number | null)[])[]>>;
  findings: ListDocument['data'];
  revisions: ListDocument['data'];
}

/** A list whose records the service wrote: all of them. */
export interface ListDocument {
  data: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Which publication of a site changed each document last, by the name of the document. Its file is named after it, so the
 * documents of several versions lie side by side, and a document that stays as it is keeps its name.
 */
export type DocumentIndex = Readonly<Record<string, string>>;

/** The document of each name. */
export interface Documents {
  documents: DocumentIndex;
  dataset: DatasetDocument;
  /** `<state>/places`: the jurisdictions of a state by id. */
  places: { places: readonly PlaceSummary[] };
  all: AllDocument;
  beside: BesideDocument;
  errors: ErrorsDocument;
  /** `<state>/block-<n>`: some places of a state, by id. */
  block: { places: readonly PlaceDocument[] };
  rows: RowsDocument;
  /** `<state>/reports`: the reports that figures of a state come from, by their numbers in the dataset. */
  reports: { reports: Readonly<Record<string, Omit<FigureSource, 'sheet' | 'row' | 'lines'>>> };
  list: ListDocument;
  population: { population: readonly Population[] };
}
