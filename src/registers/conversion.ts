/** The registers by which figures are converted: populations and the index of consumer prices. */

import { join } from 'node:path';
import * as z from 'zod';
import type { Population, PriceIndex } from '../domain/allocation.ts';
import { plural } from '../domain/text/wording.ts';
import { stateOf } from '../states/index.ts';
import { codeIn, filledCell, keyOf, monthCell, readRegister, stateCell } from './register.ts';

const POPULATION = 'population.csv';
const priceColumns = z.object({
  month: monthCell,
  index: z
    .string()
    .regex(/^[1-9]\d{0,4}(\.\d{1,3})?$/, 'must be an index above zero like 257.797')
    .transform(Number),
});
const populationColumns = z.object({
  state: stateCell,
  code: filledCell,
  year: z
    .string()
    .regex(/^(19|20)\d{2}$/, 'must be a year like 2020')
    .transform(Number),
  population: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number above zero without commas, like 23500')
    .transform(Number),
});
const populationRow = populationColumns
  .extend({ line: z.number() })
  .transform(codeIn('code'))
  .transform(({ state, code, year, population, line }) => ({
    ...{ state, line, id: stateOf(state).idOf(code), year, people: population },
  }));

/** Reads the index of consumer prices, by month. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readPrices(folder: string): PriceIndex[] {
  const prices = readRegister(folder, 'prices.csv', priceColumns, priceColumns, ({ month }) => keyOf(month));
  return [...prices.values()];
}

/** Reads the populations of places. A missing file counts as empty. Throws an `OperatorError` with file and line. */
export function readPopulation(folder: string): Population[] {
  return readPopulationLines(folder).map(({ id, year, people }) => ({ id, year, people }));
}

/** Says which lines of populations count nowhere, because a dataset that has the state has no place with the code. */
export function describeStrayPopulation(
  folder: string,
  places: ReadonlyMap<number, { state: string }>,
): string | undefined {
  const states = new Set(Array.from(places.values(), ({ state }) => state));
  const [first, ...others] = readPopulationLines(folder).filter(
    ({ id, state }) => states.has(state) && !places.has(id),
  );
  if (!first) return undefined;
  const more = others.length > 0 ? ` and ${plural(others.length, 'other line')}` : '';
  return `${join(folder, POPULATION)}, line ${first.line}${more}: the dataset has no place with this code. Correct the code, or the line counts nowhere.`;
}

function readPopulationLines(folder: string) {
  const keyOfRow = ({ id, year }: Population) => keyOf(`${id}`, `${year}`);
  return [...readRegister(folder, POPULATION, populationColumns, populationRow, keyOfRow).values()];
}
