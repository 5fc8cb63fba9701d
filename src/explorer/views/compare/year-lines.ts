import { dateOfMonth, yearOf } from '../../words/months.ts';
import { MOST } from './choice.ts';
import type { ComparedPlaces } from './compared-series.ts';

const MONTHS_OF_YEAR = 12;

/** A year of a place, as a line over the twelve months. */
export interface YearLine {
  id: string;
  label: string;
  tone: string;
  values: (number | null)[];
  isExpected: boolean[];
  doubtful: boolean[];
}

/** How the years of a place differ, the newest first. */
const STROKES = ['', ' dashed', ' dotted', ' mixed'];

/**
 * The newest years of the places, as many as readers tell apart. A place has the color of its position in `ids`; the years
 * of a single place have colors of their own.
 */
export function yearLines({ months, places }: ComparedPlaces, ids: readonly string[]): YearLine[] {
  const years = [...new Set(months.map(yearOf))].reverse().slice(0, Math.floor(MOST / places.length));
  return places.flatMap(({ place, figures, isExpected, doubtful }) =>
    years.map((year, back) => {
      const at = Array.from({ length: MONTHS_OF_YEAR }, (_, month) =>
        months.indexOf(dateOfMonth(year * MONTHS_OF_YEAR + month)),
      );
      return {
        id: `${place.id} ${year}`,
        label: places.length === 1 ? String(year) : `${place.name} ${year}`,
        tone:
          places.length === 1
            ? String(back + 1)
            : `${ids.indexOf(String(place.id)) + 1}${STROKES[back] ?? ''}`,
        values: at.map((index) => figures[index] ?? null),
        isExpected: at.map((index) => isExpected[index] ?? false),
        doubtful: at.map((index) => doubtful[index] ?? false),
      };
    }),
  );
}
