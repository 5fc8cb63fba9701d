import { type FigureReading, knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { Description } from '../description.ts';
import type { Asked, Filters, FilterValues, Moment } from './filter.ts';
import { requireCounty, requireCountyOf } from './known-counties.ts';
import { otherStateFault, requireIds } from './known-names.ts';

/** What the text of a filter says, before the dataset is asked whether it has what the text names. */
export type ParsedFilter = Exclude<FilterValues[keyof FilterValues], Moment>;
export type ParsedFilters = Readonly<Record<string, ParsedFilter | undefined>>;

type Value = FilterValues[keyof FilterValues] | null;
type Completing = Partial<Record<keyof FilterValues, (name: string, given: ParsedFilter) => Value>>;

/** What a list tells about its parameters. */
interface AskedList<View> {
  description: Pick<Description<never>, 'address' | 'filters'>;
  isKnown?(view: View, id: number): boolean;
}

/**
 * Completes what a request asks for: aliases become the filter's own name, and what names a part of the dataset is
 * checked. Throws a `WrongFilter` if the dataset does not have it.
 */
export function completeAsked<View extends FigureReading>(
  list: AskedList<View>,
  view: View,
  parsed: ParsedFilters,
  more: Completing = {},
): Asked<Filters> {
  const known = list.isKnown ?? (({ jurisdictions }, id) => jurisdictions.has(id));
  const { address, filters } = list.description;
  const state = textOf(parsed.state);
  const place = filters.state?.isArgument && state !== undefined ? knownStateOf(view, state) : null;
  const complete: Completing = {
    ...more,
    jurisdictions: (name, given) => {
      const ids = isIds(given) ? given : [];
      requireIds(name, ids, {
        ...{ states: view.states, state, isKnown: (id) => known(view, id) },
        faultOf: (named, owner) =>
          place
            ? `This address lists ${place.name}. For ${named} of ${owner.name}, use ${address?.replace(':state', owner.code)}.`
            : otherStateFault(named, owner, `${state}`),
      });
      return ids;
    },
    county: (_, given) =>
      place
        ? requireCounty(view, [place], textOf(given))
        : requireCountyOf(view, { county: textOf(given), state }),
  };
  const asked: Record<string, FilterValues[keyof FilterValues]> = {};
  for (const [name, { kind, aliases = [] }] of Object.entries(filters)) {
    const written = [name, ...aliases].find((known) => parsed[known] !== undefined);
    const given = parsed[written ?? name];
    if (written === undefined || given === undefined) continue;
    asked[name] = complete[kind]?.(written, given) ?? given;
  }
  return asked;
}

function textOf(given: ParsedFilter | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

function isIds(given: ParsedFilter): given is readonly number[] {
  return Array.isArray(given);
}
