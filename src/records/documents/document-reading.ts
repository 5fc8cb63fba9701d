import type { FigureSeries } from '../../domain/allocation.ts';
import { ID_SPAN } from '../../domain/jurisdiction.ts';
import { readName } from '../../domain/jurisdiction-name.ts';
import { monthAt, monthOfYear } from '../../domain/month.ts';
import type {
  FieldFigures,
  FigureReading,
  JurisdictionFigures,
  KnownJurisdiction,
  KnownState,
  PaymentDoubt,
  RateByMonth,
  Restatement,
} from '../../domain/reading/figure-reading.ts';
import { type JurisdictionLookup, openSearch } from '../../domain/reading/jurisdiction-search.ts';
import { once } from '../../domain/reading/once.ts';
import type { ErrorsBefore, Standing } from '../../domain/reading/ready-made.ts';
import type { GivingRow } from '../descriptions/source.ts';
import type { FiguresBeside } from '../found-rows.ts';
import {
  allName,
  besideName,
  DATASET,
  type DocumentShelf,
  errorsName,
  NotInDocuments,
  ofAllNames,
  POPULATION,
  placesName,
  reportsName,
} from './document-shelf.ts';
import { PlaceBlocks } from './place-blocks.ts';
import type {
  BesideDocument,
  DatasetDocument,
  PackedDoubt,
  PackedSeries,
  PlaceSummary,
  StateDocument,
} from './shapes.ts';

const NO_SERIES: FigureSeries = { first: 0, slots: [] };
const NO_LIFE = { first_period: null, newest: null };

/** The rows behind one month of a place. */
interface PlaceRows {
  /** The first day of the allocation period. */
  period: string;
  corrected: readonly string[];
  sources: readonly GivingRow[];
  state: KnownState;
}

/** Reads a dataset from documents. What is not loaded yet is asked for with a `NeedsDocuments`. */
export class DocumentReading implements FigureReading {
  readonly version: string;
  readonly dataset: DatasetDocument;
  /** What the registers of the dataset say. */
  readonly beside: FiguresBeside;
  readonly content = {};
  readonly states: readonly KnownState[];
  readonly jurisdictions: FigureReading['jurisdictions'];
  readonly shelf: DocumentShelf;
  /** The figures of places, and the rows behind them. */
  readonly blocks: PlaceBlocks;
  private readonly documents: ReadonlyMap<string, StateDocument>;
  private readonly ofAll = once((state: string, field: string): ReadonlyMap<number, FigureSeries> => {
    const { ids, series } = this.shelf.get('all', allName(state, field)) ?? { ids: [], series: [] };
    return new Map(series.map((packed, at) => [ids[at] ?? 0, unpackSeries(packed)]));
  });
  private readonly placesOf = once((state: string): ReadonlyMap<number, PlaceSummary> => {
    const { places } = this.shelf.get('places', placesName(state)) ?? { places: [] };
    return new Map(places.map((place) => [place.jurisdiction.id, place]));
  });
  private readonly ofPlace = once((id: number, field: string): FigureSeries => {
    const packed = this.blocks.place(id)?.series[field];
    return packed ? unpackSeries(packed) : NO_SERIES;
  });
  private lookup: JurisdictionLookup | undefined;

  constructor(shelf: DocumentShelf) {
    const dataset = shelf.get('dataset', DATASET);
    if (!dataset) throw new Error('there is no dataset');
    this.shelf = shelf;
    this.dataset = dataset;
    this.version = dataset.version;
    this.beside = {
      budgets: () => dataset.own.budgets,
      events: () => dataset.own.events,
      prices: () => dataset.own.prices,
      population: () => shelf.get('population', POPULATION)?.population ?? [],
    };
    this.blocks = new PlaceBlocks(shelf, dataset.states);
    this.documents = new Map(dataset.states.map((state) => [state.code, state]));
    this.states = dataset.states.map((state) => ({
      ...state,
      calendar: {
        ...state.calendar,
        isQuarterEnd: (month) => state.calendar.quarterEnds.includes(monthOfYear(month)),
      },
      idOf: (code) => dataset.own.ids[`${state.code} ${code}`] ?? 0,
    }));
    this.jurisdictions = {
      get: (id) => this.summaryOf(id)?.jurisdiction,
      has: (id) => this.summaryOf(id) !== undefined,
      values: () =>
        this.allPlaces()
          .map(({ jurisdiction }) => jurisdiction)
          .values(),
    };
  }

  figures(state: KnownState, field: string, lag: number): FieldFigures {
    const months = (this.documents.get(state.code)?.months ?? []).map((month) => month - lag);
    return {
      months: new Set(months),
      newest: months.length > 0 ? Math.max(...months) : null,
      lag,
      of: (id) => shifted(this.seriesOf(state, field, id), lag),
      within: (fits, ids = null) => this.within(state, field, lag, fits, ids),
    };
  }

  doubts(state: KnownState) {
    return {
      get: (id: number): ReadonlyMap<number, PaymentDoubt> | undefined => {
        const packed = this.besideOf(state.code, id, 'doubts');
        return packed && packed.length > 0 ? new Map(packed.map(unpackDoubt)) : undefined;
      },
    };
  }

  rates(state: KnownState) {
    return {
      get: (id: number): RateByMonth | undefined => {
        const packed = this.besideOf(state.code, id, 'rates');
        if (!packed) return undefined;
        return (month) => packed.find(([first, last]) => first <= month && month <= last)?.[2] ?? null;
      },
    };
  }

