import { type FigureReading, knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { ParsedFilters } from '../filters/complete-asked.ts';
import { readParameters, WrongParameters } from '../filters/read-parameters.ts';
import { readerOf } from '../filters/readers.ts';

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
export function readAsked(
  described: Parameters<typeof readParameters>[0],
  given: URLSearchParams,
  code: string | undefined,
  view: FigureReading,
): ParsedFilters & { limit?: number; page?: number } {
  const texts = new Map([...given.keys()].map((name) => [name, given.getAll(name)]));
  try {
    const { format, ...parsed } = readParameters(described, texts, {
      state: code === undefined ? null : knownStateOf(view, code),
      readerOf: (filter) => readerOf(filter, { states: view.states, exampleId: EXAMPLE_ID }),
    });
    if (format !== undefined)
      throw new Refused(404, 'A whole list as a file needs the service of the dataset.');
    return parsed as ParsedFilters & { limit?: number; page?: number };
  } catch (error) {
    throw error instanceof WrongParameters ? new Refused(422, error.message) : error;
  }
}

/** An id to show in a message. */
const EXAMPLE_ID = 60_019_050;
