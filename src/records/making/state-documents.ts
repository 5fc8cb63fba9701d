import { Standings } from '../../derive/standing.ts';
import { type FigureSeries, fiscalYearToDateStart } from '../../domain/allocation.ts';
import { monthAt } from '../../domain/month.ts';
import type { FieldFigures, KnownJurisdiction } from '../../domain/reading/figure-reading.ts';
import { once } from '../../domain/reading/once.ts';
import type { State } from '../../states/state.ts';
import { readGivingReports } from '../../store/query/sources.ts';
import { figuresOfPlaces } from '../../store/query/state-figures.ts';
import type { DatasetView } from '../../store/query/view.ts';
import type { GivingRow } from '../descriptions/source.ts';
import {
  allName,
  besideName,
  blockName,
  errorsName,
  placesName,
  reportsName,
  rowsName,
} from '../documents/document-shelf.ts';
import type {
  AllDocument,
  BesideDocument,
  Documents,
  ErrorsDocument,
  PackedMonth,
  PackedRow,
  PackedSeries,
  PlaceDocument,
  PlaceSummary,
  RowLayout,
  RowsDocument,
  StateDocument,
} from '../documents/shapes.ts';
import { EVERYTHING, recordsOf } from '../list.ts';
import { findings } from '../queries/findings.ts';
import { revisions } from '../queries/history/revisions.ts';
import { errorsBefore, yearAsked } from '../queries/projections.ts';
import { sources } from '../queries/sources.ts';
import { openBeside } from './beside-figures.ts';

/** A reader of one place loads its whole block. */
const PLACES_IN_BLOCK = 4;
const NO_SERIES: FigureSeries = { first: 0, slots: [] };
const CALENDAR_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

export type Make = () => Documents[keyof Documents];

/** What documents are made of: all places of some states, or some of these places. */
export interface DocumentContent {
  whole: DatasetView;
  view: DatasetView;
  states: readonly State[];
  /** Whether there are errors of years that begin in any month. Without them, a page computes those of rare years. */
  hasAllYears?: boolean;
}

/** The documents of a state, by their names. */
export function stateDocuments(
  { whole, view, hasAllYears }: DocumentContent,
  state: State,
): [string, Make][] {
  const { code } = state;
  const beside = once(() => openBeside(view, state));
  const placesIn = once(() => blockMaker(whole, view, state, beside()));
  const reports = once(() => readGivingReports(whole.dataset, state, idsOf(placesOf(view, state))));
  const reportOf = once(() => new Map(reports().map(({ id, sha256 }) => [sha256, id])));
  const summaries = () => placesOf(view, state).map((place) => summaryOf(view, place));
  return [
    [placesName(code), () => ({ places: summaries() })],
    ...state.fields.map(({ name }): [string, Make] => [
      allName(code, name),
      () => allDocument(view, state, name),
    ]),
    [besideName(code), () => besideDocument(placesOf(view, state), beside())],
    ...errorsDocuments(whole, state, hasAllYears ?? view !== whole),
    [
      reportsName(code),
      () => ({ reports: Object.fromEntries(reports().map(({ id, ...report }) => [id, report])) }),
    ],
    ...blocksOf(view, state).flatMap((block, at): [string, Make][] => [
      [blockName(code, at), () => ({ places: placesIn()(block) })],
      [rowsName(code, at), () => rowsBehind(whole, idsOf(block), reportOf())],
    ]),
  ];
}

/** The places of each block of a state, by id. */
function blocksOf(view: DatasetView, state: State): KnownJurisdiction[][] {
  const places = placesOf(view, state);
  return Array.from({ length: Math.ceil(places.length / PLACES_IN_BLOCK) }, (_, at) =>
    places.slice(at * PLACES_IN_BLOCK, (at + 1) * PLACES_IN_BLOCK),
  );
}

/** The document that has a place. */
export function blockWith(view: DatasetView, state: State, id: number): string {
  const block = blocksOf(view, state).findIndex((places) => places.some((place) => place.id === id));
  return blockName(state.code, block);
}

/** What analyses need to know of a state. */
export function stateDocument(view: DatasetView, state: State): StateDocument {
  const { code, name, fips, headline, taxFields, parts, equalShareTypes, hasCounties, hasNumericCodes } =
    state;
  const { lags, fiscalYearStart, localFiscalYearStart, isQuarterEnd } = state.calendar;
  return {
    ...{ code, name, fips, headline, taxFields, parts, equalShareTypes },
    ...{ hasCounties, hasNumericCodes },
    comparisonSheets: state.comparisonSheets.map((sheet) => ({ name: sheet.name })),
    calendar: {
      ...{ lags, fiscalYearStart },
      ...(localFiscalYearStart !== undefined && { localFiscalYearStart }),
      quarterEnds: CALENDAR_MONTHS.filter((month) => isQuarterEnd(monthAt(month - 1))),
    },
    fields: state.fields.map(({ name: field, unit, quarterEndOnly, meaning }) => ({
      ...{ name: field, unit, meaning },
      ...(quarterEndOnly && { quarterEndOnly }),
    })),
    allCounties: view.counties(state),
    months: [...view.figures(state, headline, 0).months],
    blocks: blocksOf(view, state).flatMap(([first]) => first?.id ?? []),
  };
}

function placesOf(view: DatasetView, { code }: State): KnownJurisdiction[] {
  const known = [...view.jurisdictions.values()].filter((one) => one.state === code);
  return known.sort((a, b) => a.id - b.id);
}

function idsOf(places: readonly KnownJurisdiction[]): number[] {
  return places.map(({ id }) => id);
}

