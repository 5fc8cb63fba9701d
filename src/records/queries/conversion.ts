import { type Conversion, newestPopulation } from '../../derive/conversion.ts';
import type { FigureSeries, Population } from '../../domain/allocation.ts';
import { groupBy } from '../../domain/groups.ts';
import { formatMonth, monthAt, monthIndex, monthOfDate } from '../../domain/month.ts';
import type { FieldFigures, FigureReading } from '../../domain/reading/figure-reading.ts';
import { onceFor } from '../../domain/reading/once.ts';
import type { AskedConversion } from '../filters/shared-filters.ts';
import { WrongFilter } from '../filters/wrong-filter.ts';
import type { FiguresBeside } from '../found-rows.ts';

/** A dataset whose figures are converted. */
export interface ConvertedReading extends FigureReading {
  /** Default: they are as paid. */
  conversion?: Conversion;
}

/**
 * The reading whose figures are per head or in the dollars of a month, if a request asks for it; else the same. Throws a
 * `WrongFilter` if the month has no price index.
 */
export function convertedReading(
  view: FigureReading,
  { per, prices: asked }: AskedConversion,
  beside: FiguresBeside = {},
): ConvertedReading {
  if (!per && !asked) return view;
  const prices = asked ? (beside.prices?.() ?? []) : [];
  const population = per ? (beside.population?.() ?? []) : [];
  const indexes = new Map(prices.map(({ month, index }) => [monthIndex(month), index]));
  const conversion: Conversion = {
    prices: asked
      ? { hasIndex: (month) => indexes.has(month), factor: baseIndex(indexes, asked.from) }
      : null,
    people: per ? peopleIn(view, population) : null,
  };
  // what is made from other registers, or from figures as paid, is kept apart
  const content = contentsOf(view)(JSON.stringify([per, asked && prices, population]));
  return Object.create(view, {
    content: { value: content },
    conversion: { value: conversion },
    figures: {
      value: (...of: Parameters<FigureReading['figures']>) =>
        asked ? byIndex(view.figures(...of), indexes) : view.figures(...of),
    },
  });
}

const contentsOf = onceFor(
  ({ content }: FigureReading) => content,
  () => {
    const contents = new Map<string, object>();
    return (key: string): object => {
      const known = contents.get(key) ?? {};
      // registers seldom change, and those of before are not needed
      if (contents.size > 3) contents.clear();
      contents.set(key, known);
      return known;
    };
  },
);

function baseIndex(indexes: ReadonlyMap<number, number>, day: string | null): number {
  const month = day === null ? Number.NaN : monthIndex(monthOfDate(day));
  const index = indexes.get(month);
  if (index !== undefined) return index;
  const known = [...indexes.keys()].sort((a, b) => a - b);
  const [first, last] = [known[0], known.at(-1)];
  throw new WrongFilter('prices', [
    first === undefined || last === undefined
      ? 'There are no price indexes. Add them to the register prices.csv.'
      : `The register prices.csv has no index of ${Number.isNaN(month) ? 'this month' : formatMonth(monthAt(month))}. Name another month from ${formatMonth(monthAt(first))} to ${formatMonth(monthAt(last))}.`,
  ]);
}

function peopleIn({ jurisdictions }: FigureReading, population: readonly Population[]) {
  const byPlace = new Map(
    Array.from(
      groupBy(population, ({ id }) => id),
      ([id, years]) => [id, new Map(years.map(({ year, people }) => [year, people]))],
    ),
  );
  return {
    of: (id: number, year: number) => newestPopulation(byPlace.get(id), year),
    typeOf: (id: number) => jurisdictions.get(id)?.type ?? null,
  };
}

/** Figures divided by the index of their months. A month without an index stays as it is: no sum with it is shown. */
function byIndex(figures: FieldFigures, indexes: ReadonlyMap<number, number>): FieldFigures {
  const divide = ({ first, slots }: FigureSeries): FigureSeries => ({
    first,
    slots: slots.map((figure, at) => figure && figure / (indexes.get(first + at) ?? 1)),
  });
  return {
    ...{ months: figures.months, newest: figures.newest, lag: figures.lag },
    of: (id) => divide(figures.of(id)),
    *within(fits, ids) {
      for (const { subject, series } of figures.within(fits, ids)) yield { subject, series: divide(series) };
    },
  };
}
