import { Standings } from '../../derive/standing.ts';
import type { FieldFigures, KnownJurisdiction } from '../../domain/reading/figure-reading.ts';
import { packColumn } from './packed-series.ts';

/** Where the figures of each place stand among those of its type: columns, each from the first month of its series on. */
export function openStandings(figures: FieldFigures) {
  const ofTypes = new Map<string, Standings>();
  return ({ id, type, county }: KnownJurisdiction) => {
    if (type === null) return [];
    const standings = ofTypes.get(type) ?? new Standings(figures.within((subject) => subject.type === type));
    ofTypes.set(type, standings);
    const { first, slots } = figures.of(id);
    const all = Array.from(slots, (slot, at) => standings.of(county, first + at, slot ?? null));
    const columns = (['shareOfCounty', 'shareOfState', 'rank', 'ranked'] as const).map((name) =>
      all.map((standing) => standing[name]),
    );
    return columns.map((column) => packColumn(column, 1));
  };
}