function summaryOf(view: DatasetView, jurisdiction: KnownJurisdiction): PlaceSummary {
  return {
    jurisdiction,
    life: view.lifeOf(jurisdiction),
    size: view.sizeOf(jurisdiction),
    formerNames: view.search().formerNamesOf(jurisdiction.id),
  };
}

function allDocument(view: DatasetView, state: State, field: string): AllDocument {
  const places = [...view.figures(state, field, 0).within(() => true)];
  return {
    ids: places.map(({ subject }) => subject.id),
    series: places.map(({ series }) => packSeries(series)),
  };
}

type BesideOf = ReturnType<typeof openBeside>;

function besideDocument(places: readonly KnownJurisdiction[], besideOf: BesideOf): BesideDocument {
  const beside = places.map(({ id }) => ({ id, ...besideOf(id) }));
  const ofPlaces = <Packed extends readonly unknown[]>(
    packedOf: (place: (typeof beside)[number]) => Packed | null,
  ) =>
    Object.fromEntries(
      beside.flatMap((place): [number, Packed][] => {
        const packed = packedOf(place);
        return packed && packed.length > 0 ? [[place.id, packed]] : [];
      }),
    );
  return {
    doubts: ofPlaces(({ doubts }) => doubts),
    rates: ofPlaces(({ rates }) => rates),
    restated: ofPlaces(({ restated }) => restated),
  };
}

/** The errors before the years that begin in January and with the state's fiscal year, or with each month. */
function errorsDocuments(view: DatasetView, state: State, hasAllStarts: boolean): [string, Make][] {
  const { lags } = state.calendar;
  const starts = hasAllStarts ? CALENDAR_MONTHS : [...new Set([fiscalYearToDateStart(state.calendar), 1])];
  const bases = [['payment', 0], ...(lags.sales === null ? [] : [['sales', lags.sales] as const])] as const;
  return bases.flatMap(([basis, lag]) =>
    starts.map((start): [string, Make] => [
      errorsName(state.code, lag, start),
      () => errorsDocument(view, yearAsked(view, { state: state.code, basis, fiscal_year_start: start })),
    ]),
  );
}

function errorsDocument(view: DatasetView, question: ReturnType<typeof yearAsked>): ErrorsDocument {
  const errors = question.through === null ? null : errorsBefore(view, question);
  const { start, known } = question;
  return { errors: errors && { start, known, ...errors } };
}

function blockMaker(whole: DatasetView, view: DatasetView, state: State, besideOf: BesideOf) {
  const { headline } = state;
  // the documents of all places are enough to compute the standings of the other fields
  const standings = state.fields
    .filter(
      ({ name, unit, compute }) => name === headline || compute || (view !== whole && unit === 'amount'),
    )
    .map(({ name }) => ({ name, of: openStandings(whole.figures(state, name, 0)) }));
  const placeOf = (jurisdiction: KnownJurisdiction, figures: ReturnType<typeof figuresOfPlaces>) => {
    const { id } = jurisdiction;
    const seriesOf = (field: string) => figures.get(field)?.get(id) ?? NO_SERIES;
    return {
      ...summaryOf(view, jurisdiction),
      series: Object.fromEntries(
        state.fields.flatMap(({ name }) => {
          const series = seriesOf(name);
          if (series.slots.length === 0) return [];
          return [[name, packSeries(series)]];
        }),
      ),
      ...besideOf(id),
      standings: Object.fromEntries(standings.map(({ name, of }) => [name, of(jurisdiction)])),
      findings: recordsOf(findings, whole, { jurisdictions: [id] }),
      revisions: recordsOf(revisions, whole, { jurisdictions: [id] }),
    };
  };
  return (block: readonly KnownJurisdiction[]): PlaceDocument[] => {
    const figures = figuresOfPlaces(whole, state, idsOf(block));
    return block.map((place) => placeOf(place, figures));
  };
}

/** Where the figures of each place stand among those of its type: columns, each from the first month of its series on. */
function openStandings(figures: FieldFigures) {
  const standingsOf = once(
    (type: string) => new Standings(figures.within((subject) => subject.type === type)),
  );
  return ({ id, type, county }: KnownJurisdiction) => {
    if (type === null) return [];
    const { first, slots } = figures.of(id);
    const all = Array.from(slots, (slot, at) => standingsOf(type).of(county, first + at, slot ?? null));
    return (['shareOfCounty', 'shareOfState', 'rank', 'ranked'] as const).map((name) =>
      all.map((standing) => standing[name]),
    );
  };
}

/** The rows behind each month of the places of a block, oldest first. `reportOf` gives the number of a report by its hash. */
function rowsBehind(
  view: DatasetView,
  ids: readonly number[],
  reportOf: ReadonlyMap<string, number>,
): RowsDocument {
  const rowLayouts: RowLayout[] = [];
  const layoutAt = once((text: string) => rowLayouts.push(JSON.parse(text)) - 1);
  const pack = ({ sheet, row, fields, lines, sha256 }: GivingRow): PackedRow => {
    const [report, layout] = [reportOf.get(sha256) ?? 0, layoutAt(JSON.stringify({ sheet, fields }))];
    return lines ? [report, layout, row, lines] : [report, layout, row];
  };
  const monthsOf = (id: number) => {
    const { length, read } = sources.find(view, { id: [id] }, EVERYTHING);
    return [...read(view, 0, length)]
      .reverse()
      .map(({ allocation_period: period, corrected, sources: rows }): PackedMonth => {
        const packed = rows.map(pack);
        return corrected.length > 0 ? [period, packed, corrected] : [period, packed];
      });
  };
  return { months: Object.fromEntries(ids.map((id) => [id, monthsOf(id)])), rowLayouts };
}

export function packSeries({ first, slots }: FigureSeries): PackedSeries {
  return { first, slots: Array.from(slots, (slot) => (slot === undefined ? false : slot)) };
}
