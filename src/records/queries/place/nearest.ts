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
    const question = { month: through, ...meta };
    const sized = through === null ? [] : sizedPlaces(view, state, question);
    const places = sized.filter(({ type }) => type === place.type);
    const own = places.find(({ id }) => id === place.id);
    const near = own ? nearestInSize(own, places, NEAREST) : [];
    const { lines } = compareState(view, state, { ...question, jurisdictions: near.map(({ id }) => id) });
    const rows = near.flatMap(({ id, size }) =>
      lines.flatMap(({ subject, ...line }): NearPlace[] => {
        if (subject?.id !== id) return [];
        const sizeRatio = divideScaled(size, own?.size ?? size, RATIO_SCALE) ?? 0;
        const isKnown = place.county !== null && subject.county !== null;
        return [
          { ...line, subject, sizeRatio, isOfSameCounty: isKnown ? place.county === subject.county : null },
        ];
      }),
    );
    return {
      ...foundRows(rows, window),
      ...(rows.length === 0 && { warning: noneIsNear(place.name, own !== undefined) }),
      meta: { ...months, basis: meta.basis, rolling_year: own ? own.size / UNIT_SCALES.amount : null },
    };
  },
});

interface SizeQuestion {
  /** The `monthIndex` of a month of the basis. */
  month: number | null;
  basis: Basis;
}

function noneIsNear(name: string, hasSize: boolean): string {
  return hasSize
    ? `No other place of its type and state has twelve months of payments.`
    : `${name} has no sum of twelve months above zero, so no place is near in size.`;
}

const BYTES_OF_PLACE = 100;

/** The sizes of the places of a state with a sum of twelve months above zero. */
const sizedPlaces = perContentAndKey(
  (view: FigureReading, state: KnownState, asked: SizeQuestion) =>
    compareState(view, state, asked).lines.flatMap(({ subject, rollingYear: { value } }) =>
      subject && value !== null && value > 0 ? [{ id: subject.id, type: subject.type, size: value }] : [],
    ),
  ({ code }, { month, basis }) => `${code} ${month} ${basis}`,
  ({ length }) => length * BYTES_OF_PLACE,
);
