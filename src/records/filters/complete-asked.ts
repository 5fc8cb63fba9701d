import type { FigureReading } from '../../domain/reading/figure-reading.ts';
import { knownStateOf } from '../../domain/reading/figure-reading.ts';
import type { Description } from '../description.ts';
import type { Asked, Filters, FilterValue, Moment } from './filter.ts';
import { requireCounty, requireCountyOf } from './known-counties.ts';
import { otherStateFault, requireIds } from './known-names.ts';

/** What the text of a filter says, before the dataset is asked whether it has what the text names. */
export type ParsedFilter = Exclude<FilterValue, Moment>;
export type ParsedFilters = Readonly<Record<string, ParsedFilter | undefined>>;

/** What a list tells about its parameters. */
interface AskedList<View> {
  description: Pick<Description<never>, 'address' | 'filters'>;
  isKnown?(view: View, id: number): boolean;
}

/**
 * Completes what a request asks for: aliases become the filter's own name, and what names a part of the dataset is
 * checked. Throws a `WrongFilter` if the dataset does not have it. `momentOf` finds versions.
 */
export function completeAsked<View extends FigureReading>(
  list: AskedList<View>,
  view: View,
  parsed: ParsedFilters,
  momentOf?: (text: string, isVersion: boolean) => Moment,
): Asked<Filters> {
  const known = list.isKnown ?? (({ jurisdictions }, id) => jurisdictions.has(id));
  const { address, filters } = list.description;
  const state = textOf(parsed.state);
  const place = filters.state?.isArgument && state !== undefined ? knownStateOf(view, state) : null;
  const asked: Record<string, FilterValue> = {};
  for (const [name, { kind, of, aliases = [], isArgument }] of Object.entries(filters)) {
    const written = [name, ...aliases].find((one) => parsed[one] !== undefined);
    const given = parsed[written ?? name];
    if (written === undefined || given === undefined) continue;
    asked[name] = given;
    if (kind === 'ids' && !isArgument)
      requireIds(written, isIds(given) ? given : [], {
        ...{ states: view.states, state, isKnown: (id) => known(view, id) },
        faultOf: (named, owner) =>
          place
            ? `This address lists ${place.name}. For ${named} of ${owner.name}, use ${address?.replace(':state', owner.code)}.`
            : otherStateFault(named, owner, `${state}`),
      });
    else if (of === 'county') {
      const county = textOf(given);
      asked[name] =
        (place ? requireCounty(view, [place], county) : requireCountyOf(view, { county, state })) ?? given;
    } else if (kind === 'moment' && of !== 'date' && momentOf)
      asked[name] = momentOf(`${given}`, of === 'version');
  }
  // the filters say of which type each value is
  return asked as Asked<Filters>;
}

function textOf(given: ParsedFilter | undefined): string | undefined {
  return typeof given === 'string' ? given : undefined;
}

function isIds(given: ParsedFilter): given is readonly number[] {
  return Array.isArray(given);
}
