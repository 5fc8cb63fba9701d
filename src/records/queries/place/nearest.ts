import { nearestInSize } from '../../../derive/place/nearest.ts';
import { RATIO_SCALE, UNIT_SCALES } from '../../../domain/allocation.ts';
import { divideScaled } from '../../../domain/ratio.ts';
import type { FigureReading, KnownState } from '../../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../../domain/reading/once.ts';
import { NEAREST, type NearPlace, nearestRecord } from '../../descriptions/place/nearest.ts';
import type { Basis } from '../../filters/shared-filters.ts';
import { foundRows, listOfFigures } from '../../found-rows.ts';
import { compareState } from '../analyses.ts';
import { placeQuestion } from './place-question.ts';

/** The places of the same state and type that are nearest in size to one. */
export const nearest = listOfFigures(nearestRecord, {
  find: (view, asked, window) => {
    const { place, state, through, months, meta } = placeQuestion(view, asked);
    const places =
      through === null
        ? []
        : sizedPlaces(view, state, { month: through, ...meta }).filter(
            ({ subject }) => subject.type === place.type,
          );
    const own = places.find(({ id }) => id === place.id);
    const rows = (own ? nearestInSize(own, places, NEAREST) : []).map(
      ({ size, ...line }): NearPlace => ({
        ...line,
        sizeRatio: divideScaled(size, own?.size ?? size, RATIO_SCALE) ?? 0,
        isOfSameCounty:
          place.county === null || line.subject.county === null ? null : place.county === line.subject.county,
      }),
    );
    return {
      ...foundRows(rows, window),
      ...(rows.length === 0 && { warning: noneIsNear(place.name, own !== undefined) }),
      meta: { ...months, basis: meta.basis, rolling_year: own ? own.size / UNIT_SCALES.amount : null },
    };
  },
});

function noneIsNear(name: string, hasSize: boolean): string {
  return hasSize
    ? `No other place of its type and state has twelve months of payments.`
    : `${name} has no sum of twelve months above zero, so no place is near in size.`;
}

/** The places of a state with a sum of twelve months above zero, made once for each version of the dataset. */
const sizedPlaces = perContentAndKey(
  (
    view: FigureReading,
    state: KnownState,
    asked: { month: number; basis: Basis; fiscal_year_start: number },
  ) => {
    return compareState(view, state, asked).lines.flatMap((line) => {
      const { subject, rollingYear } = line;
      const size = rollingYear.value ?? 0;
      return subject && size > 0 ? [{ ...line, subject, id: subject.id, size }] : [];
    });
  },
  ({ code }, { month, basis, fiscal_year_start }) => `${code} ${month} ${basis} ${fiscal_year_start}`,
);