  restated({ id, state }: KnownJurisdiction): Restatement[] {
    const packed = this.besideOf(state, id, 'restated') ?? [];
    return packed.map(([month, at, difference]) => ({ month: monthAt(month), at, difference }));
  }

  counties({ code }: KnownState): readonly string[] {
    return this.documents.get(code)?.allCounties ?? [];
  }

  lifeOf({ id }: KnownJurisdiction) {
    return this.summaryOf(id)?.life ?? NO_LIFE;
  }

  sizeOf({ id }: KnownJurisdiction): number {
    return this.summaryOf(id)?.size ?? 0;
  }

  search(): JurisdictionLookup {
    const all = this.allPlaces();
    this.lookup ??= openSearch(
      all.map(({ jurisdiction }) => jurisdiction),
      this.states,
      () => new Map(all.map(({ jurisdiction, formerNames }) => [jurisdiction.id, formerNames.map(readName)])),
    );
    return this.lookup;
  }

  standingsOf(jurisdiction: KnownJurisdiction, field: string, lag: number) {
    const { id } = jurisdiction;
    const place = this.dataset.isPart || this.blocks.has(id) ? this.blocks.place(id) : null;
    const isReadyMade = this.dataset.isPart || place?.standings[field] !== undefined;
    if (!isReadyMade) return null;
    const first = place?.series[field]?.first ?? 0;
    const columns = place?.standings[field] ?? [];
    return (month: number): Standing => {
      const [shareOfCounty = null, shareOfState = null, rank = null, ranked = null] = columns.map(
        (column) => column[month + lag - first] ?? null,
      );
      return { shareOfCounty, shareOfState, rank, ranked };
    };
  }

  errorsBefore({ code }: KnownState, lag: number, start: number, known: number): ErrorsBefore | null {
    const name = errorsName(code, lag, monthOfYear(monthAt(start)));
    const found = this.shelf.get('errors', name)?.errors;
    if (found?.start === start && found.known === known) return { byYears: found.byYears, held: found.held };
    if (this.dataset.isPart) throw new NotInDocuments();
    return null;
  }

  /** The rows behind the figures of a place, newest month first. */
  rowsOf(id: number): PlaceRows[] {
    const { months = {}, rowLayouts = [] } = this.blocks.rows(id) ?? {};
    const [known, state] = [months[id], this.stateOf(id)];
    if (!known || !state) return [];
    const { reports = {} } = this.shelf.get('reports', reportsName(state.code)) ?? {};
    return known
      .map(([period, rows, corrected = []]) => ({
        ...{ period, corrected, state },
        sources: rows.flatMap(([number, layoutAt, row, lines]): GivingRow[] => {
          const [report, layout] = [reports[number], rowLayouts[layoutAt]];
          return report && layout ? [{ ...report, ...layout, row, ...(lines && { lines }) }] : [];
        }),
      }))
      .reverse();
  }

  /** The state of an id, whether or not there is such a place. */
  stateOf(id: number): KnownState | undefined {
    return this.states.find(({ fips }) => fips === Math.trunc(id / ID_SPAN));
  }

  private *within(
    state: KnownState,
    field: string,
    lag: number,
    fits: (subject: KnownJurisdiction) => boolean,
    asked: readonly number[] | null,
  ): Generator<JurisdictionFigures> {
    if (asked) this.blocks.require(asked);
    else this.shelf.require(ofAllNames(state, field));
    const all = asked ?? this.ofAll(state.code, field).keys();
    for (const id of [...new Set(all)].sort((a, b) => a - b)) {
      const subject = this.summaryOf(id)?.jurisdiction;
      if (subject?.state !== state.code || !fits(subject)) continue;
      const own = this.seriesOf(state, field, id);
      if (own.slots.length > 0) yield { subject, series: shifted(own, lag) };
    }
  }

  /** The series of one place: from its block, if that is loaded, else from the documents of all places. */
  private seriesOf(state: KnownState, field: string, id: number): FigureSeries {
    if (this.blocks.has(id)) return this.ofPlace(id, field);
    this.shelf.require(ofAllNames(state, field));
    return this.ofAll(state.code, field).get(id) ?? NO_SERIES;
  }

  /** What is known beside the figures of a place: from its block, if that is loaded, else from the document of all places. */
  private besideOf<Name extends keyof BesideDocument>(state: string, id: number, name: Name) {
    if (this.blocks.has(id)) return this.blocks.place(id)?.[name];
    return this.shelf.get('beside', besideName(state))?.[name][id] as
      | BesideDocument[Name][string]
      | undefined;
  }

  private summaryOf(id: number): PlaceSummary | undefined {
    const state = this.stateOf(id);
    if (state && this.shelf.has(placesName(state.code))) return this.placesOf(state.code).get(id);
    return this.blocks.place(id) ?? undefined;
  }

  private allPlaces(): PlaceSummary[] {
    return this.states.flatMap(({ code }) => [...this.placesOf(code).values()]);
  }
}

function shifted(series: FigureSeries, lag: number): FigureSeries {
  return lag === 0 ? series : { ...series, first: series.first - lag };
}

function unpackDoubt([month, code, text]: PackedDoubt): [number, PaymentDoubt] {
  // the writer of the document took the code from a finding
  return [month, { month: monthAt(month), code: code as PaymentDoubt['code'], text }];
}

export function unpackSeries({ first, slots }: PackedSeries): FigureSeries {
  return { first, slots: slots.map((slot) => (slot === false ? undefined : slot)) };
}
