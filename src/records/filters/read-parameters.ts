import type { Description } from '../description.ts';
import { USUAL_PAGES } from '../page.ts';
import type { ParsedFilter, ParsedFilters } from './complete-asked.ts';
import type { Filter, Filters } from './filter.ts';
import { nearestName } from './nearest-name.ts';
import { choiceReader, countReader, EMPTY, GIVEN_TWICE, type Read } from './readers.ts';

/** What is wrong with a parameter. */
export type ParameterFault = readonly [parameter: string, message: string];

/** A request with wrong parameters. */
export class WrongParameters extends Error {
  override name = 'WrongParameters';
  readonly faults: readonly ParameterFault[];

  constructor(faults: readonly ParameterFault[]) {
    super(faults.map((fault) => fault.join(': ')).join(' '));
    this.faults = faults;
  }
}

/** What is thrown by `fail`, and caught at the parameter. */
class WrongText extends Error {}

function fail(message: string): never {
  throw new WrongText(message);
}

/** The filters that an address takes as parameters. Only some states have counties. */
export function servedFilters(filters: Filters, state: ReadFor['state']): [name: string, filter: Filter][] {
  return Object.entries(filters).filter(
    ([, { of, isForCommand, isArgument }]) =>
      !isForCommand && !isArgument && (of !== 'county' || (state?.hasCounties ?? true)),
  );
}

export const LARGEST_PAGE = 1_000_000_000;
export const WHOLE_FORMATS = ['csv', 'ndjson'] as const;

/** What the parameters of a request are read for. */
interface ReadFor {
  /** The state of the address; `null` if it has none. */
  state: { hasCounties: boolean } | null;
  readerOf(filter: Filter): Read<ParsedFilter>;
}

/** Reads the parameters of a list. Throws a `WrongParameters` that names all that are wrong. `null` has no pages. */
export function readParameters(
  {
    filters,
    paging = USUAL_PAGES,
  }: Pick<Description<never>, 'filters'> & { paging?: Description<never>['paging'] | null },
  given: ReadonlyMap<string, readonly string[]>,
  { state, readerOf }: ReadFor,
): ParsedFilters {
  const served = servedFilters(filters, state);
  const readers = new Map<string, Read<ParsedFilter>>(
    served.flatMap(([name, filter]) =>
      [name, ...(filter.aliases ?? [])].map((known) => [known, readerOf(filter)]),
    ),
  );
  if (paging)
    readers
      .set('limit', countReader(paging.largest))
      .set('page', countReader(LARGEST_PAGE))
      .set('format', choiceReader(WHOLE_FORMATS));
  const faults: ParameterFault[] = [];
  const parsed: Record<string, ParsedFilter> = {};
  for (const [name, read] of readers) {
    const [text, ...more] = given.get(name) ?? [];
    if (text === undefined) continue;
    try {
      parsed[name] = more.length > 0 ? fail(GIVEN_TWICE) : text === '' ? fail(EMPTY) : read(text, fail);
    } catch (error) {
      if (!(error instanceof WrongText)) throw error;
      faults.push([name, error.message]);
    }
  }
  const names = [...readers.keys()];
  const hint = (name: string) => (names.length === 0 ? 'It has no parameters.' : nearestName(name, names));
  for (const name of given.keys())
    if (!readers.has(name)) faults.push([name, `is not a parameter of this address. ${hint(name)}`]);
  for (const [name, { aliases = [] }] of served)
    for (const alias of aliases)
      if (given.has(name) && given.has(alias))
        faults.push([alias, `means the same as ${name}. Give only one of them.`]);
  if (faults.length > 0) throw new WrongParameters(faults);
  return parsed;
}
