import { type FigureSeries, fiscalYearToDateStart } from '../../domain/allocation.ts';
import { monthAt } from '../../domain/month.ts';
import type { Description, Member } from '../../records/description.ts';
import { revisionRecord } from '../../records/descriptions/history/revision.ts';
import {
  besideName,
  blockName,
  DATASET,
  errorsName,
  paymentsName,
  placesName,
  reportsName,
  rowsName,
} from '../../records/documents/document-shelf.ts';
import { lessParts, packSeries } from '../../records/documents/packed-series.ts';
import { openStandings } from '../../records/documents/place-standings.ts';
import type {
  Documents,
  ErrorsDocument,
  ListDocument,
  PlaceDocument,
  PlaceSummary,
  StateDocument,
} from '../../records/documents/shapes.ts';
import { jsonWriter } from '../../records/json-record.ts';
import { EVERYTHING, type FoundRows } from '../../records/list.ts';
import { findings } from '../../records/queries/findings.ts';
import { changes } from '../../records/queries/history/changes.ts';
import { revisions } from '../../records/queries/history/revisions.ts';
import { updates } from '../../records/queries/history/updates.ts';
import { errorsBefore } from '../../records/queries/year-end/projections.ts';
import { questionOf } from '../../records/queries/year-end/year-question.ts';
import type { State } from '../../states/state.ts';
import { readGivingReports } from '../../store/query/sources.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { openBeside } from './doubts-and-rates.ts';
import { rowsBehind } from './rows-behind.ts';

/** A reader of one place loads its whole block; of a field that is no payment, all blocks. */
const PLACES_IN_BLOCK = 4;
const NO_SERIES: FigureSeries = { first: 0, slots: [] };

const CALENDAR_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
/** A document with its name. */
export interface NamedDocument {
  name: string;
  content: Documents[keyof Documents];
}

/** What a site has of a dataset: all places of some states, or some of these places. */
export interface SiteContent {
  /** The whole dataset. */
  whole: DatasetView;
  /** The dataset with the places of the site. */
  view: DatasetView;
  states: readonly State[];
}

/** Makes the documents of a version, one after the other. `overview` is what the service tells of the dataset. */
export function* makeDocuments(shown: SiteContent, overview: object): Generator<NamedDocument> {
  const { whole, view, states } = shown;
  yield {
    name: DATASET,
    content: {
      ...{ version: view.version, isPart: view !== whole, overview },
      filters: Object.fromEntries(
        [findings, changes, updates].map(({ description: { name, filters } }) => [name, filters]),
      ),
      states: states.map((state) => stateDocument(view, state)),
    },
  };
  const isChosen = ({ state, jurisdiction }: KeptRecord) =>
    states.some(({ code }) => code === state) && (!jurisdiction || view.jurisdictions.has(jurisdiction.id));
  const lists = [
    [findings, findings.find(whole, {}, EVERYTHING)],
    [changes, changes.find(whole, {}, EVERYTHING)],
    [updates, updates.find(whole, {}, EVERYTHING)],
  ] as const;
  for (const [{ description }, found] of lists)
    yield {
      name: description.name,
      content: listDocument(whole, description, found as FoundRows<never>, isChosen),
    };
  for (const state of states) yield* stateDocuments(shown, state);
}

