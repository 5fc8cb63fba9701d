import { type FigureReading, type KnownState, knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { Description, PageSizes } from '../description.ts';
import type { ParsedFilter, ParsedFilters } from '../filters/complete-asked.ts';
import type { Filters } from '../filters/filter.ts';
import { nearestName } from '../filters/nearest-name.ts';
import {
  choiceReader,
  countReader,
  EMPTY,
  GIVEN_TWICE,
  type Read,
  readerOf,
  shortenEcho,
} from '../filters/readers.ts';
import { USUAL_PAGES } from '../page.ts';

/** A request that cannot be answered, with the status and the message of the service. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Why figures or records are missing that the service has. */
export function notKept(): Refused {
  return new Refused(404, 'This site does not have these figures. The service of the dataset has them.');
}

/** What is thrown by `fault`, and caught at the parameter. */
class WrongText extends Error {}

/** The state and the jurisdiction of a path that fits an address such as `/api/:state/sales-tax/totals`; else `null`. */
export function placeIn(
  address: string,
  path: string,
  { states }: Pick<FigureReading, 'states'>,
): { state?: string; id?: string } | null {
  const [wanted, given] = [address.split('/'), path.split('/')];
  if (wanted.length !== given.length) return null;
  const place: { state?: string; id?: string } = {};
  for (const [at, word] of wanted.entries()) {
    const text = given[at] ?? '';
    if (word === ':state' && states.some(({ code }) => code === text)) place.state = text;
    else if (word === ':id') place.id = text;
    else if (word !== text) return null;
  }
  return place;
}

/** Reads the parameters of a list. Throws a `Refused` that names all that are wrong. */
export function readParameters(
  { filters, paging = USUAL_PAGES }: Pick<Description<never>, 'filters' | 'paging'>,
  given: URLSearchParams,
  state: string | undefined,
  view: FigureReading,
): ParsedFilters & { limit?: number; page?: number } {
  const readers = readersOf(filters, paging, state === undefined ? null : knownStateOf(view, state), view);
  const faults: string[] = [];
  const parsed: Record<string, ParsedFilter> = {};
  for (const [name, read] of readers) {
    const [text, ...more] = given.getAll(name);
    if (text === undefined) continue;
    try {
      parsed[name] = more.length > 0 ? fail(GIVEN_TWICE) : text === '' ? fail(EMPTY) : read(text, fail);
    } catch (error) {
      if (!(error instanceof WrongText)) throw error;
      faults.push(`${name}: ${error.message}`);
    }
  }
  for (const name of new Set(given.keys()))
    if (!readers.has(name))
      faults.push(
        `${shortenEcho(name)}: is not a parameter of this address. ${nearestName(name, [...readers.keys()])}`,
      );
  if (faults.length > 0) throw new Refused(422, faults.join(' '));
  if (parsed.format !== undefined)
    throw new Refused(404, 'A whole list as a file needs the service of the dataset.');
  const { limit, page } = parsed;
  return {
    ...parsed,
    ...(typeof limit === 'number' && { limit }),
    ...(typeof page === 'number' && { page }),
  } as ParsedFilters & { limit?: number; page?: number };
}

function fail(message: string): never {
  throw new WrongText(message);
}

const LARGEST_PAGE = 1_000_000_000;

function readersOf(filters: Filters, { largest }: PageSizes, state: KnownState | null, view: FigureReading) {
  const served = Object.entries(filters).filter(
    ([, { kind, isForCommand, isArgument }]) =>
      !isForCommand && !isArgument && (kind !== 'county' || (state?.hasCounties ?? true)),
  );
  const readers = new Map<string, Read<ParsedFilter>>();
  for (const [name, filter] of served)
    for (const known of [name, ...(filter.aliases ?? [])])
      readers.set(known, readerOf(filter, { state, states: view.states, exampleId: EXAMPLE_ID }));
  return readers
    .set('limit', countReader(largest))
    .set('page', countReader(LARGEST_PAGE))
    .set('format', choiceReader(['csv', 'ndjson']));
}

/** An id to show in a message. */
const EXAMPLE_ID = 60_019_050;
