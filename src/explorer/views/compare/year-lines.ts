import { dateOfMonth, yearOf } from '../../words/months.ts';
import { MOST } from './choice.ts';
import type { ComparedPlaces } from './compared-series.ts';

const MONTHS_OF_YEAR = 12;

/** A year of a place, as a line over the twelve months. */
export interface YearLine {
  id: string;
  label: string;
  values: (number | null)[];
  isExpected: boolean[];
  doubtful: boolean[];
}

/** The newest years of the places, as many as readers tell apart. */
export function yearLines({ months, places }: ComparedPlaces): YearLine[] {
  const years = [...new Set(months.map(yearOf))].reverse().slice(0, Math.floor(MOST / places.length));
  return places.flatMap(({ place, figures, isExpected, doubtful }) =>
    years.map((year) => {
      const at = Array.from({ length: MONTHS_OF_YEAR }, (_, month) =>
        months.indexOf(dateOfMonth(year * MONTHS_OF_YEAR + month)),
      );
      return {
        id: `${place.id} ${year}`,
        label: places.length === 1 ? String(year) : `${place.name} ${year}`,
        values: at.map((index) => figures[index] ?? null),
        isExpected: at.map((index) => isExpected[index] ?? false),
        doubtful: at.map((index) => doubtful[index] ?? false),
      };
    }),
  );
}
