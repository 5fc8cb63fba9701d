import { fiscalYearToDateStart } from '../../domain/allocation.ts';
import { parseJurisdictionType } from '../../domain/jurisdiction.ts';
import { monthAt, monthOfYear } from '../../domain/month.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { State } from '../../states/state.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { DATASET, errorsName, ofAllNames, POPULATION } from '../documents/document-shelf.ts';
import type { DatasetDocument, ListDocument, OwnDocument } from '../documents/shapes.ts';
import type { FiguresBeside } from '../found-rows.ts';
import { type RecordList, recordsOf } from '../list.ts';
import { findings } from '../queries/findings.ts';
import { changes } from '../queries/history/changes.ts';
import {
  blockWith,
  type DocumentContent,
  type Make,
  stateDocument,
  stateDocuments,
} from './state-documents.ts';

/**
 * The documents of a version by their names; each is made when it is asked for. `overview` is what the service tells of the
 * dataset.
 */
export function openDocuments(
  content: DocumentContent,
  overview: () => object,
  registers: FiguresBeside = {},
): ReadonlyMap<string, Make> {
  const { whole, view, states } = content;
  const lists: readonly RecordList[] = [findings, changes];
  return new Map<string, Make>([
    [
      DATASET,
      () => ({
        ...{ version: view.version, isPart: view !== whole },
        // those who call it know it as a record of JSON
        overview: overview() as DatasetDocument['overview'],
        own: ownDocument(content, registers),
        states: states.map((state) => stateDocument(view, state)),
      }),
    ],
    [POPULATION, () => ({ population: populationOf(content, registers) })],
    ...lists.map((list): [string, Make] => [list.description.name, () => listDocument(list, content)]),
    // a part of a state tells of its own places
    ['updates', () => ({ data: recordsOf(changes, view, { by: 'month' }).filter(isOf(states)) })],
    ...states.flatMap((state) => stateDocuments(content, state)),
  ]);
}

/** The documents that a view needs at first, by the id of its place, group or state. `hasYear`: it shows an estimate too. */
export function firstDocuments(
  view: DatasetView,
  states: readonly State[],
  id: string,
  hasYear: boolean,
): string[] {
  const place = view.jurisdictions.get(Number(id));
  const [code, type, county] = id.split(':');
  const state = states.find((one) => one.code === (place?.state ?? code));
  if (!state) return [DATASET];
  // an address of no group needs none
  if (type && !parseJurisdictionType(type)) return [DATASET];
  if (county && !view.counties(knownStateOf(view, state.code)).includes(county)) return [DATASET];
  if (!place) return [DATASET, ...ofAllNames(state)];
  const start = fiscalYearToDateStart(state.calendar);
  const { newest } = view.figures(state, state.headline, 0);
  // a closed year has no estimate
  const isOpen = newest !== null && monthOfYear(monthAt(newest + 1)) !== start;
  return [
    ...[DATASET, blockWith(view, state, place.id)],
    ...(hasYear && isOpen ? [errorsName(state.code, 0, start)] : []),
  ];
}

function populationOf({ view }: DocumentContent, { population }: FiguresBeside) {
  return (population?.() ?? []).filter(({ id }) => view.jurisdictions.has(id));
}

function ownDocument(content: DocumentContent, registers: FiguresBeside): OwnDocument {
  const { states } = content;
  const idIn = (of: string | null, code: string) => states.find((known) => known.code === of)?.idOf(code);
  const budgets = registers.budgets?.() ?? [];
  // not those of places and states that a site leaves out
  const events = (registers.events?.() ?? []).filter(({ state, code }) =>
    code === null
      ? state === null || states.some((known) => known.code === state)
      : content.view.jurisdictions.has(idIn(state, code) ?? 0),
  );
  const populated = new Set(
    populationOf(content, registers).map(({ id }) => content.view.jurisdictions.get(id)?.state ?? ''),
  );
  const ids = [...budgets, ...events].flatMap(({ state: of, code }): [string, number][] => {
    const id = code === null ? undefined : idIn(of, code);
    return id === undefined ? [] : [[`${of} ${code}`, id]];
  });
  return {
    ...{ budgets, events, prices: registers.prices?.() ?? [], populated: [...populated] },
    ids: Object.fromEntries(ids),
  };
}

/** What the records of kept lists are about. */
interface KeptRecord {
  state?: string;
  jurisdiction?: { id: number } | null;
}

/** All records of a list, of the chosen states and places. */
function listDocument(list: RecordList, { whole, view, states }: DocumentContent): ListDocument {
  const isChosen = ({ jurisdiction }: KeptRecord) => !jurisdiction || view.jurisdictions.has(jurisdiction.id);
  const everything = 'minimum' in list.description.filters ? { minimum: 0 } : {};
  return { data: recordsOf(list, whole, everything).filter(isOf(states)).filter(isChosen) };
}

function isOf(states: DocumentContent['states']) {
  return ({ state }: KeptRecord) => states.some(({ code }) => code === state);
}
