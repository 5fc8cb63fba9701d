import { Standings } from '../../derive/standing.ts';
import type { FieldFigures, KnownJurisdiction } from '../../domain/reading/figure-reading.ts';

/** Where the payments of each place stand among those of its type. */
export function openStandings(figures: FieldFigures) {
  const ofTypes = new Map<string, Standings>();
  return ({ id, type, county }: KnownJurisdiction) => {
    if (type === null) return [];
    const standings = ofTypes.get(type) ?? new Standings(figures.within((subject) => subject.type === type));
    ofTypes.set(type, standings);
    const { first, slots } = figures.of(id);
    return slots.map((slot, at) => {
      const { shareOfCounty, shareOfState, rank, ranked } = standings.of(county, first + at, slot ?? null);
      return [shareOfCounty, shareOfState, rank, ranked] as const;
    });
  };
}
