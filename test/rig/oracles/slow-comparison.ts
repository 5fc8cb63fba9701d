import type { AnalysisContext, ComparedFigures, YearOverYear } from '../../../src/derive/analysis.ts';
import { addMonths, type Month, monthAt, monthIndex } from '../../../src/domain/month.ts';
import { type SlowSeries, slowChange, slowFigures } from './slow-analysis.ts';

/** A jurisdiction with its datapoints, in month order. */
export interface SlowPlace {
  name: string;
  figures: SlowSeries;
}

/** A line of a comparison, by definition. */
export interface SlowLine extends ComparedFigures {
  members: number;
  missing: number;
}

type Part = keyof ComparedFigures;

/** The jurisdictions with a datapoint in the month or in one of the 24 before it. */
export function slowMembers<Place extends SlowPlace>(places: readonly Place[], month: Month): Place[] {
  const earliest = addMonths(month, -24);
  return places.filter(({ figures }) => figures.some((one) => one.month >= earliest && one.month <= month));
}

/** A jurisdiction without a value that has a datapoint in the twelve months before, or a later one. */
export function isSlowlyMissing({ figures }: SlowPlace, month: Month): boolean {
  const value = figures.find((one) => one.month === month)?.figure ?? null;
  const last = figures.at(-1)?.month;
  return value === null && last !== undefined && last >= addMonths(month, -12);
}

/** The sum of a group by the words of the documentation. */
export function slowGroup(members: readonly SlowPlace[], month: Month, context: AnalysisContext): SlowLine {
  const all = members.map((place) => ({ place, compared: slowFigures(place.figures, month, context) }));
  const isMissing = all.some(({ place }) => isSlowlyMissing(place, month));
  const firstOfState = monthAt([...context.stateMonths].sort((a, b) => a - b)[0] ?? 0);
  const back = (end: Month, start: number) => (Number(end.slice(5)) - start + 12) % 12;
  const begins: Record<Part, (end: Month) => Month> = {
    payment: (end) => end,
    yearToDate: (end) => addMonths(end, -back(end, 1)),
    fiscalYearToDate: (end) => addMonths(end, -back(end, context.fiscalYearStart)),
    rollingYear: (end) => addMonths(end, -11),
  };
  const yearAgo = addMonths(month, -12);
  const add = (part: Part): YearOverYear => {
    const sum = (kind: 'value' | 'yearAgo', end: Month) => {
      const known = all.flatMap(({ compared }) => compared[part][kind] ?? []);
      if (known.length === 0 || begins[part](end) < firstOfState) return null;
      return known.reduce((total, figure) => total + figure, 0);
    };
    const needed = part === 'rollingYear' ? begins[part](yearAgo) : yearAgo;
    const isHalf = all.some(({ place, compared }) => {
      const { value, yearAgo: then } = compared[part];
      const isNew = (place.figures[0]?.month ?? month) > needed;
      return (value === null && then !== null) || (value !== null && then === null && !isNew);
    });
    const [now, before] = [sum('value', month), sum('yearAgo', yearAgo)];
    return { value: now, yearAgo: before, change: isMissing || isHalf ? null : slowChange(now, before) };
  };
  return {
    members: members.length,
    missing: members.filter((place) => isSlowlyMissing(place, month)).length,
    payment: add('payment'),
    yearToDate: add('yearToDate'),
    fiscalYearToDate: add('fiscalYearToDate'),
    rollingYear: add('rollingYear'),
  };
}

/** 1 for the largest value; equal values share a rank. */
export function slowRank(value: number | null, all: readonly (number | null)[]): number | null {
  return value === null ? null : 1 + all.filter((other) => other !== null && other > value).length;
}

/** The months that any of these jurisdictions has, as `monthIndex`. */
export function monthsOfPlaces(places: readonly SlowPlace[]): Set<number> {
  return new Set(places.flatMap(({ figures }) => figures.map(({ month }) => monthIndex(month))));
}