function* stateDocuments({ whole, view }: SiteContent, state: State): Generator<NamedDocument> {
  const { code, headline } = state;
  const isPart = view !== whole;
  const figuresOf = new Map(state.fields.map(({ name }) => [name, view.figures(state, name, 0)]));
  const known = placesOf(view, state);
  const places = known.map(
    (jurisdiction): PlaceSummary => ({
      jurisdiction,
      life: view.lifeOf(jurisdiction),
      size: view.sizeOf(jurisdiction),
      formerNames: view.search().formerNamesOf(jurisdiction.id),
    }),
  );
  yield { name: placesName(code), content: { places } };
  const payments = [...view.figures(state, headline, 0).within(() => true)];
  yield {
    name: paymentsName(code),
    content: {
      ids: payments.map(({ subject }) => subject.id),
      series: payments.map(({ series }) => packSeries(series)),
    },
  };
  const besideOf = openBeside(view, state);
  const beside = new Map(known.map(({ id }) => [id, besideOf(id)]));
  yield {
    name: besideName(code),
    content: {
      doubts: Object.fromEntries(
        [...beside].flatMap(([id, { doubts }]) => (doubts.length > 0 ? [[id, doubts]] : [])),
      ),
      rates: Object.fromEntries([...beside].flatMap(([id, { rates }]) => (rates ? [[id, rates]] : []))),
    },
  };
  yield { name: errorsName(code), content: errorsDocument(whole, state, isPart) };
  // a site with all places computes the standings of the other fields
  const standings = state.fields
    .filter(({ name, unit }) => name === headline || (isPart && unit === 'amount'))
    .map(({ name }) => ({ name, of: openStandings(whole.figures(state, name, 0)) }));
  const giving = readGivingReports(
    whole.dataset,
    state,
    known.map(({ id }) => id),
  );
  yield {
    name: reportsName(code),
    content: { reports: Object.fromEntries(giving.map(({ id, ...report }) => [id, report])) },
  };
  const reportOf = new Map(giving.map(({ id, sha256 }) => [sha256, id]));
  const revised = revisionsByPlace(whole);
  const placeOf = (place: PlaceSummary): PlaceDocument => {
    const { jurisdiction } = place;
    const { id } = jurisdiction;
    const seriesOf = (field: string) => figuresOf.get(field)?.of(id) ?? NO_SERIES;
    const parts = state.parts.map(({ field, sign }) => ({ sign, series: seriesOf(field) }));
    const found = findings.find(whole, { jurisdictions: [id] }, EVERYTHING);
    return {
      ...place,
      series: Object.fromEntries(
        state.fields.flatMap(({ name }) => {
          const series = seriesOf(name);
          if (series.slots.length === 0) return [];
          return [[name, packSeries(name === headline ? lessParts(series, parts) : series)]];
        }),
      ),
      doubts: beside.get(id)?.doubts ?? [],
      rates: beside.get(id)?.rates ?? null,
      standings: Object.fromEntries(standings.map(({ name, of }) => [name, of(jurisdiction)])),
      findings: found
        .read(whole, 0, found.length)
        .map(jsonWriter(found.members ?? findings.description.members)),
      revisions: revised.get(id) ?? [],
    };
  };
  for (let at = 0; at * PLACES_IN_BLOCK < places.length; at += 1) {
    const block = places.slice(at * PLACES_IN_BLOCK, (at + 1) * PLACES_IN_BLOCK);
    const ids = block.map(({ jurisdiction }) => jurisdiction.id);
    yield { name: blockName(code, at), content: { places: block.map(placeOf) } };
    yield { name: rowsName(code, at), content: rowsBehind(whole, ids, reportOf) };
  }
}

/** The places of a state, by id. */
function placesOf(view: DatasetView, { code }: State) {
  const known = [...view.jurisdictions.values()].filter((one) => one.state === code);
  return known.sort((a, b) => a.id - b.id);
}

function stateDocument(view: DatasetView, state: State): StateDocument {
  const {
    code,
    name,
    fips,
    headline,
    taxFields,
    parts,
    equalShareTypes,
    hasCounties,
    hasNumericCodes,
    counties,
  } = state;
  const { lags, fiscalYearStart, localFiscalYearStart, isQuarterEnd } = state.calendar;
  return {
    ...{ code, name, fips, headline, taxFields, parts, equalShareTypes },
    ...{ hasCounties, hasNumericCodes, counties },
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
    blocks: placesOf(view, state).flatMap(({ id }, at) => (at % PLACES_IN_BLOCK === 0 ? [id] : [])),
  };
}

/** What the records of kept lists are about. */
interface KeptRecord {
  state?: string;
  jurisdiction?: { id: number } | null;
}

/** All records of a list as the service writes them, of the chosen states and places. */
function listDocument(
  view: DatasetView,
  { members: all }: Pick<Description<never>, 'members'>,
  { length, read, members, meta = {} }: FoundRows<never>,
  isChosen: (record: KeptRecord) => boolean,
): ListDocument {
  const records = read(view, 0, length).map(jsonWriter((members ?? all) as readonly Member<never>[]));
  return { data: records.filter(isChosen), meta };
}

/** The errors before the years that begin in January and with the state's fiscal year, or with each month. */
function errorsDocument(view: DatasetView, state: State, hasAllStarts: boolean): ErrorsDocument {
  const bases = state.calendar.lags.sales === null ? ['payment'] : ['payment', 'sales'];
  const starts = hasAllStarts ? CALENDAR_MONTHS : [...new Set([fiscalYearToDateStart(state.calendar), 1])];
  const questions = bases.flatMap((basis) =>
    starts.map((fiscal_year_start) => questionOf(view, { state: state.code, basis, fiscal_year_start })),
  );
  return {
    errors: questions.flatMap((question) => {
      const errors = question.through === null ? null : errorsBefore(view, question);
      const { lag, start, known } = question;
      return errors ? [{ lag, start, known, ...errors }] : [];
    }),
  };
}

function revisionsByPlace(view: DatasetView): Map<number, object[]> {
  const { length, read } = revisions.find(view, {}, EVERYTHING);
  const toRecord = jsonWriter(revisionRecord.members);
  const byPlace = new Map<number, object[]>();
  for (const revision of read(view, 0, length)) {
    const { jurisdiction_id: id } = revision;
    const known = byPlace.get(id) ?? [];
    known.push(toRecord(revision));
    byPlace.set(id, known);
  }
  return byPlace;
}
